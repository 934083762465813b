import { readWithoutRecording } from '../code/session-sources.ts'
import type { CodeLanguage } from '../effects.ts'
import { findRecipes } from '../files/recipes.ts'
import { readTexts } from '../text/read-limits.ts'
import type { Word } from '../words.ts'
import { weakestGrade } from './grade.ts'
import { runNamedFile } from './injection-variables.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'
import { isSensitiveVariable, recordAssignment } from './variable-assignments.ts'

/** Variables whose value is data wherever it points: language, terminal, scratch space, output, addresses of services. */
const DATA_VARIABLE =
  /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|COLUMNS|LINES|IFS|PWD|OLDPWD|TMPDIR|TMP|TEMP|XDG_CACHE_HOME)$|(?:^|_)(?:TMP|TEMP|CACHE|TARGET|OUT|OUTPUT|BUILD|DIST|LOG|LOGS|DATA|URL|URI|HOST|PORT|ENDPOINT|DATABASE|DB)(?:_(?:DIR|PATH|FILE|HOME|PREFIX))?$/
/** Names that say that what they point to is run. */
const CODE_VARIABLE =
  /(?:^|_)(?:HOOKS?|PRELOADS?|STARTUP|INIT|AGENTS?|PLUGINS?|MODULES?|LOADERS?|REQUIRES?|EXTENSIONS?)(?:_|$)/
const SETTINGS_VARIABLE =
  /^(?:HOME|XDG_CONFIG_\w+)$|(?:^|_)(?:CONF|CONFIG|CONFIGS|RC|RCFILE|SETTINGS|PROFILE|ENV)(?:_|$)|RC$/

/**
 * States what a variable does that is set for one program, or for all that follow. By structure: a value that names a place is data
 * only under a name that says so; what code or settings are taken from is a role like that of an operand.
 */
export function recordVariableRole(name: string, value: Word, recorder: EffectRecorder): CommandGrade {
  const grade = recordAssignment(name, value, recorder)
  if (isSensitiveVariable(name) || DATA_VARIABLE.test(name) || !isPathValue(value)) return grade
  const path = recorder.path(value)
  const written = path.real !== undefined && recorder.facts.session.written.has(path.real)
  if (written && hasShebang(path.real ?? '', recorder))
    return weakestGrade(grade, runNamedFile(path, 'shell', `${name}=`, recorder))
  if (HOME_VARIABLE.test(name)) recordStartFiles(path.real, recorder)
  const strange = path.sessionMade || path.zone === 'temp'
  if (strange && CODE_VARIABLE.test(name)) return weakestGrade(grade, runNamedFile(path, 'other', `${name}=`, recorder))
  return weakestGrade(grade, strange || CODE_VARIABLE.test(name) || SETTINGS_VARIABLE.test(name) ? 'plain' : 'expected')
}

export function isDataVariable(name: string): boolean {
  return DATA_VARIABLE.test(name)
}

/** Where programs look for the files that they begin with. */
const HOME_VARIABLE = /^(?:HOME|XDG_CONFIG_HOME|ZDOTDIR)$/
/** The language of a start file: it is called after what reads it. */
const START_FILE_LANGUAGES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\/\.?(?:\w*sh(?:rc|env|_profile|_login)|\w*profile|\w*login)$/, 'shell'],
  [/\/\.?perl\w*$/, 'perl'],
  [/\/\.?(?:python\w*|i?pdbrc)$/, 'python'],
  [/\/\.?(?:irbrc|pryrc|ruby\w*)$/, 'ruby'],
]

/** A home of the session's own: what it wrote there is what the program begins with. */
function recordStartFiles(home: string | undefined, recorder: EffectRecorder): void {
  if (home === undefined || home === recorder.facts.home) return
  const files = [...recorder.facts.session.written.keys()].filter((file) => file.startsWith(`${home}/`))
  for (const [file, text] of readTexts(files, recorder)) {
    if (text === undefined) continue
    readWithoutRecording(file, text, recorder, START_FILE_LANGUAGES.find(([name]) => name.test(file))?.[1] ?? 'other')
    // Settings of whatever syntax: what is found in them as a command is one.
    for (const recipe of findRecipes({ path: recorder.pathOf(file), content: text, whole: true }).found)
      recorder.runsShell({ text: recipe.text, sources: [] }, recipe.name)
  }
}

function isPathValue({ known }: Word): boolean {
  return /^(?:[/~]|\.{1,2}\/)|\//.test(known) && !/^[\w+.-]+:\/\/|\s/.test(known)
}

function hasShebang(path: string, recorder: EffectRecorder): boolean {
  return recorder.readText(path)?.startsWith('#!') === true
}
