import { addressOf } from '../hosts.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { evaluatedAddress, runFrom } from '../remote-shape.ts'
import { stateUnread } from '../unread.ts'
import { stateCarried, stateProgramText } from './program-text.ts'
import { isCommand } from './run/is-command.ts'
import { Run } from './run/run.ts'
import { text } from './run/value.ts'
import { fetchedAndEvaluated, stateLive, stateRequests } from './shaped-calls.ts'
import { shellTexts } from './shell-texts.ts'
import { tclCommands } from './tcl.ts'

const CALL =
  /([A-Za-z_][\w.:-]{0,60}!?)\s{0,40}[({]?\s{0,40}(\[?)\s*(["'`])((?:[^"'`\\\n]|\\.){1,400})\3((?:\s*,\s*\[?\s*(["'])(?:[^"'\\\n]|\\.){0,200}\6)*)/g

const RUNS =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|exec|Runtime\.getRuntime\(\)\.exec|ProcessBuilder|run|Process|os:cmd|System\.cmd|spawn|Command|sh|run-program|execute|inferior-shell:run)$/
const SHELL_LINES =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|os:cmd|callCommand|readCreateProcess|run-shell-command|shell-command|e?syscmd)$/
/** A name that says so by its parts: `execCmd`, `spawn_shell`; what it is given must be a command. */
const STARTS = /(?:exec|system|popen|spawn|shell|subprocess)[_-]?\w{0,16}$/i
const DELETES =
  /(?:^|[.:])(?:os\.remove|unlink|file\.remove|rm|File\.rm|File\.rm_rf|rm_rf|deleteIfExists|Files\.delete|removeItem|deleteRecursively|rmtree|removeDirectoryRecursive|removePathForcibly|removeFile|delete-directory|delete-file|Directory\.Delete|File\.Delete)!?$/
const RECURSIVE = /rm_rf|Recursively|rmtree|Recursive|Forcibly|delete-directory|Directory\.Delete/
const WRITES = /(?:^|[.:])(?:writeLines|write\.csv|File\.write|writeFile|Files\.writeString|file\.create)!?$/
const READS =
  /(?:^|[.:])(?:io\.open|io\.lines|File\.read|File\.stream|readFile|readLines|readString|slurp|open|read|scan)!?$/
const FETCHES =
  /(?:^|[.:])(?:download\.file|Downloads\.download|HTTPoison\.get|Req\.get|URL|readLines|Source\.fromURL)$/

/** Languages without a reader of their own: calls with literal arguments that are known to matter. Generous, never a proof. */
export function findDanger(given: string, scribe: Scribe): { read: boolean; standing: Standing } {
  // M4 quotes so.
  const source = /syscmd/.test(given) ? given.replaceAll(/`([^`'\n]{0,400})['`]/g, '"$1"') : given
  const run = new Run('other', scribe, undefined)
  stateProgramText(source, scribe, { by: 'a load', language: 'other' })
  stateCarried(source, scribe)
  const met = new Set<string>()
  for (const match of source.matchAll(CALL)) {
    const [whole, name = '', , , body = '', rest = ''] = match
    if (met.has(whole)) continue
    met.add(whole)
    if (DELETES.test(name))
      run.deletes(text(body), name, RECURSIVE.test(name) || /recursive\s*=\s*(?:TRUE|true|T)\b/.test(source))
    else if (SHELL_LINES.test(name) || (STARTS.test(name) && isCommand(body))) run.shell(text(body), name)
    else if (RUNS.test(name)) runsWords(run, body, rest, name)
    else if (READS.test(name) && isSecret(body, scribe)) run.prints(run.reads(text(body), name), name)
    else if (/(?:^|\.)io\.open$/.test(name) && /^\s*,\s*["'][wa]/.test(rest)) run.writes(text(body), 'overwrite', name)
    else if (WRITES.test(name)) run.writes(text(body), 'overwrite', name)
    else if (FETCHES.test(name) && /^(?:https?|ftp):/.test(body))
      run.requests({ url: text(body), method: 'GET', payload: [], by: name })
  }
  for (const line of shellTexts(source)) run.shell(text(line), 'a shell')
  const started = tclCommands(source)
  for (const line of [...linesRun(source), ...started.commands]) run.shell(text(line), 'exec')
  if (!started.whole) stateUnread(scribe, 'more commands than are read')
  for (const [, path = ''] of source.matchAll(LOADED)) loads(path, scribe)
  if (HIDDEN_RUN.test(source.replaceAll(CALL, ' ').replaceAll(PLAIN_EXEC, ' '))) run.dynamicRun('other', 'exec')
  for (const [, name = '', paths = ''] of source.matchAll(SEVERAL))
    if (DELETES.test(name))
      for (const [, double, single] of paths.matchAll(QUOTED)) run.deletes(text(double ?? single ?? ''), name, true)
  for (const [, path = ''] of source.matchAll(LISTED_DELETES)) run.deletes(text(path), 'file.remove', true)
  for (const [, path = '', method = ''] of source.matchAll(OBJECT_DELETES))
    run.deletes(text(path), method, /Recursively/.test(method))
  for (const [, path = ''] of source.matchAll(TCL_DELETES)) run.deletes(text(path), 'file delete', true)
  if (EXECUTES.test(source)) for (const line of commandsIn(source)) run.shell(text(line), 'a text of this code')
  if (SOCKET.test(source) && ELSEWHERE.test(source) && RECEIVED.test(source))
    run.state({ kind: 'listen', reach: 'reverse-shell', executes: true, by: 'a socket', certainty: 'likely' })
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

/** More code is taken in by the path of its file: `source x.tcl`, `dofile("x.lua")`, `load ./x.so`. */
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

function isSecret(path: string, scribe: Scribe): boolean {
  return /[/~]/.test(path) && scribe.pathOf(path).tags.includes('secret')
}

/** A socket to another machine whose lines are run: what a way in looks like in a language without a reader. */
const SOCKET = /\bsocket\b|\btcp\s{0,4}\(|\bgen_tcp\b/i
const ELSEWHERE =
  /(?:^|[^\d.])(?!127\.|0\.0\.0\.0)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])|["'][\w-]+(?:\.[\w-]+)*\.[a-z]{2,}["']/i
const RECEIVED = /\b(?:popen|execute|exec|eval|os:cmd|load(?:string)?)\b/

/** Tcl's own way to open one; `-server` waits for others. */
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

/** Tcl's `exec rm x`: the words stand where no call does. */
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
