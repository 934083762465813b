export const PRESET_NAMES = ['calm', 'standard', 'strict'] as const
export type PresetName = (typeof PRESET_NAMES)[number]
