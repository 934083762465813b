import { type Io, paint, showInvisible } from './io.ts'

/** The lines that change between two texts: what goes and what comes, without the common start and end. */
export function changedLines(before: string, after: string, io: Io): string {
  const [left, right] = [before, after].map((text) => (text === '' ? [] : text.trimEnd().split('\n')))
  const old = left ?? []
  const now = right ?? []
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const gone = old.slice(start, old.length - end).map((line) => paint(io, 'red', `- ${showInvisible(line)}`))
  const come = now.slice(start, now.length - end).map((line) => paint(io, 'green', `+ ${showInvisible(line)}`))
  return [...gone, ...come].join('\n')
}
