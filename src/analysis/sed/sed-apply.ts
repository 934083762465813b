/** What plain sed scripts make of a text. Anything that is not plain gives undefined: the outcome is not known. */

const MAX_TEXT = 128 * 1024
const MAX_COMMANDS = 50
const MAX_PATTERN = 400
/** Steps that matching one line may take, in the worst case. */
const MAX_STEPS = 1e7

interface SedEdit {
  readonly address: LineAddress
  /** Runs of anything in its patterns: each may take the length of the line once more. */
  readonly runs: number
  readonly act: (line: string) => string | undefined
}

type LineAddress = (line: string, number: number, last: boolean) => boolean

/** The text after the scripts, line by line; undefined when one of them is more than substitutions and plain lines. */
export function applySed(scripts: readonly string[], text: string, extended: boolean): string | undefined {
  if (text.length > MAX_TEXT) return undefined
  const edits: SedEdit[] = []
  for (const script of scripts) {
    const read = parseEdits(script, extended)
    if (!read || edits.length + read.length > MAX_COMMANDS) return undefined
    edits.push(...read)
  }
  const lines = text.split('\n')
  const ended = lines.at(-1) === ''
  if (ended) lines.pop()
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 1)
  if (edits.some(({ runs }) => longest ** (runs + 1) > MAX_STEPS)) return undefined
  const out = lines.flatMap((line, at) => editLine(line, at + 1, at === lines.length - 1, edits))
  return out.join('\n') + (ended && out.length > 0 ? '\n' : '')
}

function editLine(line: string, number: number, last: boolean, edits: readonly SedEdit[]): string[] {
  let now = line
  for (const { address, act } of edits) {
    if (!address(now, number, last)) continue
    const next = act(now)
    if (next === undefined) return []
    now = next
  }
  return [now]
}

const ADDRESS = /^(?:(\d+)|(\$)|\/((?:[^/\\]|\\.)*)\/)?\s*/s

function parseEdits(script: string, extended: boolean): SedEdit[] | undefined {
  const edits: SedEdit[] = []
  let rest = script
  for (let count = 0; count <= MAX_COMMANDS; count++) {
    rest = rest.replace(/^[\s;]+/, '')
    if (rest === '') return edits
    const start = ADDRESS.exec(rest)
    const address = parseAddress(start, extended)
    if (!address) return undefined
    rest = rest.slice(start?.[0].length ?? 0)
    const read = parseCommand(rest, extended)
    if (!read) return undefined
    const runs = `${rest.slice(0, read.length)}${start?.[0]}`.match(/[*+?]|\{\d/g)?.length ?? 0
    edits.push({ address, act: read.act, runs })
    rest = rest.slice(read.length)
  }
  return undefined
}

function parseAddress(found: RegExpExecArray | null, extended: boolean): LineAddress | undefined {
  const [, number, last, pattern] = found ?? []
  if (number !== undefined) return (_, at) => at === Number(number)
  if (last !== undefined) return (_line, _at, isLast) => isLast
  if (pattern === undefined) return () => true
  const expression = compilePattern(pattern, extended, '')
  return expression && ((line) => expression.test(line))
}

type SedCommand = Pick<SedEdit, 'act'> & { readonly length: number }

function parseCommand(text: string, extended: boolean): SedCommand | undefined {
  if (/^d(?=\s*(?:;|$|\n))/.test(text)) return { act: () => undefined, length: 1 }
  const added = /^([aic])(?:\\\n|\\?[ \t]*)([^\n\\]*)(?:\n|$)/.exec(text)
  if (added) {
    const [{ length }, kind, put = ''] = added
    return { act: (line) => (kind === 'a' ? `${line}\n${put}` : kind === 'i' ? `${put}\n${line}` : put), length }
  }
  return text.startsWith('s') ? parseSubstitution(text, extended) : undefined
}

function parseSubstitution(text: string, extended: boolean): SedCommand | undefined {
  const delimiter = text[1] ?? ''
  if (!/[/|#,:@!%~+]/.test(delimiter)) return undefined
  const pattern = readDelimited(text, 2, delimiter)
  const replacement = pattern && readDelimited(text, pattern.end, delimiter)
  if (!pattern || !replacement) return undefined
  const flags = /^[gIi]*(?=\s*(?:;|\}|\n|$))/.exec(text.slice(replacement.end))?.[0]
  const expression = flags === undefined ? undefined : compilePattern(pattern.text, extended, flags)
  const put = convertReplacement(replacement.text)
  if (!expression || put === undefined || flags === undefined) return undefined
  return { act: (line) => line.replace(expression, put), length: replacement.end + flags.length }
}

/** The text up to the delimiter; an escaped delimiter is that letter. */
function readDelimited(text: string, from: number, delimiter: string): { text: string; end: number } | undefined {
  let found = ''
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\n') return undefined
    if (letter === delimiter) return { text: found, end: at + 1 }
    if (letter !== '\\') found += letter
    else {
      const next = text[++at] ?? ''
      found += next === delimiter ? next : `\\${next}`
    }
  }
  return undefined
}

/** A pattern as an expression of ours, where both mean the same and matching stays linear. */
function compilePattern(pattern: string, extended: boolean, flags: string): RegExp | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN || /\[\[[:.=]|\\[^\w\s]*[<>`'bBwWsSn\d]/.test(pattern))
    return undefined
  const plain = extended ? pattern : convertBasicPattern(pattern)
  // Two runs of anything may take very long together.
  if (plain === undefined || (plain.match(/[*+]|\{\d+,/g)?.length ?? 0) > 3 || /\)[*+{]/.test(plain)) return undefined
  try {
    return new RegExp(plain, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Basic expressions give the plain signs their meaning by a backslash. */
function convertBasicPattern(pattern: string): string | undefined {
  let isWhole = true
  const plain = pattern.replace(/\[\^?.[^\]]*\]|\\(.)|[(){}+?|[]|(?<=^|\^)\*/gs, (token, escaped?: string) => {
    if (escaped !== undefined) return /[(){}+?|]/.test(escaped) ? escaped : token
    if (token === '[') isWhole = false
    return token.startsWith('[') ? token.replaceAll('\\', '\\\\') : `\\${token}`
  })
  return isWhole ? plain : undefined
}

const REPLACEMENT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', $: '$$', '0': '$&' }

/** `&` and `\1` as ours say them. */
function convertReplacement(text: string): string | undefined {
  let isKnown = true
  const put = text.replace(/[&$]|\\(.?)/gs, (token, letter?: string) => {
    if (letter === undefined) return token === '&' ? '$&' : '$$'
    if (/[A-Za-z]/.test(letter) && !REPLACEMENT_ESCAPES[letter]) isKnown = false
    return REPLACEMENT_ESCAPES[letter] ?? (/\d/.test(letter) ? `$${letter}` : letter)
  })
  return isKnown ? put : undefined
}
