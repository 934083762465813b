/**
 * How deep a reading is in texts that are kept to be run later, each inside another. It belongs to the reading of one call, and is
 * handed on to the readings of the texts inside it.
 */
export interface KeptTexts {
  /** Written files and what stands in them. */
  nested: number
  /** Values of settings among them. */
  settings: number
  /** Characters of such values so far: each is read by itself, and with it those inside it once more. */
  characters: number
}

/** Of a reading that is a part of another one: what the outermost setting holds is counted together. */
export function keptInside(outer: KeptTexts | undefined): KeptTexts {
  return outer && outer.settings > 0 ? outer : { nested: outer?.nested ?? 0, settings: 0, characters: 0 }
}
