import type { CodeLanguage } from '../../../analysis/effects.ts'
import { baseName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command } from '../../../analysis/words.ts'

/** The commands by which a debugger has its program evaluate what follows. */
const EVALUATES = /^\s*(?:exec|eval|expr(?:ession)?|call|print|inspect|pp?|set|dump)\b[ \t]*/
/** What is for the debugger itself. */
const STEERS =
  /^\s*(?:\.\w+|repl|c(?:ont(?:inue)?)?|n(?:ext)?|s(?:tep)?|o(?:ut)?|finish|bt|backtrace|where|list|l|q(?:uit)?|exit|help|threads?|watchers|breakpoints|info\b.*|(?:b(?:reak)?|stop|clear|setBreakpoint|sb|cb)\b.*)\s*$/
/** A text that is itself program text: `exec("…")`. */
const QUOTED = /^\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)\s*;?\s*$/s

/** What is typed into a program that runs, through its debugger, runs there: it is read as that program's own text. */
export function runAttached(
  command: Command,
  language: CodeLanguage,
  by: string,
  recorder: EffectRecorder,
): CommandGrade {
  const { stdin } = command
  if (stdin.kind !== 'value') return 'plain'
  const { text, sources } = stdin.value
  if (text === undefined) return recorder.runsCode(language, { text, sources }, by)
  const code = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !STEERS.test(line))
    .map((line) => evaluated(line))
    .join('\n')
  return code === '' ? 'plain' : weakestGrade('plain', recorder.runsCode(language, { text: code, sources }, by))
}

function evaluated(line: string): string {
  const rest = line.replace(EVALUATES, '')
  const [, double, single] = (rest === line ? null : QUOTED.exec(rest)) ?? []
  return unescaped(double ?? single) ?? rest
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gis, (_, two?: string, four?: string, sign = '') => {
    const code = two ?? four
    return code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16))
  })
}

/** `node inspect 127.0.0.1:9229`, `node inspect -p 4242`: nothing is started, one that runs is taken hold of. */
export function isAttaching({ args }: Command): boolean {
  const [verb, place] = args.map(({ known }) => known)
  if (verb !== 'inspect' || place === undefined) return false
  return place === '-p' || /^(?:[\w.-]+|\[[\da-f:]+\])?:\d+$|^(?:wss?|https?):\/\//i.test(place)
}

const LANGUAGES: ReadonlyMap<string, CodeLanguage> = new Map<string, CodeLanguage>([
  ['rdbg', 'ruby'],
  ['byebug', 'ruby'],
  ['pry-remote', 'ruby'],
  ['jdb', 'other'],
  ['dlv', 'other'],
])

/** Consoles of debuggers: what is poured into one is evaluated where it is attached. */
export const ATTACHED: Program = {
  names: [...LANGUAGES.keys()],
  read: (command, recorder) => {
    const name = baseName(command.name ?? '')
    return weakestGrade('unknown', runAttached(command, LANGUAGES.get(name) ?? 'other', name, recorder))
  },
}
