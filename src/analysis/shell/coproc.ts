import type { Coproc } from 'unbash'
import type { Stdin, Value } from '../words.ts'
import type { Frame } from './frame.ts'
import { fork, setVariable } from './scope.ts'
import { joinValues, literalWord, NOTHING } from './values.ts'

/** `coproc body`: two descriptors lead to it; what is written to one is its input, the other gives what it prints. */
export function walkCoproc(node: Coproc, frame: Frame): Value {
  const { overlay } = frame.analysis
  const run = (stdin: Stdin): Value =>
    frame.analysis.reader.walk(node.body, {
      ...frame,
      scope: fork(frame.scope),
      stdin,
      background: true,
      stdout: 'pipe',
      depth: frame.depth + 1,
    })
  const [from, to] = [200 + overlay.temporary++, 200 + overlay.temporary++]
  const path = `/dev/fd/${from}`
  const keep = (output: Value) => overlay.files.set(path, { text: output.text, sources: output.sources, made: true })
  keep(run(frame.stdin))
  let written: Value = NOTHING
  let feeding = false
  // A body that writes to its own input would never end.
  const feed = (value: Value): void => {
    written = joinValues(written, value)
    if (feeding) return
    feeding = true
    keep(run({ kind: 'value', value: written }))
    feeding = false
  }
  const value: Value = { text: undefined, sources: [{ kind: 'file', path, secret: false }] }
  frame.scope.descriptors.set(from, { kind: 'input', value, word: undefined })
  frame.scope.descriptors.set(to, { kind: 'process', feed })
  const ends = [literalWord(String(from)), literalWord(String(to))]
  const [first] = ends
  if (first) setVariable(frame.scope, node.name?.value ?? 'COPROC', first, ends)
  return NOTHING
}
