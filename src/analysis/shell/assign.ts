import type { Standing } from '../programs/program.ts'
import { isTelling, stateAssignment } from '../programs/shell/assignments.ts'
import { weakest } from '../programs/standing.ts'
import { evaluateWord } from './arithmetic.ts'
import { standsFor } from './builtins/input.ts'
import type { Declaration } from './dispatch.ts'
import { type Frame, noteUnread } from './frame.ts'
import { hostFor } from './host.ts'
import { LIMITS } from './limits.ts'
import { getVariable, referred, setVariable } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
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

const TABLES = new Set(['BASH_CMDS', 'BASH_ALIASES', 'aliases', 'galiases', 'commands', 'functions'])

/** `BASH_ALIASES[x]=text`. */
function bindNames({ name, key, word, entries }: Declaration, frame: Frame): void {
  if (!TABLES.has(name)) return
  if (key !== undefined) standsFor(key, word, frame)
  for (const entry of entries ?? []) {
    const match = /^\[(.*?)\]=/s.exec(entry.known)
    if (!match) continue
    const known = entry.known.slice(match[0].length)
    standsFor(match[1], { ...entry, known, text: entry.text === undefined ? undefined : known }, frame)
  }
}

/** States what names became that got their value otherwise than by an assignment: `${x:=…}`, `printf -v`, `mapfile`, a reference. */
export function stateFresh({ scope }: Frame, scribe: CoreScribe): Standing {
  const { fresh } = scope.shell
  if (fresh.size === 0) return 'proven'
  const names = [...fresh].filter(([name]) => isTelling(name))
  fresh.clear()
  return names.reduce<Standing>(
    (standing, [name, word]) => weakest(standing, stateAssignment(name, word, scribe)),
    'proven',
  )
}

export function isJudged({ scope }: Frame, name: string): void {
  if (referred(scope, name) === name) scope.shell.fresh.delete(name)
}
