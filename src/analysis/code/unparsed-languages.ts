import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { verbRole } from '../../knowledge/lexicon/role-words.ts'
import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { classifyToolVerb } from '../mcp/tool-verbs.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { downloadedCodeRun, evaluatedAddress } from '../remote/remote-addresses.ts'
import { recordUnread } from '../text/read-limits.ts'
import type { DataSource } from '../words.ts'
import { recordListedDeletes, withLispHomes } from './listed-deletes.ts'
import { recordProgramText, recordSecretUpload } from './program-text.ts'
import { textValue } from './run/abstract-value.ts'
import { lastNamePart } from './run/call-table.ts'
import { isProgramCommand } from './run/remote-typing.ts'
import { CodeRun } from './run/run.ts'
import { shellTexts, tclCommands } from './shell-texts.ts'

/** `os.getenv("HOME") .. "/x"`, `vim.env.HOME.."/x"`, `homedir() * "/x"`: the home, and a text behind it. */
const HOME_EXPRESSION =
  /(?:[\w.]{0,40}\bgetenv\(\s{0,4}["']HOME["']\s{0,4}\)|[\w.]{0,40}\bget_env[!(]{1,2}\s{0,4}["']HOME["']\s{0,4}\)|\bENV\[\s{0,4}["']HOME["']\s{0,4}\]|vim\.env\.HOME|vim\.fn\.expand\(\s{0,4}["'](?:~|\$HOME)\/?["']\s{0,4}\)|[\w.]{0,40}\bhome_?dir(?:ectory)?\(\s{0,4}\))\s{0,8}(?:\.\.|\+{1,2}|<>|\*|\.|,)\s{0,8}(["'])\/?/gi

const TEXT_CALL =
  /([A-Za-z_][\w.:-]{0,60}[!*]?)\s{0,40}[({]?\s{0,40}(\[?)\s*(["'`])((?:[^"'`\\\n]|\\.){1,400})\3((?:(?:\s*,\s*\[?|\s{1,9}(?:(?:nil|t|\d)\s){0,4}'?\(?(?:list\s|quote\s\()?)\s*(["'])(?:[^"'\\\n]|\\.){0,200}\6)*)/g

const RUN_CALLS =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|exec|Runtime\.getRuntime\(\)\.exec|ProcessBuilder|run|Process|os:cmd|System\.cmd|spawn|Command|sh|run-program|system\*|call-process|execute|inferior-shell:run)$/
const SHELL_LINE_CALLS =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|os:cmd|callCommand|readCreateProcess|run-shell-command|shell-command|e?syscmd)$/
const START_CALLS = /(?:exec|system|popen|spawn|shell|subprocess)[_-]?\w{0,16}$/i
const DELETE_CALLS =
  /(?:^|[.:])(?:os\.remove|unlink|file\.remove|rm|File\.rm|File\.rm_rf|rm_rf|deleteIfExists|Files\.delete|removeItem|deleteRecursively|rmtree|removeDirectoryRecursive|removePathForcibly|removeFile|delete-directory|delete-file|Directory\.Delete|File\.Delete)!?$/
const RECURSIVE_CALLS = /rm_rf|Recursively|rmtree|Recursive|Forcibly|delete-directory|Directory\.Delete/
const WRITE_CALLS = /(?:^|[.:])(?:writeLines|write\.csv|File\.write|writeFile|Files\.writeString|file\.create)!?$/
const READ_CALLS =
  /(?:^|[.:])(?:io\.open|io\.lines|File\.read|File\.stream|readFile|readLines|readString|slurp|open|read|scan)!?$/
const FETCH_CALLS =
  /(?:^|[.:])(?:download\.file|Downloads\.download|HTTPoison\.get|Req\.get|URL|readLines|Source\.fromURL)$/

export function scanUnparsedCode(given: string, recorder: EffectRecorder): { read: boolean; grade: CommandGrade } {
  // M4 quotes so.
  const plain = /syscmd/.test(given) ? given.replaceAll(/`([^`'\n]{0,400})['`]/g, '"$1"') : given
  const source = withLispHomes(plain).replaceAll(HOME_EXPRESSION, '$1~/')
  const run = new CodeRun('other', recorder, undefined)
  recordProgramText(source, recorder, { by: 'a load', language: 'other' })
  recordSecretUpload(source, recorder)
  const met = new Set<string>()
  for (const match of source.matchAll(TEXT_CALL)) {
    const [whole, name = '', , , body = '', rest = ''] = match
    if (met.has(whole)) continue
    met.add(whole)
    if (DELETE_CALLS.test(name))
      run.deletes(textValue(body), RECURSIVE_CALLS.test(name) || /recursive\s*=\s*(?:TRUE|true|T)\b/.test(source), name)
    else if (SHELL_LINE_CALLS.test(name) || (START_CALLS.test(name) && isProgramCommand(body)))
      run.shell(textValue(body), name)
    else if (RUN_CALLS.test(name)) recordRunWords(run, body, rest, name)
    else if (READ_CALLS.test(name) && isSecretPath(body, recorder))
      run.prints(run.reads(textValue(body), undefined, name), name)
    else if (/(?:^|\.)io\.open$/.test(name) && /^\s*,\s*["'][wa]/.test(rest))
      run.writes(textValue(body), 'overwrite', undefined, name)
    else if (WRITE_CALLS.test(name)) run.writes(textValue(body), 'overwrite', undefined, name)
    else if (FETCH_CALLS.test(name) && /^(?:https?|ftp):/.test(body))
      run.requests({ url: textValue(body), method: 'GET', payload: [], by: name })
    else if (/^(?:\/|~\/)[^\s:*]+$/.test(body)) run.mayChange(textValue(body), verbRole(lastNamePart(name)), name)
  }
  for (const line of shellTexts(source)) run.shell(textValue(line), 'a shell')
  const started = tclCommands(source)
  for (const line of [...executedLines(source), ...started.commands]) run.shell(textValue(line), 'exec')
  if (!started.whole) recordUnread(recorder, 'more commands than are read')
  for (const [, path = ''] of source.matchAll(LOADED_FILE)) recordLoadedFile(path, recorder)
  if (HIDDEN_RUN.test(source.replaceAll(TEXT_CALL, ' ').replaceAll(PLAIN_EXEC, ' '))) run.dynamicRun('other', 'exec')
  for (const [, name = '', paths = ''] of source.matchAll(LIST_CALL))
    if (DELETE_CALLS.test(name))
      for (const [, double, single] of paths.matchAll(QUOTED_TEXT))
        run.deletes(textValue(double ?? single ?? ''), true, name)
  for (const [, path = ''] of source.matchAll(LISTED_DELETES)) run.deletes(textValue(path), true, 'file.remove')
  for (const [, path = '', method = ''] of source.matchAll(OBJECT_DELETES))
    run.deletes(textValue(path), /Recursively/.test(method), method)
  for (const [, path = ''] of source.matchAll(TCL_DELETES)) run.deletes(textValue(path), true, 'file delete')
  for (const [, paths = ''] of source.matchAll(CMAKE_DELETES))
    for (const path of paths.split(/[\s";]+/))
      if (/^[/~]/.test(path)) run.deletes(textValue(path), true, 'file(REMOVE)')
  if (EXECUTE_CALLS.test(source))
    for (const line of commandsIn(source)) run.shell(textValue(line), 'a text of this code')
  if (SOCKET_USE.test(source) && REMOTE_HOST.test(source) && EXECUTION_WORDS.test(source))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true, by: 'a socket', certainty: 'likely' })
  recordListedDeletes(source, run)
  recordSocketSends(source, run)
  recordRequests(source, run)
  recordProductionCalls(source, run)
  const address = evaluatedAddress(source) ?? fetchedAndEvaluated(source)
  if (address !== undefined) run.state({ ...downloadedCodeRun(address), by: 'a load from an address' })
  run.flush()
  run.lower('plain')
  return { read: false, grade: run.grade }
}

const HIDDEN_RUN =
  /\b(?:system2?|popen|spawn\w{0,12}|os\.execute|os:cmd|System\.cmd|exec[lv]?p?e?|shell_exec|getRuntime|ProcessBuilder|load(?:string)?|intToUtf8|string\.char)\s{0,4}\(|\beval\b|(?:^|[\n;[])[ \t]{0,40}\$\w{1,60}[ \t]{1,8}[\w{"$/.-]|(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}["$[]|\bopen[ \t]{1,8}["$[{]?\s{0,8}\|?\s{0,8}[$[]/
const PLAIN_EXEC = /(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}[\w./~-][^$[\n;]{0,400}/g

const LOADED_FILE =
  /(?:^|[\s;[({])\.?(?:source|load|dofile|loadfile|include|require|import|consult|use)[ \t]{0,8}\(?[ \t]{0,8}["'{]?((?:[\w~-]|\.{0,2}\/)[\w./~-]{0,200}\.\w{1,6})(?![\w(])/g

/** Only what this session put there is read: a name that means something else leads to nothing. */
function recordLoadedFile(path: string, recorder: EffectRecorder): void {
  const use = recorder.pathOf(path)
  if (use.real === undefined || !recorder.facts.session.written.has(use.real)) return
  recorder.runsFile(use, /\.(?:tcl|tm|lua|scm|r|jl|so|dll|dylib)$/i.test(path) ? 'other' : undefined, 'load')
}

/** Several at once: `unlink(c("a", "b"))`, `rm(["a", "b"])`. */
const LIST_CALL = /([A-Za-z_][\w.:-]{0,60}!?)\(\s{0,8}(?:[A-Za-z]{1,8}\(|\[)\s{0,8}(["'][^()[\]]{1,2000})/g
const QUOTED_TEXT = /"((?:[^"\\\n]|\\.){1,300})"|'((?:[^'\\\n]|\\.){1,300})'/g

const LISTED_DELETES =
  /\b(?:file\.remove|unlink)\(\s{0,8}(?:list\.files|list\.dirs|dir)\(\s{0,8}["']((?:[^"'\\\n]|\\.){1,300})["']/g

/** Objects that delete themselves: `new java.io.File("x").delete()`. */
const OBJECT_DELETES = /\b(?:File|Path)\("((?:[^"\\\n]|\\.){1,300})"\)\s{0,8}\.\s{0,8}(delete\w{0,20})\(/g

const TCL_DELETES = /\bfile[ \t]{1,8}delete[ \t]{1,8}(?:-force[ \t]{1,8})?(?:--[ \t]{1,8})?["{]?([^\s"{}\]]{1,300})/g

const CMAKE_DELETES = /\bfile\s{0,4}\(\s{0,20}REMOVE(?:_RECURSE)?\s{1,20}([^)]{1,2000})\)/gi

function isSecretPath(path: string, recorder: EffectRecorder): boolean {
  return /[/~]/.test(path) && recorder.pathOf(path).tags.includes('secret')
}

const SOCKET_USE = /\bsocket\b|\btcp\s{0,4}\(|\bgen_tcp\b/i
const REMOTE_HOST =
  /(?:^|[^\d.])(?!127\.|0\.0\.0\.0)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])|["'][\w-]+(?:\.[\w-]+)*\.[a-z]{2,}["']/i
const EXECUTION_WORDS = /\b(?:popen|execute|exec|eval|os:cmd|load(?:string)?)\b/

const OPENED_SOCKET = /\bsocket[ \t]{1,8}(?!-server)(?:-async[ \t]{1,8})?["{]?([\w.-]{2,200})["}]?[ \t]{1,8}[\d$]/

/** A socket to another machine: which of the texts go there nobody tells, so all of them may. */
function recordSocketSends(source: string, run: CodeRun): void {
  if (!SOCKET_USE.test(source)) return
  const host = OPENED_SOCKET.exec(source)?.[1] ?? REMOTE_HOST.exec(source)?.[0].replace(/^[^\w]+|["']$/g, '')
  if (host === undefined || classifyHost(host) === 'loopback') return
  const quoted = [...source.matchAll(/"((?:[^"\\\n]|\\.){1,400})"|'((?:[^'\\\n]|\\.){1,400})'/g)]
  const put = [
    ...source.matchAll(/\bputs[ \t]{1,8}(?:-nonewline[ \t]{1,8})?\$\w{1,60}[ \t]{1,8}\{?([\w.-][^\n;}"]{0,200})/g),
  ]
  const said = [...quoted, ...put].map(([, double, single]) => double ?? single ?? '').join('\n')
  const payload = [{ kind: 'literal' as const, text: said.replace(/\\[rn]/g, '\n') }]
  run.state({ kind: 'send-data', host, channel: 'socket', payload, by: 'a socket', certainty: 'likely' })
}

const EXECUTE_CALLS =
  /\bos\b.{0,8}\bexecute\b|\bpopen\b|\bos\.cmd\b|\bsys\.process\b|\bsystem\b|\bSystem\.cmd\b|\brun-program\b|\bProcessBuilder\b|\bgetRuntime\b/

function commandsIn(source: string): readonly string[] {
  const texts = [...source.matchAll(/"((?:[^"\\\n]|\\.){4,400})"|'((?:[^'\\\n]|\\.){4,400})'/g)]
  return texts.map((match) => match[1] ?? match[2] ?? '').filter(isProgramCommand)
}

function executedLines(source: string): readonly string[] {
  const commands = [...source.matchAll(/(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}([^\s("'][^\n;\]}]{0,400})/g)]
  const escapes = [
    ...source.matchAll(
      /(?:^|[\n;])[ \t]{0,20}(?:au(?:tocmd)?!?[ \t]{1,8}\S{1,80}[ \t]{1,8}\S{1,80}[ \t]{1,8})?(?::|sil(?:ent)?!?[ \t]{1,8}){0,2}!([^\n=][^\n]{0,400})/g,
    ),
  ]
  return [...commands, ...escapes].map((match) => match[1] ?? '')
}

function recordRunWords(run: CodeRun, body: string, rest: string, by: string): void {
  const words = [...rest.matchAll(/(["'])((?:[^"'\\\n]|\\.)*)\1/g)].map((match) => textValue(match[2] ?? ''))
  if (words.length === 0 && /\s/.test(body)) run.shell(textValue(body), by)
  else run.program([textValue(body), ...words], by)
}

const MAX_FOUND = 20
const QUOTED_URL = /["'](https?:\/\/[^"'\s]{3,400})["']/g
const HTTP_METHOD =
  /(?:^|[^\w])(?:\w{1,30}[.:]{1,2})?(post|put|patch|delete|POST|PUT|PATCH|DELETE)!?\s{0,4}\(|\breq_method\s{0,4}\(\s{0,4}["'](\w{3,6})|\bmethod\s{0,4}[:=]\s{0,4}["':]?(post|put|patch|delete)\b|\brequest\s{0,4}\(\s{0,4}["':](post|put|patch|delete)\b/gi
const REQUEST_BODY = /\breq_body_\w{1,20}\s{0,4}\(|\bbody\s{0,4}=\s{0,4}\S/
const UPLOADED_FILE =
  /\b(?:upload_file|form_file|open|read|File\.read!?|File\.stream!?|readFile|fileUpload|HTTP\.Multipart|read_file)\s{0,4}\(\s{0,4}["']([^"'\n]{1,300})["']/g

function remoteAddresses(source: string): readonly string[] {
  const found = new Map<string, string>()
  for (const [, url = ''] of source.matchAll(QUOTED_URL)) {
    const host = hostOf(url)
    if (!found.has(host) && classifyHost(host) !== 'loopback') found.set(host, url)
  }
  return [...found.values()]
}

function recordRequests(source: string, run: CodeRun): void {
  const urls = remoteAddresses(source)
  if (urls.length === 0) return
  const methods = [...source.matchAll(HTTP_METHOD)].flatMap(
    (found) => found.slice(1).find((each) => each !== undefined) ?? [],
  )
  const method =
    methods.find((each) => !/^(?:get|head)$/i.test(each)) ?? (REQUEST_BODY.test(source) ? 'POST' : undefined)
  if (method === undefined) return
  const paths = [...new Set([...source.matchAll(UPLOADED_FILE)].map(([, path = '']) => path))]
  const payload = paths
    .slice(0, MAX_FOUND)
    .flatMap((path): readonly DataSource[] => run.reads(textValue(path), undefined, 'a request'))
  for (const url of urls.slice(0, MAX_FOUND))
    run.requests({ url: textValue(url), method, payload, credentials: credentialsIn(source), by: 'a request' })
  if (urls.length > MAX_FOUND || paths.length > MAX_FOUND) run.unknown('requests to more places than are read')
}

function credentialsIn(source: string): readonly DataSource[] {
  const found = source.matchAll(/(?:getenv|get_env|fetch_env!?|ENV)\s{0,4}[([]\s{0,4}["'](\w{1,60})["']/g)
  const names = [...new Set([...found].map(([, name = '']) => name))]
  // Those that let somebody in come first.
  const kept = [...names.filter(isSecretName), ...names].slice(0, MAX_FOUND)
  return [...new Set(kept)].map((name) => ({ kind: 'environment', name }) as DataSource)
}

const EVALUATING_CALL =
  /\b(?:Code\.(?:eval|compile)_\w{1,20}|include_string|load(?:string)?|eval(?:_?string)?|evaluate|Meta\.parse|Function)\s{0,4}\(\s{0,4}(?!["'])\w/

function fetchedAndEvaluated(source: string): string | undefined {
  return EVALUATING_CALL.test(source) ? remoteAddresses(source)[0] : undefined
}

function mentionsProduction(source: string): boolean {
  const names = new Set([...source.matchAll(/["':]([\w@./-]{3,80})["']?/g)].map(([, name = '']) => name))
  return [...names].some((name) => environmentOfName(name) === 'production')
}

/** Calls of modules: `Shop.Repo.update_all(`, `pkg::delete_object(`. */
const MODULE_CALL = /\b([A-Za-z][\w]{0,40}(?:(?:\.|::)[A-Za-z]\w{0,40}){0,4})(?:\.|::)([a-z]\w{1,40})!?\s{0,2}\(/g
const COMPUTING_MODULES =
  /^(?:Enum|List|Map|MapSet|String|Keyword|IO|Kernel|Stream|Tuple|Integer|Float|Access|Process|Registry|Logger|System|File|Path|Application|Agent|Base|DateTime|Date|Time|Regex|string|table|math|os|io|base|stats|utils|dplyr|tidyr|ggplot2|stringr|purrr|data\.table|jsonlite|DataFrames|CSV|Statistics|LinearAlgebra|Plots|JSON)$/
/** In production, what the modules of an application are told to change is changed for everybody. */
function recordProductionCalls(source: string, run: CodeRun): void {
  if (run.recorder.environment() !== 'production' && !mentionsProduction(source)) return
  for (const [, module = '', method = ''] of source.matchAll(MODULE_CALL)) {
    const said = classifyToolVerb(method)
    if (COMPUTING_MODULES.test(module) || (said.type !== 'write' && said.type !== 'deploy')) continue
    run.state({
      kind: 'resource-change',
      system: 'the application',
      verb: said.type === 'write' && said.nature === 'deletion' ? 'delete' : 'update',
      target: `${module} ${method}`,
      mass: /all$/.test(method),
      environment: 'production',
      family: 'other',
      by: `${module}.${method}`,
      certainty: 'likely',
    })
    return
  }
}
