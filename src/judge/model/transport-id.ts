/** The ways to a model. */
export const TRANSPORT_IDS = ['messages', 'openai', 'claude-cli', 'codex-cli', 'acp'] as const
export type TransportId = (typeof TRANSPORT_IDS)[number]
