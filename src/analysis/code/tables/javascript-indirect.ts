import { argument, type Calls, type Handler, required } from '../run/table.ts'
import { allSources, exact, knownOf, text, UNKNOWN } from '../run/value.ts'

/** The code of a `data:` address. */
export function dataCode(address: string): string | undefined {
  const found = /^data:(?:text|application)\/(?:javascript|ecmascript|x-javascript)[^,]{0,80},/i.exec(address)
  if (!found) return undefined
  const body = address.slice(found[0].length)
  if (/;base64,$/i.test(found[0])) return Buffer.from(body, 'base64').toString('utf8')
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}

/** A worker runs a file, or with `eval: true` the text itself. */
const worker: Handler = (call, run) => {
  const source = required(call, 0)
  const evaluated = call.args[1]?.fields?.get('eval')
  const code = dataCode(knownOf(source))
  if (code !== undefined) return call.evaluate(text(code), call.name)
  if (evaluated && evaluated.ref !== 'false') return call.evaluate(source, call.name)
  run.flush()
  for (const path of run.paths(source)) run.lower(run.scribe.runsFile(path, 'javascript', call.name))
  return UNKNOWN
}

/** `new URL('file:///x')` names a file wherever a path may stand. */
const address: Handler = (call) => {
  const [value, base] = call.args
  const known = value?.known
  if (known === undefined || base !== undefined) return undefined
  const local = /^file:\/\/(?:localhost)?(?=\/)/.exec(known)
  return local ? text(known.slice(local[0].length), allSources(value)) : undefined
}

/** A program that gets its lines later: `spawn('sh').stdin.end(…)`. */
const feeds: Handler = (call, run) => {
  for (const line of (exact(call.args[0]) ?? '').split('\n')) if (line.trim() !== '') run.loose.text(line, 'javascript')
  run.loose.hint(call.name)
  return undefined
}

/** `$` of a shell library gets its text in pieces or as one. */
const inspects: Handler = (call, run) => {
  run.unknown(`${call.name} may run any text`)
  run.loose.hint(call.name)
  return argument(call, 0) ?? UNKNOWN
}

export const JAVASCRIPT_INDIRECT: Calls = {
  'worker_threads.Worker': worker,
  Worker: worker,
  URL: address,
  'url.{URL pathToFileURL}': address,
  'child_process.{spawn exec execFile fork}().stdin.{write end}': feeds,
  'inspector.Session().post': inspects,
}
