/**
 * How many tokens a text has, by the pieces that tokenizers cut texts into: words and their parts, numbers, signs, runs of one sign. On the
 * high side for what they know well, so that what they do not know is not missed by much; `token-count.ts` of the judge corrects it by what
 * models really counted. One pass, whatever the text.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    const kind = ASCII_KINDS[text.charCodeAt(at)] ?? kindOf(text.charCodeAt(at))
    const end = endOf(text, at, kind)
    tokens += costOf(kind, end - at, text.charCodeAt(at) === text.charCodeAt(end - 1))
    at = end
  }
  return Math.ceil(tokens)
}

/** At most what `estimateTokens` says of a text of this length. */
export function leastTokens(text: string): number {
  return text.length / 8
}

type CharacterKind = 'upper' | 'lower' | 'digit' | 'space' | 'sign' | 'letter' | 'wide' | 'half'

const ASCII_KINDS: readonly CharacterKind[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return 'lower'
  if (/[A-Z]/.test(character)) return 'upper'
  if (/[0-9]/.test(character)) return 'digit'
  return /\s/.test(character) ? 'space' : 'sign'
})

/** Letters of other alphabets; scripts with a sign for a syllable or word; halves of a pair, which are emoji and rare scripts. */
function kindOf(code: number): CharacterKind {
  if (code >= 0xd800 && code <= 0xdfff) return 'half'
  if (code < 0x0600) return 'letter'
  return 'wide'
}

/** The end of the piece: a run of one kind, and a word may begin with capitals. */
function endOf(text: string, start: number, kind: CharacterKind): number {
  let end = start + 1
  let inside = kind
  while (end < text.length) {
    const next = ASCII_KINDS[text.charCodeAt(end)] ?? kindOf(text.charCodeAt(end))
    if (next !== inside && !(inside === 'upper' && next === 'lower')) break
    inside = next
    end++
  }
  return end
}

/** Longer runs of letters are no word: hashes, keys, encoded data. */
const LONGEST_WORD = 15

function costOf(kind: CharacterKind, length: number, sameEnds: boolean): number {
  switch (kind) {
    case 'lower':
    case 'upper':
      return length <= LONGEST_WORD ? Math.ceil(length / 3.5) : Math.ceil(length / 2.5)
    case 'digit':
      return Math.ceil(length / 3)
    case 'space':
      // One space belongs to the word behind it.
      return length === 1 ? 0.125 : Math.ceil(length / 8)
    case 'sign':
      return sameEnds && length > 3 ? Math.ceil(length / 3) : length - Math.floor(length / 3)
    case 'letter':
      return Math.ceil(length / 1.5)
    case 'wide':
      // Tokenizers differ most here, from less than one to almost two; what is too high costs one count of the server's.
      return length * 1.9
    case 'half':
      return length * 1.5
  }
}
