import { addressOf, hostOf } from '../hosts.ts'
import { verbOf } from '../mcp/verbs.ts'
import { isSecretName } from '../secrets.ts'
import { stageOfName } from '../stages.ts'
import type { DataSource } from '../words.ts'
import type { Run } from './run/run.ts'
import { text } from './run/value.ts'

const MOST = 20
const URL = /["'](https?:\/\/[^"'\s]{3,400})["']/g
/** Names of what sends something: the verb of the protocol as a call, as an option or as a step. */
const METHOD =
  /(?:^|[^\w])(?:\w{1,30}[.:]{1,2})?(post|put|patch|delete|POST|PUT|PATCH|DELETE)!?\s{0,4}\(|\breq_method\s{0,4}\(\s{0,4}["'](\w{3,6})|\bmethod\s{0,4}[:=]\s{0,4}["':]?(post|put|patch|delete)\b|\brequest\s{0,4}\(\s{0,4}["':](post|put|patch|delete)\b/gi
const BODY = /\breq_body_\w{1,20}\s{0,4}\(|\bbody\s{0,4}=\s{0,4}\S/
const FILE =
  /\b(?:upload_file|form_file|open|read|File\.read!?|File\.stream!?|readFile|fileUpload|HTTP\.Multipart|read_file)\s{0,4}\(\s{0,4}["']([^"'\n]{1,300})["']/g

function farAddresses(source: string): readonly string[] {
  const found = new Map<string, string>()
  for (const [, url = ''] of source.matchAll(URL)) {
    const host = hostOf(url)
    if (!found.has(host) && addressOf(host) !== 'loopback') found.set(host, url)
  }
  return [...found.values()]
}

/** Requests that send or change something, wherever the addresses stand in the text. */
export function stateRequests(source: string, run: Run): void {
  const urls = farAddresses(source)
  if (urls.length === 0) return
  const methods = [...source.matchAll(METHOD)].flatMap(
    (found) => found.slice(1).find((each) => each !== undefined) ?? [],
  )
  const method = methods.find((each) => !/^(?:get|head)$/i.test(each)) ?? (BODY.test(source) ? 'POST' : undefined)
  if (method === undefined) return
  const paths = [...new Set([...source.matchAll(FILE)].map(([, path = '']) => path))]
  const payload = paths.slice(0, MOST).flatMap((path): readonly DataSource[] => run.reads(text(path), 'a request'))
  for (const url of urls.slice(0, MOST))
    run.requests({ url: text(url), method, payload, credentials: credentialsIn(source), by: 'a request' })
  if (urls.length > MOST || paths.length > MOST) run.unknown('requests to more places than are read')
}

function credentialsIn(source: string): readonly DataSource[] {
  const found = source.matchAll(/(?:getenv|get_env|fetch_env!?|ENV)\s{0,4}[([]\s{0,4}["'](\w{1,60})["']/g)
  const names = [...new Set([...found].map(([, name = '']) => name))]
  // Those that let somebody in come first.
  const kept = [...names.filter(isSecretName), ...names].slice(0, MOST)
  return [...new Set(kept)].map((name) => ({ kind: 'environment', name }) as DataSource)
}

/** Text that is evaluated and does not stand there, in the words of languages that have one for it. */
const EVALUATES =
  /\b(?:Code\.(?:eval|compile)_\w{1,20}|include_string|load(?:string)?|eval(?:_?string)?|evaluate|Meta\.parse|Function)\s{0,4}\(\s{0,4}(?!["'])\w/

export function fetchedAndEvaluated(source: string): string | undefined {
  return EVALUATES.test(source) ? farAddresses(source)[0] : undefined
}

function namesProduction(source: string): boolean {
  const names = new Set([...source.matchAll(/["':]([\w@./-]{3,80})["']?/g)].map(([, name = '']) => name))
  return [...names].some((name) => stageOfName(name) === 'production')
}

/** Calls of modules: `Shop.Repo.update_all(`, `pkg::delete_object(`. */
const MODULE_CALL = /\b([A-Za-z][\w]{0,40}(?:(?:\.|::)[A-Za-z]\w{0,40}){0,4})(?:\.|::)([a-z]\w{1,40})!?\s{0,2}\(/g
const COMPUTES =
  /^(?:Enum|List|Map|MapSet|String|Keyword|IO|Kernel|Stream|Tuple|Integer|Float|Access|Process|Registry|Logger|System|File|Path|Application|Agent|Base|DateTime|Date|Time|Regex|string|table|math|os|io|base|stats|utils|dplyr|tidyr|ggplot2|stringr|purrr|data\.table|jsonlite|DataFrames|CSV|Statistics|LinearAlgebra|Plots|JSON)$/
/** In production, what the modules of an application are told to change is changed for everybody. */
export function stateLive(source: string, run: Run): void {
  if (run.scribe.stage() !== 'production' && !namesProduction(source)) return
  for (const [, module = '', method = ''] of source.matchAll(MODULE_CALL)) {
    const said = verbOf(method)
    if (COMPUTES.test(module) || (said.type !== 'write' && said.type !== 'deploy')) continue
    run.state({
      kind: 'resource-change',
      system: 'the application',
      verb: said.type === 'write' && said.nature === 'deletion' ? 'delete' : 'update',
      target: `${module} ${method}`,
      mass: /all$/.test(method),
      stage: 'production',
      family: 'other',
      by: `${module}.${method}`,
      certainty: 'likely',
    })
    return
  }
}
