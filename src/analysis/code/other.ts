import { addressOf, hostOf } from '../hosts.ts'
import { verbOf } from '../mcp/verbs.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { evaluatedAddress, runFrom } from '../remote-shape.ts'
import { verbSays } from '../role-words.ts'
import { isSecretName } from '../secrets.ts'
import { stageOfName } from '../stages.ts'
import { stateUnread } from '../unread.ts'
import type { DataSource } from '../words.ts'
import { stateListedDeletes, withLispHomes } from './listed-deletes.ts'
import { stateCarried, stateProgramText } from './program-text.ts'
import { Run } from './run/run.ts'
import { lastOf } from './run/table.ts'
import { isCommand } from './run/typed-there.ts'
import { text } from './run/value.ts'
import { shellTexts, tclCommands } from './shell-texts.ts'

/** `os.getenv("HOME") .. "/x"`, `vim.env.HOME.."/x"`, `homedir() * "/x"`: the home, and a text behind it. */
const HOME =
  /(?:[\w.]{0,40}\bgetenv\(\s{0,4}["']HOME["']\s{0,4}\)|[\w.]{0,40}\bget_env[!(]{1,2}\s{0,4}["']HOME["']\s{0,4}\)|\bENV\[\s{0,4}["']HOME["']\s{0,4}\]|vim\.env\.HOME|vim\.fn\.expand\(\s{0,4}["'](?:~|\$HOME)\/?["']\s{0,4}\)|[\w.]{0,40}\bhome_?dir(?:ectory)?\(\s{0,4}\))\s{0,8}(?:\.\.|\+{1,2}|<>|\*|\.|,)\s{0,8}(["'])\/?/gi

const CALL =
  /([A-Za-z_][\w.:-]{0,60}[!*]?)\s{0,40}[({]?\s{0,40}(\[?)\s*(["'`])((?:[^"'`\\\n]|\\.){1,400})\3((?:(?:\s*,\s*\[?|\s{1,9}(?:(?:nil|t|\d)\s){0,4}'?\(?(?:list\s|quote\s\()?)\s*(["'])(?:[^"'\\\n]|\\.){0,200}\6)*)/g

const RUNS =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|exec|Runtime\.getRuntime\(\)\.exec|ProcessBuilder|run|Process|os:cmd|System\.cmd|spawn|Command|sh|run-program|system\*|call-process|execute|inferior-shell:run)$/
const SHELL_LINES =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|os:cmd|callCommand|readCreateProcess|run-shell-command|shell-command|e?syscmd)$/
const STARTS = /(?:exec|system|popen|spawn|shell|subprocess)[_-]?\w{0,16}$/i
const DELETES =
  /(?:^|[.:])(?:os\.remove|unlink|file\.remove|rm|File\.rm|File\.rm_rf|rm_rf|deleteIfExists|Files\.delete|removeItem|deleteRecursively|rmtree|removeDirectoryRecursive|removePathForcibly|removeFile|delete-directory|delete-file|Directory\.Delete|File\.Delete)!?$/
const RECURSIVE = /rm_rf|Recursively|rmtree|Recursive|Forcibly|delete-directory|Directory\.Delete/
const WRITES = /(?:^|[.:])(?:writeLines|write\.csv|File\.write|writeFile|Files\.writeString|file\.create)!?$/
const READS =
  /(?:^|[.:])(?:io\.open|io\.lines|File\.read|File\.stream|readFile|readLines|readString|slurp|open|read|scan)!?$/
const FETCHES =
  /(?:^|[.:])(?:download\.file|Downloads\.download|HTTPoison\.get|Req\.get|URL|readLines|Source\.fromURL)$/

export function findDanger(given: string, scribe: Scribe): { read: boolean; standing: Standing } {
  // M4 quotes so.
  const plain = /syscmd/.test(given) ? given.replaceAll(/`([^`'\n]{0,400})['`]/g, '"$1"') : given
  const source = withLispHomes(plain).replaceAll(HOME, '$1~/')
  const run = new Run('other', scribe, undefined)
  stateProgramText(source, scribe, { by: 'a load', language: 'other' })
  stateCarried(source, scribe)
  const met = new Set<string>()
  for (const match of source.matchAll(CALL)) {
    const [whole, name = '', , , body = '', rest = ''] = match
    if (met.has(whole)) continue
    met.add(whole)
    if (DELETES.test(name))
      run.deletes(text(body), RECURSIVE.test(name) || /recursive\s*=\s*(?:TRUE|true|T)\b/.test(source), name)
    else if (SHELL_LINES.test(name) || (STARTS.test(name) && isCommand(body))) run.shell(text(body), name)
    else if (RUNS.test(name)) runsWords(run, body, rest, name)
    else if (READS.test(name) && isSecret(body, scribe)) run.prints(run.reads(text(body), undefined, name), name)
    else if (/(?:^|\.)io\.open$/.test(name) && /^\s*,\s*["'][wa]/.test(rest))
      run.writes(text(body), 'overwrite', undefined, name)
    else if (WRITES.test(name)) run.writes(text(body), 'overwrite', undefined, name)
    else if (FETCHES.test(name) && /^(?:https?|ftp):/.test(body))
      run.requests({ url: text(body), method: 'GET', payload: [], by: name })
    else if (/^(?:\/|~\/)[^\s:*]+$/.test(body)) run.mayChange(text(body), verbSays(lastOf(name)), name)
  }
  for (const line of shellTexts(source)) run.shell(text(line), 'a shell')
  const started = tclCommands(source)
  for (const line of [...linesRun(source), ...started.commands]) run.shell(text(line), 'exec')
  if (!started.whole) stateUnread(scribe, 'more commands than are read')
  for (const [, path = ''] of source.matchAll(LOADED)) loads(path, scribe)
  if (HIDDEN_RUN.test(source.replaceAll(CALL, ' ').replaceAll(PLAIN_EXEC, ' '))) run.dynamicRun('other', 'exec')
  for (const [, name = '', paths = ''] of source.matchAll(SEVERAL))
    if (DELETES.test(name))
      for (const [, double, single] of paths.matchAll(QUOTED)) run.deletes(text(double ?? single ?? ''), true, name)
  for (const [, path = ''] of source.matchAll(LISTED_DELETES)) run.deletes(text(path), true, 'file.remove')
  for (const [, path = '', method = ''] of source.matchAll(OBJECT_DELETES))
    run.deletes(text(path), /Recursively/.test(method), method)
  for (const [, path = ''] of source.matchAll(TCL_DELETES)) run.deletes(text(path), true, 'file delete')
  for (const [, paths = ''] of source.matchAll(CMAKE_DELETES))
    for (const path of paths.split(/[\s";]+/)) if (/^[/~]/.test(path)) run.deletes(text(path), true, 'file(REMOVE)')
  if (EXECUTES.test(source)) for (const line of commandsIn(source)) run.shell(text(line), 'a text of this code')
  if (SOCKET.test(source) && ELSEWHERE.test(source) && RECEIVED.test(source))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true, by: 'a socket', certainty: 'likely' })
  stateListedDeletes(source, run)
  stateSaidOver(source, run)
  stateRequests(source, run)
  stateLive(source, run)
  const address = evaluatedAddress(source) ?? fetchedAndEvaluated(source)
  if (address !== undefined) run.state({ ...runFrom(address), by: 'a load from an address' })
  run.flush()
  run.lower('plain')
  return { read: false, standing: run.standing }
}

const HIDDEN_RUN =
  /\b(?:system2?|popen|spawn\w{0,12}|os\.execute|os:cmd|System\.cmd|exec[lv]?p?e?|shell_exec|getRuntime|ProcessBuilder|load(?:string)?|intToUtf8|string\.char)\s{0,4}\(|\beval\b|(?:^|[\n;[])[ \t]{0,40}\$\w{1,60}[ \t]{1,8}[\w{"$/.-]|(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}["$[]|\bopen[ \t]{1,8}["$[{]?\s{0,8}\|?\s{0,8}[$[]/
const PLAIN_EXEC = /(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}[\w./~-][^$[\n;]{0,400}/g

const LOADED =
  /(?:^|[\s;[({])\.?(?:source|load|dofile|loadfile|include|require|import|consult|use)[ \t]{0,8}\(?[ \t]{0,8}["'{]?((?:[\w~-]|\.{0,2}\/)[\w./~-]{0,200}\.\w{1,6})(?![\w(])/g

/** Only what this session put there is read: a name that means something else leads to nothing. */
function loads(path: string, scribe: Scribe): void {
  const use = scribe.pathOf(path)
  if (use.real === undefined || !scribe.facts.session.written.has(use.real)) return
  scribe.runsFile(use, /\.(?:tcl|tm|lua|scm|r|jl|so|dll|dylib)$/i.test(path) ? 'other' : undefined, 'load')
}

/** Several at once: `unlink(c("a", "b"))`, `rm(["a", "b"])`. */
const SEVERAL = /([A-Za-z_][\w.:-]{0,60}!?)\(\s{0,8}(?:[A-Za-z]{1,8}\(|\[)\s{0,8}(["'][^()[\]]{1,2000})/g
const QUOTED = /"((?:[^"\\\n]|\\.){1,300})"|'((?:[^'\\\n]|\\.){1,300})'/g

const LISTED_DELETES =
  /\b(?:file\.remove|unlink)\(\s{0,8}(?:list\.files|list\.dirs|dir)\(\s{0,8}["']((?:[^"'\\\n]|\\.){1,300})["']/g

/** Objects that delete themselves: `new java.io.File("x").delete()`. */
const OBJECT_DELETES = /\b(?:File|Path)\("((?:[^"\\\n]|\\.){1,300})"\)\s{0,8}\.\s{0,8}(delete\w{0,20})\(/g

const TCL_DELETES = /\bfile[ \t]{1,8}delete[ \t]{1,8}(?:-force[ \t]{1,8})?(?:--[ \t]{1,8})?["{]?([^\s"{}\]]{1,300})/g

const CMAKE_DELETES = /\bfile\s{0,4}\(\s{0,20}REMOVE(?:_RECURSE)?\s{1,20}([^)]{1,2000})\)/gi

function isSecret(path: string, scribe: Scribe): boolean {
  return /[/~]/.test(path) && scribe.pathOf(path).tags.includes('secret')
}

const SOCKET = /\bsocket\b|\btcp\s{0,4}\(|\bgen_tcp\b/i
const ELSEWHERE =
  /(?:^|[^\d.])(?!127\.|0\.0\.0\.0)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])|["'][\w-]+(?:\.[\w-]+)*\.[a-z]{2,}["']/i
const RECEIVED = /\b(?:popen|execute|exec|eval|os:cmd|load(?:string)?)\b/

const OPENED = /\bsocket[ \t]{1,8}(?!-server)(?:-async[ \t]{1,8})?["{]?([\w.-]{2,200})["}]?[ \t]{1,8}[\d$]/

/** A socket to another machine: which of the texts go there nobody tells, so all of them may. */
function stateSaidOver(source: string, run: Run): void {
  if (!SOCKET.test(source)) return
  const host = OPENED.exec(source)?.[1] ?? ELSEWHERE.exec(source)?.[0].replace(/^[^\w]+|["']$/g, '')
  if (host === undefined || addressOf(host) === 'loopback') return
  const quoted = [...source.matchAll(/"((?:[^"\\\n]|\\.){1,400})"|'((?:[^'\\\n]|\\.){1,400})'/g)]
  const put = [
    ...source.matchAll(/\bputs[ \t]{1,8}(?:-nonewline[ \t]{1,8})?\$\w{1,60}[ \t]{1,8}\{?([\w.-][^\n;}"]{0,200})/g),
  ]
  const said = [...quoted, ...put].map(([, double, single]) => double ?? single ?? '').join('\n')
  const payload = [{ kind: 'literal' as const, text: said.replace(/\\[rn]/g, '\n') }]
  run.state({ kind: 'send-data', host, channel: 'socket', payload, by: 'a socket', certainty: 'likely' })
}

const EXECUTES =
  /\bos\b.{0,8}\bexecute\b|\bpopen\b|\bos\.cmd\b|\bsys\.process\b|\bsystem\b|\bSystem\.cmd\b|\brun-program\b|\bProcessBuilder\b|\bgetRuntime\b/

function commandsIn(source: string): readonly string[] {
  const texts = [...source.matchAll(/"((?:[^"\\\n]|\\.){4,400})"|'((?:[^'\\\n]|\\.){4,400})'/g)]
  return texts.map((match) => match[1] ?? match[2] ?? '').filter(isCommand)
}

function linesRun(source: string): readonly string[] {
  const commands = [...source.matchAll(/(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}([^\s("'][^\n;\]}]{0,400})/g)]
  const escapes = [
    ...source.matchAll(
      /(?:^|[\n;])[ \t]{0,20}(?:au(?:tocmd)?!?[ \t]{1,8}\S{1,80}[ \t]{1,8}\S{1,80}[ \t]{1,8})?(?::|sil(?:ent)?!?[ \t]{1,8}){0,2}!([^\n=][^\n]{0,400})/g,
    ),
  ]
  return [...commands, ...escapes].map((match) => match[1] ?? '')
}

function runsWords(run: Run, body: string, rest: string, by: string): void {
  const words = [...rest.matchAll(/(["'])((?:[^"'\\\n]|\\.)*)\1/g)].map((match) => text(match[2] ?? ''))
  if (words.length === 0 && /\s/.test(body)) run.shell(text(body), by)
  else run.program([text(body), ...words], by)
}

const MOST = 20
const URL = /["'](https?:\/\/[^"'\s]{3,400})["']/g
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

export function stateRequests(source: string, run: Run): void {
  const urls = farAddresses(source)
  if (urls.length === 0) return
  const methods = [...source.matchAll(METHOD)].flatMap(
    (found) => found.slice(1).find((each) => each !== undefined) ?? [],
  )
  const method = methods.find((each) => !/^(?:get|head)$/i.test(each)) ?? (BODY.test(source) ? 'POST' : undefined)
  if (method === undefined) return
  const paths = [...new Set([...source.matchAll(FILE)].map(([, path = '']) => path))]
  const payload = paths
    .slice(0, MOST)
    .flatMap((path): readonly DataSource[] => run.reads(text(path), undefined, 'a request'))
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
