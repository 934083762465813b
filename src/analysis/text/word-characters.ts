type KnownWords = readonly { readonly known: string }[]

const MAX_WORD_LENGTH = 2_000

/**
 * Where none of the characters looked for is there, a look at each word is spared. INVARIANT: never says that one is
 * missing which is there.
 */
interface WordCharacters {
  readonly dashed: boolean
  readonly foreign: boolean
  /** Those below 32, 64, 96 and 128, a bit for each. */
  readonly bits: readonly [number, number, number, number]
}

function scanCharacters(words: KnownWords): WordCharacters {
  const bits: [number, number, number, number] = [0, 0, 0, 0]
  let dashed = false
  let foreign = false
  for (const { known } of words) {
    dashed ||= known.startsWith('-')
    if (known.length > MAX_WORD_LENGTH) {
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

let lastScan: { readonly words: KnownWords; readonly signs: WordCharacters } | undefined

export function charactersIn(words: KnownWords): WordCharacters {
  if (lastScan?.words !== words) lastScan = { words, signs: scanCharacters(words) }
  return lastScan.signs
}

export function hasAnyCharacter({ bits }: WordCharacters, characters: string): boolean {
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at)
    if ((bits[(code >> 5) as 0 | 1 | 2 | 3] >>> (code & 31)) & 1) return true
  }
  return false
}

export function hasBlank(signs: WordCharacters): boolean {
  return signs.foreign || hasAnyCharacter(signs, ' \t\n\v\f\r')
}
