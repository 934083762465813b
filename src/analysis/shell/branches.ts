import type { Case, If } from 'unbash'
import type { Value } from '../words.ts'
import { expandSingle, piecesOf } from './expand.ts'
import type { Frame } from './frame.ts'
import { hostFor } from './host.ts'
import { mergeInto } from './merge.ts'
import { perhaps } from './overlay.ts'
import { fork, type Scope } from './scope.ts'
import { joinValues, NOTHING } from './values.ts'

/** Every branch is read from where the condition left the shell. */
export function walkIf(node: If, frame: Frame): Value {
  let out = frame.analysis.reader.walk(node.clause, frame)
  const taken: Scope[] = []
  const branch = (body: If['then']) => {
    const scope = fork(frame.scope)
    out = joinValues(
      out,
      perhaps(frame.analysis.overlay, () => frame.analysis.reader.walk(body, { ...frame, scope })),
    )
    taken.push(scope)
  }
  branch(node.then)
  for (const elif of node.elif) {
    frame.analysis.reader.walk(elif.clause, frame)
    branch(elif.then)
  }
  if (node.else) branch(node.else)
  mergeInto(frame.scope, { taken, skippable: !node.else, files: frame.analysis.overlay.files })
  return out
}

export function walkCase(node: Case, frame: Frame): Value {
  const host = hostFor(frame)
  expandSingle(node.word, host)
  const taken: Scope[] = []
  let out = NOTHING
  let complete = false
  for (const item of node.items) {
    for (const pattern of item.pattern) piecesOf(pattern, host, false)
    complete ||= item.pattern.some((pattern) => pattern.text === '*')
    const scope = fork(frame.scope)
    out = joinValues(
      out,
      perhaps(frame.analysis.overlay, () => frame.analysis.reader.walk(item.body, { ...frame, scope })),
    )
    taken.push(scope)
  }
  mergeInto(frame.scope, { taken, skippable: !complete, files: frame.analysis.overlay.files })
  return out
}
