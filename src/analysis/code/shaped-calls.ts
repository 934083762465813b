import { addressOf, hostOf } from '../hosts.ts'
import { verbOf } from '../mcp/verbs.ts'
import { stageOfName, strictestStage } from '../stages.ts'
import type { DataSource } from '../words.ts'
import type { Run } from './run/run.ts'
import { text } from './run/value.ts'

/** Texts in languages without a reader of their own: calls that are told by their shape. */

/** More calls and names than a text has that somebody types. */
const MOST = 200
const URL = /["'](https?:\/\/[^"'\s]{3,400})["']/
/** Names of what sends something: the verb of the protocol as a call, as an option or as a step. */
const METHOD =
  /(?:^|[^\w])(?:\w{1,30}[.:]{1,2})?(post|put|patch|delete|POST|PUT|PATCH|DELETE)!?\s{0,4}\(|\breq_method\s{0,4}\(\s{0,4}["'](\w{3,6})|\bmethod\s{0,4}[:=]\s{0,4}["':]?(post|put|patch|delete)\b|\brequest\s{0,4}\(\s{0,4}["':](post|put|patch|delete)\b/i
/** Steps that give a request something to carry, which makes it a change. */
const BODY = /\breq_body_\w{1,20}\s{0,4}\(|\bbody\s{0,4}=\s{0,4}\S/
const FILE =
  /\b(?:upload_file|form_file|open|read|File\.read!?|File\.stream!?|readFile|fileUpload|HTTP\.Multipart|read_file)\s{0,4}\(\s{0,4}["']([^"'\n]{1,300})["']/

/** A request that sends or changes something, wherever the address stands in the text. */
export function stateRequests(source: string, run: Run): void {
  const url = URL.exec(source)?.[1]
  if (url === undefined || addressOf(hostOf(url)) === 'loopback') return
  const found = METHOD.exec(source)
  const method = found?.slice(1).find((each) => each !== undefined) ?? (BODY.test(source) ? 'POST' : undefined)
  if (method === undefined || /^(?:get|head)$/i.test(method)) return
  const path = FILE.exec(source)?.[1]
  const payload: readonly DataSource[] = path === undefined ? [] : run.reads(text(path), 'a request')
  run.requests({ url: text(url), method, payload, credentials: credentialsIn(source), by: 'a request' })
}

/** Variables of the environment that go along with it. */
function credentialsIn(source: string): readonly DataSource[] {
  const names = source.matchAll(/(?:getenv|get_env|fetch_env!?|ENV)\s{0,4}[([]\s{0,4}["'](\w{1,60})["']/g)
  return [...names].slice(0, 8).map(([, name = '']) => ({ kind: 'environment', name }) as DataSource)
}

/** Text that is evaluated and does not stand there, in the words of languages that have one for it. */
const EVALUATES =
  /\b(?:Code\.(?:eval|compile)_\w{1,20}|include_string|load(?:string)?|eval(?:_?string)?|evaluate|Meta\.parse|Function)\s{0,4}\(\s{0,4}(?!["'])\w/

/** The address that something is fetched from in a text that evaluates what does not stand there. */
export function fetchedAndEvaluated(source: string): string | undefined {
  const url = EVALUATES.test(source) ? URL.exec(source)?.[1] : undefined
  return url === undefined || addressOf(hostOf(url)) === 'loopback' ? undefined : url
}

/** A name in quotes that speaks of production: a bucket, a node, a connection. */
function namesProduction(source: string): boolean {
  const names = [...source.matchAll(/["':]([\w@./-]{3,80})["']?/g)].slice(0, MOST).map(([, name = '']) => name)
  return strictestStage(names.map(stageOfName)) === 'production'
}

/** Calls of modules: `Shop.Repo.update_all(`, `pkg::delete_object(`. */
const MODULE_CALL = /\b([A-Za-z][\w]{0,40}(?:(?:\.|::)[A-Za-z]\w{0,40}){0,4})(?:\.|::)([a-z]\w{1,40})!?\s{0,2}\(/g
/** Modules of the languages themselves, which compute. */
const COMPUTES =
  /^(?:Enum|List|Map|MapSet|String|Keyword|IO|Kernel|Stream|Tuple|Integer|Float|Access|Process|Registry|Logger|System|File|Path|Application|Agent|Base|DateTime|Date|Time|Regex|string|table|math|os|io|base|stats|utils|dplyr|tidyr|ggplot2|stringr|purrr|data\.table|jsonlite|DataFrames|CSV|Statistics|LinearAlgebra|Plots|JSON)$/
/** In production, what the modules of an application are told to change is changed for everybody. */
export function stateLive(source: string, run: Run): void {
  if (run.scribe.stage() !== 'production' && !namesProduction(source)) return
  let count = 0
  for (const [, module = '', method = ''] of source.matchAll(MODULE_CALL)) {
    if (++count > MOST) return
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
