import { readQuietly } from '../../code/written-sources.ts'
import type { CodeLanguage } from '../../effects.ts'
import { recipesIn } from '../../files/recipes.ts'
import { textsOf } from '../../unread.ts'
import type { Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { isTelling, stateAssignment } from './assignments.ts'
import { runsNamed } from './injecting.ts'

/** Variables whose value is data wherever it points: language, terminal, scratch space, output, addresses of services. */
const DATA =
  /^(?:LANG|LANGUAGE|LC_\w+|TZ|TERM|COLUMNS|LINES|IFS|PWD|OLDPWD|TMPDIR|TMP|TEMP|XDG_CACHE_HOME)$|(?:^|_)(?:TMP|TEMP|CACHE|TARGET|OUT|OUTPUT|BUILD|DIST|LOG|LOGS|DATA|URL|URI|HOST|PORT|ENDPOINT|DATABASE|DB)(?:_(?:DIR|PATH|FILE|HOME|PREFIX))?$/
/** Names that say that what they point to is run. */
const CODE = /(?:^|_)(?:HOOKS?|PRELOADS?|STARTUP|INIT|AGENTS?|PLUGINS?|MODULES?|LOADERS?|REQUIRES?|EXTENSIONS?)(?:_|$)/
const SETTINGS = /^(?:HOME|XDG_CONFIG_\w+)$|(?:^|_)(?:CONF|CONFIG|CONFIGS|RC|RCFILE|SETTINGS|PROFILE|ENV)(?:_|$)|RC$/

/**
 * States what a variable does that is set for one program, or for all that follow. By structure: a value that names a place is data
 * only under a name that says so; what code or settings are taken from is a role like that of an operand.
 */
export function stateGiven(name: string, value: Word, scribe: Scribe): Standing {
  const standing = stateAssignment(name, value, scribe)
  if (isTelling(name) || DATA.test(name) || !namesPlace(value)) return standing
  const path = scribe.path(value)
  const written = path.real !== undefined && scribe.facts.session.written.has(path.real)
  if (written && isScript(path.real ?? '', scribe))
    return weakest(standing, runsNamed(path, 'shell', `${name}=`, scribe))
  if (HOMES.test(name)) stateStartFiles(path.real, scribe)
  const strange = path.sessionMade || path.zone === 'temp'
  if (strange && CODE.test(name)) return weakest(standing, runsNamed(path, 'other', `${name}=`, scribe))
  return weakest(standing, strange || CODE.test(name) || SETTINGS.test(name) ? 'plain' : 'expected')
}

export function isDataVariable(name: string): boolean {
  return DATA.test(name)
}

/** Where programs look for the files that they begin with. */
const HOMES = /^(?:HOME|XDG_CONFIG_HOME|ZDOTDIR)$/
/** The language of a start file: it is called after what reads it. */
const STARTED_IN: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\/\.?(?:\w*sh(?:rc|env|_profile|_login)|\w*profile|\w*login)$/, 'shell'],
  [/\/\.?perl\w*$/, 'perl'],
  [/\/\.?(?:python\w*|i?pdbrc)$/, 'python'],
  [/\/\.?(?:irbrc|pryrc|ruby\w*)$/, 'ruby'],
]

/** A home of the session's own: what it wrote there is what the program begins with. */
function stateStartFiles(home: string | undefined, scribe: Scribe): void {
  if (home === undefined || home === scribe.facts.home) return
  const files = [...scribe.facts.session.written.keys()].filter((file) => file.startsWith(`${home}/`))
  for (const [file, text] of textsOf(files, scribe)) {
    if (text === undefined) continue
    readQuietly(file, text, scribe, STARTED_IN.find(([name]) => name.test(file))?.[1] ?? 'other')
    // Settings of whatever syntax: what is found in them as a command is one.
    for (const recipe of recipesIn({ path: scribe.pathOf(file), content: text, whole: true }).found)
      scribe.runsShell({ text: recipe.text, sources: [] }, recipe.name)
  }
}

function namesPlace({ known }: Word): boolean {
  return /^(?:[/~]|\.{1,2}\/)|\//.test(known) && !/^[\w+.-]+:\/\/|\s/.test(known)
}

function isScript(path: string, scribe: Scribe): boolean {
  return scribe.readText(path)?.startsWith('#!') === true
}
