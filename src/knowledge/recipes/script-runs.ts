import type { CodeLanguage } from '../../analysis/effects.ts'
import { recordAttackTool } from '../../analysis/generic/attack-tools.ts'
import { weakestGrade } from '../../analysis/interpret/grade.ts'
import { recordUnreadCode } from '../../analysis/interpret/injection-variables.ts'
import type { CommandGrade, EffectRecorder } from '../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../analysis/interpret/synthetic-words.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import type { Command, Word } from '../../analysis/words.ts'

export interface ScriptRun {
  readonly language: CodeLanguage
  /** For people: `python`, `node --require`. */
  readonly wrapper: string
  readonly args?: readonly Word[]
}

/** A script file: read when its text is at hand; a project's own script that cannot be read is still known work. */
export function runScriptFile(word: Word, run: ScriptRun, recorder: EffectRecorder): CommandGrade {
  const given = recorder.path(word)
  const path = findEntryFile(given, run.language, recorder) ?? findSourceFile(given, run.language, recorder) ?? given
  const { real } = path
  if (canHoldSessionModules(path, run.language, recorder)) return recordUnreadCode(run.language, run.wrapper, recorder)
  const fresh =
    path.sessionMade || isAddress(path.text) || (real !== undefined && recorder.provenance(real).kind === 'elsewhere')
  if (
    real === undefined ||
    fresh ||
    recorder.readText(real) !== undefined ||
    isChangingScript(path, run.language, recorder)
  )
    return weakestGrade('expected', recorder.runsFile(path, run.language, run.wrapper, run.args ?? []))
  recordAttackTool(path.text, run.args ?? [], recorder)
  const own = path.zone === 'project'
  const installed = path.zone === 'system' || path.tags.includes('build-artefact')
  const origin = own ? 'project-file' : 'outside-file'
  const known = { read: false, host: undefined, file: path.text, zone: path.zone, language: run.language } as const
  recorder.effect({ kind: 'run-code', origin, ...known, ...(installed && !own && { certainty: 'likely' }) })
  if (own) recorder.unread(path.text, run.args ?? [])
  return own ? 'expected' : 'plain'
}

function isAddress(text: string): boolean {
  return /^[a-z]{2,8}:\/\//i.test(text)
}

/** An archive or compiled file that may hold modules of this session. */
function canHoldSessionModules({ real, zone }: PathUse, language: CodeLanguage, recorder: EffectRecorder): boolean {
  if (language !== 'python' || real === undefined || zone === 'system') return false
  if (![...recorder.facts.session.written.keys()].some((path) => path.endsWith('.py'))) return false
  const text = recorder.readText(real)
  if (text !== undefined) return text.includes('PK\u0003\u0004')
  return /\.(?:pyz|zip|egg|whl|pyc)$/.test(real) || (recorder.facts.live && recorder.facts.file(real).kind === 'file')
}

/** A script that was there and cannot be read any more, or that something is still to put there. */
function isChangingScript({ real, tags }: PathUse, language: CodeLanguage, { facts }: EffectRecorder): boolean {
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

const ENTRY_FILES = new Map<CodeLanguage, readonly string[]>([
  ['python', ['__main__.py']],
  ['javascript', ['index.js', 'index.mjs', 'index.cjs', 'index.ts', 'server.js']],
])

function findEntryFile(folder: PathUse, language: CodeLanguage, recorder: EffectRecorder): PathUse | undefined {
  const { written } = recorder.facts.session
  if (folder.real === undefined || written.size === 0 || written.has(folder.real)) return undefined
  const base = folder.real.replace(/\/$/, '')
  const manifest = language === 'javascript' ? recorder.readText(`${base}/package.json`) : undefined
  const main = /"main"\s{0,8}:\s{0,8}"([^"\n]{1,200})"/.exec(manifest ?? '')?.[1]?.replace(/^\.\//, '')
  const names = [...(main === undefined ? [] : [main]), ...(ENTRY_FILES.get(language) ?? [])]
  const found = [...names.map((name) => `${base}/${name}`), `${base}.js`].find((path) => written.has(path))
  return found === undefined ? undefined : recorder.pathOf(found)
}

/** `node a.js` or `node dist/a.js` where only `a.ts` or `src/a.ts` is there to read: that is what it was compiled from. */
function findSourceFile({ real }: PathUse, language: CodeLanguage, recorder: EffectRecorder): PathUse | undefined {
  const script = language === 'javascript' && real !== undefined ? /\.([cm]?)js$/.exec(real) : null
  if (!script || real === undefined || recorder.readText(real) !== undefined) return undefined
  const beside = `${real.slice(0, script.index)}.${script[1] ?? ''}ts`
  const found = [beside, beside.replace(/\/(?:dist|build|out|lib)\/(?!.*\/(?:dist|build|out|lib)\/)/, '/src/')].find(
    (path) => recorder.readText(path) !== undefined,
  )
  return found === undefined ? undefined : recorder.pathOf(found)
}

/** Code from standard input; without any the interpreter waits for a person. */
export function runStdin(
  command: Command,
  language: CodeLanguage,
  wrapper: string,
  recorder: EffectRecorder,
): CommandGrade {
  if (command.stdin.kind === 'inherited') return 'plain'
  return recorder.runsCode(language, command.stdin.value, wrapper)
}

export const makePlainWord = (text: string): Word => makeSyntheticWord(text, { start: 0, end: 0 })

export function recordServerListening(host: string | undefined, by: string, recorder: EffectRecorder): CommandGrade {
  const loopback = host === undefined || /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host)
  recorder.effect({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false, by })
  return loopback ? 'expected' : 'plain'
}

/** The host of `host:port`, or the host alone; a bare port names none. */
export function parseHostPart(address: string | undefined): string | undefined {
  if (address === undefined || /^:?\d+$/.test(address)) return undefined
  return address.replace(/:\d+$/, '')
}
