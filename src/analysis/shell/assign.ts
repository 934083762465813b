import type { Declaration } from './dispatch.ts'
import { evaluateWord } from './evaluated.ts'
import { type Frame, noteUnread } from './frame.ts'
import { isJudged } from './fresh.ts'
import { hostFor } from './host.ts'
import { LIMITS } from './limits.ts'
import { bindNames } from './name-tables.ts'
import { getVariable, setVariable } from './scope.ts'
import { dynamicWord, joinSources, joinText } from './values.ts'

export function assign(declaration: Declaration, frame: Frame): void {
  store(declaration, frame)
  isJudged(frame, declaration.name)
}

function store(declaration: Declaration, frame: Frame): void {
  const { name, word, append, indexed, elements } = declaration
  const { scope } = frame
  bindNames(declaration, frame)
  if (scope.shell.integers.has(name)) evaluateWord(word, hostFor(frame))
  const before = append || indexed ? getVariable(scope, name) : undefined
  if (indexed) {
    const sources = joinSources(before?.word.sources ?? [], word.sources)
    setVariable(scope, name, {
      ...dynamicWord(`$${name}`, sources),
      alternatives: { texts: word.text === undefined ? [] : [word.text], open: true },
    })
  } else if (elements) {
    // A variable that is no array yet is the first element of the one it becomes.
    const all = [...(before?.elements ?? (before ? [before.word] : [])), ...elements]
    if (all.length > LIMITS.arguments) noteUnread(frame, 'too many elements', word.span)
    setVariable(scope, name, before ? (all[0] ?? word) : word, all.slice(0, LIMITS.arguments))
  } else if (append) {
    const text = joinText(before?.word.text ?? (before ? undefined : ''), word.text)
    const sources = joinSources(before?.word.sources ?? [], word.sources)
    setVariable(
      scope,
      name,
      text === undefined ? dynamicWord(`$${name}`, sources) : { ...word, text, known: text, sources },
    )
  } else setVariable(scope, name, word)
}
