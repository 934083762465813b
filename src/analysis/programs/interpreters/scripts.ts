import type { CodeLanguage } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import { wordOf } from '../git/made-words.ts'
import type { Scribe, Standing } from '../program.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { stateAttackTool } from '../system/attack-tools.ts'

export interface ScriptRun {
  readonly language: CodeLanguage
  /** For people: `python`, `node --require`. */
  readonly wrapper: string
  readonly args?: readonly Word[]
}

/** A script file: read when its text is at hand; a project's own script that cannot be read is still known work. */
export function runScript(word: Word, run: ScriptRun, scribe: Scribe): Standing {
  const given = scribe.path(word)
  const path = entryOf(given, run.language, scribe) ?? sourceOf(given, run.language, scribe) ?? given
  const { real } = path
  if (isPacked(path, run.language, scribe)) return stateUnseen(run.language, run.wrapper, scribe)
  const fresh =
    path.sessionMade || isAddress(path.text) || (real !== undefined && scribe.provenance(real).kind === 'elsewhere')
  if (real === undefined || fresh || scribe.readText(real) !== undefined || isChanging(path, run.language, scribe))
    return weakest('expected', scribe.runsFile(path, run.language, run.wrapper, run.args ?? []))
  stateAttackTool(path.text, run.args ?? [], scribe)
  const own = path.zone === 'project'
  const installed = path.zone === 'system' || path.tags.includes('build-artefact')
  const origin = own ? 'project-file' : 'outside-file'
  const known = { read: false, host: undefined, file: path.text, zone: path.zone, language: run.language } as const
  scribe.effect({ kind: 'run-code', origin, ...known, ...(installed && !own && { certainty: 'likely' }) })
  if (own) scribe.unread(path.text, run.args ?? [])
  return own ? 'expected' : 'plain'
}

function isAddress(text: string): boolean {
  return /^[a-z]{2,8}:\/\//i.test(text)
}

/** An archive or compiled file that may hold modules of this session. */
function isPacked({ real, zone }: PathUse, language: CodeLanguage, scribe: Scribe): boolean {
  if (language !== 'python' || real === undefined || zone === 'system') return false
  if (![...scribe.facts.session.written.keys()].some((path) => path.endsWith('.py'))) return false
  const text = scribe.readText(real)
  if (text !== undefined) return text.includes('PK\u0003\u0004')
  return /\.(?:pyz|zip|egg|whl|pyc)$/.test(real) || (scribe.facts.live && scribe.facts.file(real).kind === 'file')
}

/** A script that was there and cannot be read any more, or that something is still to put there. */
function isChanging({ real, tags }: PathUse, language: CodeLanguage, { facts }: Scribe): boolean {
  if (real === undefined) return false
  if (facts.text(real).kind === 'text') return true
  // What a compiler puts out is the project's own work.
  return (
    facts.live &&
    facts.file(real).kind === 'missing' &&
    !tags.includes('build-artefact') &&
    language !== 'javascript' &&
    language !== 'other'
  )
}

const ENTRIES = new Map<CodeLanguage, readonly string[]>([
  ['python', ['__main__.py']],
  ['javascript', ['index.js', 'index.mjs', 'index.cjs', 'index.ts', 'server.js']],
])

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

/** `node a.js` or `node dist/a.js` where only `a.ts` or `src/a.ts` is there to read: that is what it was compiled from. */
function sourceOf({ real }: PathUse, language: CodeLanguage, scribe: Scribe): PathUse | undefined {
  const script = language === 'javascript' && real !== undefined ? /\.([cm]?)js$/.exec(real) : null
  if (!script || real === undefined || scribe.readText(real) !== undefined) return undefined
  const beside = `${real.slice(0, script.index)}.${script[1] ?? ''}ts`
  const found = [beside, beside.replace(/\/(?:dist|build|out|lib)\/(?!.*\/(?:dist|build|out|lib)\/)/, '/src/')].find(
    (path) => scribe.readText(path) !== undefined,
  )
  return found === undefined ? undefined : scribe.pathOf(found)
}

/** Code from standard input; without any the interpreter waits for a person. */
export function runStdin(command: Command, language: CodeLanguage, wrapper: string, scribe: Scribe): Standing {
  if (command.stdin.kind === 'inherited') return 'plain'
  return scribe.runsCode(language, command.stdin.value, wrapper)
}

export const plainWord = (text: string): Word => wordOf(text, { start: 0, end: 0 })

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
