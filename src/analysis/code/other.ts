import type { Scribe, Standing } from '../programs/program.ts'
import { isCommand } from './run/loose.ts'
import { Run } from './run/run.ts'
import { text } from './run/value.ts'

const CALL =
  /([A-Za-z_][\w.:-]*)\s*[({]?\s*(\[?)\s*(["'`])((?:[^"'`\\\n]|\\.){1,400})\3((?:\s*,\s*\[?\s*(["'])(?:[^"'\\\n]|\\.){0,200}\6)*)/g

const RUNS =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|exec|Runtime\.getRuntime\(\)\.exec|ProcessBuilder|run|Process|os:cmd|System\.cmd|spawn|Command|sh|run-program|execute|inferior-shell:run)$/
const SHELL_LINES =
  /(?:^|[.:])(?:os\.execute|io\.popen|system|shell|os:cmd|callCommand|readCreateProcess|run-shell-command|shell-command)$/
const DELETES =
  /(?:^|[.:])(?:os\.remove|unlink|file\.remove|rm|File\.rm|File\.rm_rf|rm_rf|deleteIfExists|Files\.delete|removeItem|deleteRecursively|rmtree)$/
const RECURSIVE = /rm_rf|Recursively|rmtree/
const WRITES = /(?:^|[.:])(?:writeLines|write\.csv|File\.write|writeFile|Files\.writeString|file\.create)$/
const FETCHES =
  /(?:^|[.:])(?:download\.file|Downloads\.download|HTTPoison\.get|Req\.get|URL|readLines|Source\.fromURL)$/

/** Languages without a reader of their own: calls with literal arguments that are known to matter. Generous, never a proof. */
export function findDanger(source: string, scribe: Scribe): { read: boolean; standing: Standing } {
  const run = new Run('other', scribe, undefined)
  for (const match of source.matchAll(CALL)) {
    const [, name = '', , , body = '', rest = ''] = match
    if (DELETES.test(name))
      run.deletes(text(body), name, RECURSIVE.test(name) || /recursive\s*=\s*(?:TRUE|true|T)\b/.test(source))
    else if (SHELL_LINES.test(name)) run.shell(text(body), name)
    else if (RUNS.test(name)) runsWords(run, body, rest, name)
    else if (WRITES.test(name)) run.writes(text(body), 'overwrite', name)
    else if (FETCHES.test(name) && /^(?:https?|ftp):/.test(body))
      run.requests({ url: text(body), method: 'GET', payload: [], by: name })
  }
  for (const line of linesRun(source)) run.shell(text(line), 'exec')
  if (EXECUTES.test(source)) for (const line of commandsIn(source)) run.shell(text(line), 'a text of this code')
  run.flush()
  run.lower('plain')
  return { read: false, standing: run.standing }
}

/** Names that execute, in any of these languages, wherever they stand. */
const EXECUTES =
  /\bos\b.{0,8}\bexecute\b|\bpopen\b|\bos\.cmd\b|\bsys\.process\b|\bsystem\b|\bSystem\.cmd\b|\brun-program\b|\bProcessBuilder\b|\bgetRuntime\b/

/** The constant texts that are a program with its words. */
function commandsIn(source: string): readonly string[] {
  const texts = [...source.matchAll(/"((?:[^"\\\n]|\\.){4,400})"|'((?:[^'\\\n]|\\.){4,400})'/g)]
  return texts
    .slice(0, 200)
    .map((match) => match[1] ?? match[2] ?? '')
    .filter(isCommand)
    .slice(0, 20)
}

/** Tcl's `exec rm x`, Groovy's `"rm x".execute()`: the words stand where no call does. */
function linesRun(source: string): readonly string[] {
  const commands = [...source.matchAll(/(?:^|[\n;[{])[ \t]{0,40}exec[ \t]{1,8}([^\s("'][^\n;\]}]{0,400})/g)]
  const texts = [...source.matchAll(/(["'])([^"'\n]{1,400})\1\s{0,8}\.\s{0,8}execute\b/g)]
  return [...commands.map((match) => match[1] ?? ''), ...texts.map((match) => match[2] ?? '')].slice(0, 40)
}

function runsWords(run: Run, body: string, rest: string, by: string): void {
  const words = [...rest.matchAll(/(["'])((?:[^"'\\\n]|\\.)*)\1/g)].map((match) => text(match[2] ?? ''))
  if (words.length === 0 && /\s/.test(body)) run.shell(text(body), by)
  else run.program([text(body), ...words], by)
}
