import type { ToolCall } from '../../../src/analysis/action.ts'

/** As long as a text may be that is analysed. */
export const LENGTH = 250_000

/** One check made to be slow: the call, and what came before it. */
export interface Hostile {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** What people said. */
  readonly said?: readonly string[]
  /** Calls that the session remembers. */
  readonly past?: readonly Pick<ToolCall, 'tool' | 'input'>[]
}

export const filled = (part: string, length = LENGTH) => part.repeat(Math.floor(length / part.length))
export const listed = (count: number, one: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => one(at)).join(between)
/** As many different ones as fit. */
export function counted(one: (at: number) => string, length = LENGTH): string {
  const parts: string[] = []
  for (let at = 0, size = 0; size < length; at++) {
    const part = one(at)
    parts.push(part)
    size += part.length
  }
  return parts.join('').slice(0, length)
}
export const nested = (open: string, core: string, close: string) => {
  const depth = Math.floor((LENGTH - core.length) / (open.length + close.length))
  return `${open.repeat(depth)}${core}${close.repeat(depth)}`
}
export const document = (head: string, text: string) => `${head} <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT\n`
export const bash = (command: string): Hostile => ({ tool: 'Bash', input: { command } })
export const write = (name: string, content: string): Hostile => ({
  tool: 'Write',
  input: { file_path: `/home/user/project/${name}`, content },
})
export const edit = (name: string, content: string): Hostile => ({
  tool: 'Edit',
  input: { file_path: `/home/user/project/${name}`, old_string: 'old', new_string: content },
})
export const edits = (name: string, one: (at: number) => string, count = 2_000): Hostile => ({
  tool: 'MultiEdit',
  input: {
    file_path: `/home/user/project/${name}`,
    edits: Array.from({ length: count }, (_, at) => ({ old_string: `old ${at}`, new_string: one(at) })),
  },
})
export const said = (...texts: string[]): Hostile => ({
  tool: 'Bash',
  input: { command: 'git push --force origin feature && rm -rf ~/data && kubectl delete namespace shop' },
  said: texts,
})
export const after = (count: number, one: (at: number) => Pick<ToolCall, 'tool' | 'input'>, last: string): Hostile => ({
  ...bash(last),
  past: Array.from({ length: count }, (_, at) => one(at)),
})
export const ran = (command: string) => ({ tool: 'Bash', input: { command } })

/** Inputs of one kind by name. */
export type Shapes = readonly (readonly [string, () => Hostile])[]
