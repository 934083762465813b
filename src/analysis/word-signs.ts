type Words = readonly { readonly known: string }[]

const LONGEST = 2_000

/**
 * Where none of the characters looked for is there, a look at each word is spared. INVARIANT: never says that one is
 * missing which is there.
 */
interface WordSigns {
  readonly dashed: boolean
  readonly foreign: boolean
  /** Those below 32, 64, 96 and 128, a bit for each. */
  readonly bits: readonly [number, number, number, number]
}

function read(words: Words): WordSigns {
  const bits: [number, number, number, number] = [0, 0, 0, 0]
  let dashed = false
  let foreign = false
  for (const { known } of words) {
    dashed ||= known.startsWith('-')
    if (known.length > LONGEST) {
      bits.fill(-1)
      foreign = true
      continue
    }
    for (let at = 0; at < known.length; at++) {
      const code = known.charCodeAt(at)
      if (code >= 128) foreign = true
      else bits[(code >> 5) as 0 | 1 | 2 | 3] |= 1 << (code & 31)
    }
  }
  return { dashed, foreign, bits }
}

let latest: { readonly words: Words; readonly signs: WordSigns } | undefined

export function signsIn(words: Words): WordSigns {
  if (latest?.words !== words) latest = { words, signs: read(words) }
  return latest.signs
}

export function hasAny({ bits }: WordSigns, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at)
    if ((bits[(code >> 5) as 0 | 1 | 2 | 3] >>> (code & 31)) & 1) return true
  }
  return false
}

export function hasBlank(signs: WordSigns): boolean {
  return signs.foreign || hasAny(signs, ' \t\n\v\f\r')
}
