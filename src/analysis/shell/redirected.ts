import type { Redirected } from 'unbash'
import type { Command, Stdin, Value } from '../words.ts'
import { readInput } from './flows.ts'
import { type Frame, noteStanding } from './frame.ts'
import { bindRedirects, type DescriptorTable, inputOf } from './redirects.ts'
import { scribeFor } from './scribe.ts'
import { stateRedirects } from './sinks.ts'

/** A compound command with redirects: `{ …; } > file`, `while …; done < list`. */
export function walkRedirected(node: Redirected, frame: Frame): Value {
  const table: DescriptorTable = new Map()
  const bound = bindRedirects(node.redirects, frame, table)
  const input = inputOf(table, frame)
  const stdin: Stdin = input ? { kind: 'value', value: readInput(input, frame) } : frame.stdin
  const stdout = table.get(1)
  const inner: Frame = { ...frame, stdin, stdout: stdout?.kind === 'path' ? 'file' : frame.stdout }
  const before = new Map(frame.scope.descriptors)
  for (const [number, descriptor] of table) if (number > 1) frame.scope.descriptors.set(number, descriptor)
  const output = frame.analysis.reader.walk(node.command, inner)
  restore(frame, before)
  const command: Command = {
    name: undefined,
    head: undefined,
    args: [],
    assignments: [],
    redirects: bound.map((item) => item.redirect),
    stdin,
    stdout: inner.stdout,
    span: { start: node.pos, end: node.end },
    via: frame.via,
    through: frame.through,
    cwd: frame.scope.cwd,
    background: frame.background,
  }
  const scribe = scribeFor(command, inner)
  const [standing, rest] = stateRedirects({ bound, table, output, silent: output.text === '' }, scribe, frame)
  noteStanding(frame, standing)
  return rest
}

function restore(frame: Frame, before: ReadonlyMap<number, import('./scope.ts').Descriptor>): void {
  frame.scope.descriptors.clear()
  for (const [number, descriptor] of before) frame.scope.descriptors.set(number, descriptor)
}
