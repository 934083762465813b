import { weakestGrade } from '../interpret/grade.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { dynamicWord, joinSources, joinText } from '../interpret/values.ts'
import { isSensitiveVariable, recordAssignment } from '../interpret/variable-assignments.ts'
import { evaluateWord } from './arithmetic.ts'
import { bindProgramName } from './builtins/input.ts'
import type { Declaration } from './dispatch.ts'
import { expandHostFor } from './expand-host.ts'
import { type Frame, noteUnread } from './frame.ts'
import { getVariable, resolveReference, setVariable } from './scope.ts'
import type { CoreRecorder } from './shell-recorder.ts'

export function assignVariable(declaration: Declaration, frame: Frame): void {
  storeVariable(declaration, frame)
  clearFreshVariable(frame, declaration.name)
}

function storeVariable(declaration: Declaration, frame: Frame): void {
  const { name, word, append, indexed, elements } = declaration
  const { scope } = frame
  bindNames(declaration, frame)
  if (scope.shell.integers.has(name)) evaluateWord(word, expandHostFor(frame))
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

const NAME_TABLES = new Set(['BASH_CMDS', 'BASH_ALIASES', 'aliases', 'galiases', 'commands', 'functions'])

/** `BASH_ALIASES[x]=text`. */
function bindNames({ name, key, word, entries }: Declaration, frame: Frame): void {
  if (!NAME_TABLES.has(name)) return
  if (key !== undefined) bindProgramName(key, word, frame)
  for (const entry of entries ?? []) {
    const match = /^\[(.*?)\]=/s.exec(entry.known)
    if (!match) continue
    const known = entry.known.slice(match[0].length)
    bindProgramName(match[1], { ...entry, known, text: entry.text === undefined ? undefined : known }, frame)
  }
}

/** States what names became that got their value otherwise than by an assignment: `${x:=…}`, `printf -v`, `mapfile`, a reference. */
export function recordFreshVariables({ scope }: Frame, recorder: CoreRecorder): CommandGrade {
  const { fresh } = scope.shell
  if (fresh.size === 0) return 'proven'
  const names = [...fresh].filter(([name]) => isSensitiveVariable(name))
  fresh.clear()
  return names.reduce<CommandGrade>(
    (grade, [name, word]) => weakestGrade(grade, recordAssignment(name, word, recorder)),
    'proven',
  )
}

export function clearFreshVariable({ scope }: Frame, name: string): void {
  if (resolveReference(scope, name) === name) scope.shell.fresh.delete(name)
}
