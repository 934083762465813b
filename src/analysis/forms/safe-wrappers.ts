import type { Word } from '../words.ts'

/** How much of a wrapper's words belongs to the wrapper itself. */
interface Wrapper {
  /** Options that stand alone, as written. */
  readonly flags: RegExp
  /** Options whose value is the next word. */
  readonly values?: readonly string[]
  /** Words of its own before the command: `timeout 5 cmd`. */
  readonly operands?: number
}

const NONE = /^$(?!)/

/** Wrappers that change nothing about what runs. An allow rule on the inner command covers them. */
const SAFE: ReadonlyMap<string, Wrapper> = new Map([
  [
    'timeout',
    {
      flags: /^(?:--preserve-status|--foreground|-v|--verbose|--signal=\w+|--kill-after=[\d.]+[smhd]?)$/,
      values: ['-s', '-k', '--signal', '--kill-after'],
      operands: 1,
    },
  ],
  ['time', { flags: /^-p$/ }],
  ['nice', { flags: /^(?:-\d+|-n-?\d+|--adjustment=-?\d+)$/, values: ['-n', '--adjustment'] }],
  ['nohup', { flags: NONE }],
  [
    'stdbuf',
    { flags: /^(?:-[ioe][0L]|-[ioe]\d+[kKMG]?|--(?:input|output|error)=[0L\d]+)$/, values: ['-i', '-o', '-e'] },
  ],
  ['command', { flags: /^-p$/ }],
  ['builtin', { flags: NONE }],
  ['noglob', { flags: NONE }],
  ['xargs', { flags: NONE }],
])

export const SAFE_WRAPPERS: readonly string[] = [...SAFE.keys()]

/** The words inside safe wrappers, outermost removed first; the words themselves when there is none. */
export function unwrapSafely(words: readonly Word[], declared: ReadonlySet<string>): readonly Word[] {
  let inner = words
  for (let depth = 0; depth < 32; depth++) {
    const name = inner[0]?.text
    if (name === undefined) return inner
    const wrapper = SAFE.get(name) ?? (declared.has(name) ? { flags: NONE } : undefined)
    if (!wrapper) return inner
    const next = skipOwn(inner.slice(1), wrapper)
    if (!next || next.length === 0) return inner
    inner = next
  }
  return inner
}

/** The words after a wrapper's own; undefined when an option is not known. */
function skipOwn(words: readonly Word[], wrapper: Wrapper): readonly Word[] | undefined {
  let index = 0
  for (; index < words.length; index++) {
    const text = words[index]?.text
    if (text === undefined) return undefined
    if (!text.startsWith('-') || text === '-') break
    if (text === '--') {
      index++
      break
    }
    if (wrapper.values?.includes(text)) index++
    else if (!wrapper.flags.test(text)) return undefined
  }
  const operands = wrapper.operands ?? 0
  for (let skipped = 0; skipped < operands; skipped++) if (words[index + skipped]?.text === undefined) return undefined
  return words.slice(index + operands)
}
