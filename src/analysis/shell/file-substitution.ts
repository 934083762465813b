import type { ParsedScript } from 'unbash'
import type { Command, Value } from '../words.ts'
import { expandSingle } from './expand.ts'
import type { Frame } from './frame.ts'
import { hostFor } from './host.ts'
import { literalWord } from './values.ts'

/** `$(<file)` is what `$(cat file)` is; undefined for every other substitution. */
export function fileSubstitution(script: ParsedScript, frame: Frame): Value | undefined {
  const [statement, ...more] = script.commands
  const node = statement?.command
  if (more.length > 0 || node?.type !== 'Command' || node.name) return undefined
  const input = node.redirects.at(-1)
  const others = node.prefix.some((item) => item.type === 'Assignment')
  if (input?.type !== 'Redirect' || !input.target || others || node.redirects.some((item) => item.operator !== '<'))
    return undefined
  const span = { start: node.pos, end: node.end }
  const head = literalWord('cat', span)
  const command: Command = {
    name: 'cat',
    head,
    args: [literalWord('--', span), expandSingle(input.target, hostFor(frame))],
    assignments: [],
    redirects: [],
    stdin: frame.stdin,
    stdout: frame.stdout,
    span,
    via: frame.via,
    through: frame.through,
    cwd: frame.scope.cwd,
    background: frame.background,
  }
  return frame.analysis.reader.runCall({
    command,
    frame,
    declarations: [],
    given: [],
    bound: [],
    table: new Map(),
    direct: true,
  })
}
