import type { CodeLanguage } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { stateAttackTool } from '../system/attack-tools.ts'

const ORDER: readonly Standing[] = ['proven', 'expected', 'plain', 'unknown']

export function weakest(...standings: readonly Standing[]): Standing {
  return standings.reduce((left, right) => (ORDER.indexOf(right) > ORDER.indexOf(left) ? right : left), 'proven')
}

export interface ScriptRun {
  readonly language: CodeLanguage
  /** For people: `python`, `node --require`. */
  readonly wrapper: string
  readonly args?: readonly Word[]
}

/** A script file: read when its text is at hand; a project's own script that cannot be read is still known work. */
export function runScript(word: Word, run: ScriptRun, scribe: Scribe): Standing {
  const given = scribe.path(word)
  const path = entryOf(given, run.language, scribe) ?? given
  const { real } = path
  const fresh = path.sessionMade || (real !== undefined && scribe.facts.session.downloaded.has(real))
  if (real === undefined || fresh || scribe.readText(real) !== undefined)
    return weakest('expected', scribe.runsFile(path, run.language, run.wrapper, run.args ?? []))
  stateAttackTool(path.text, run.args ?? [], scribe)
  const own = path.zone === 'project'
  const installed = path.zone === 'system' || path.tags.includes('build-artefact')
  scribe.effect({
    kind: 'run-code',
    language: run.language,
    origin: own ? 'project-file' : 'outside-file',
    read: false,
    host: undefined,
    ...(installed && !own ? { certainty: 'likely' as const } : {}),
  })
  return own ? 'expected' : 'plain'
}

const ENTRIES = new Map<CodeLanguage, readonly string[]>([
  ['python', ['__main__.py']],
  ['javascript', ['index.js', 'index.mjs', 'index.cjs', 'index.ts', 'server.js']],
])

/** What runs when a folder is named: its entry file, when this session wrote that. */
function entryOf(folder: PathUse, language: CodeLanguage, scribe: Scribe): PathUse | undefined {
  const { written } = scribe.facts.session
  if (folder.real === undefined || written.size === 0 || written.has(folder.real)) return undefined
  const base = folder.real.replace(/\/$/, '')
  const manifest = language === 'javascript' ? scribe.readText(`${base}/package.json`) : undefined
  const main = /"main"\s{0,8}:\s{0,8}"([^"\n]{1,200})"/.exec(manifest ?? '')?.[1]?.replace(/^\.\//, '')
  const names = [...(main === undefined ? [] : [main]), ...(ENTRIES.get(language) ?? [])]
  const found = [...names.map((name) => `${base}/${name}`), `${base}.js`].find((path) => written.has(path))
  return found === undefined ? undefined : scribe.pathOf(found)
}

/** Code from standard input; without any the interpreter waits for a person. */
export function runStdin(command: Command, language: CodeLanguage, wrapper: string, scribe: Scribe): Standing {
  if (command.stdin.kind === 'inherited') return 'plain'
  return scribe.runsCode(language, command.stdin.value, wrapper)
}

/** A word of constant text, for words that the command does not have. */
export function plainWord(text: string): Word {
  return {
    raw: text,
    text,
    known: text,
    span: { start: 0, end: 0 },
    glob: false,
    dynamic: false,
    mayBeEmpty: text === '',
    quoted: true,
    sources: [],
  }
}

/** A server starts; only loopback stays on this machine. */
export function listens(host: string | undefined, by: string, scribe: Scribe): Standing {
  const loopback = host === undefined || /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host)
  scribe.effect({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false, by })
  return loopback ? 'expected' : 'plain'
}

/** The host of `host:port`, or the host alone; a bare port names none. */
export function hostPart(address: string | undefined): string | undefined {
  if (address === undefined || /^:?\d+$/.test(address)) return undefined
  return address.replace(/:\d+$/, '')
}
