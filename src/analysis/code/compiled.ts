import { verbRole } from '../../knowledge/lexicon/role-words.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { WHOLE_ENVIRONMENT } from '../interpret/values.ts'
import type { Command, DataSource } from '../words.ts'
import { argumentsAt, CompiledValues, chainAfter } from './compiled-values.ts'
import { type AbstractValue, exactText, knownOf, textValue } from './run/abstract-value.ts'
import { CodeRun } from './run/run.ts'
import { shellTexts } from './shell-texts.ts'

const COMPILED_ENDING = /\.(?:go|rs|java|kts?|swift|cs|fs|scala|c|cc|cpp|cxx|m|zig|dart|h|hh|hpp|hxx|[sS]|asm)$/

export function isCompiled(file: string): boolean {
  return COMPILED_ENDING.test(file)
}

type CompiledAct = 'delete' | 'delete-all' | 'shell' | 'program' | 'write' | 'read' | 'send' | 'environment'

const ACT_BY_CALL: readonly (readonly [RegExp, CompiledAct])[] = [
  [
    /(?:^|[.:])(?:RemoveAll|remove_dir_all|deleteRecursively|deleteDirectory|forceDelete|removeItem|trashItem)$/,
    'delete-all',
  ],
  [
    /(?:^|\.)(?:Directory\.Delete|FileUtils\.cleanDirectory|fs::remove_all|filesystem::remove_all|deleteTree)$/,
    'delete-all',
  ],
  [/(?:^|\.)(?:os\.Remove|Files\.delete|Files\.deleteIfExists|File\.Delete|syscall\.Unlink|syscall\.Rmdir)$/, 'delete'],
  [/(?:^|:)(?:remove_file|remove_dir|unlink|rmdir)$|^(?:std::)?remove$|filesystem::remove$/, 'delete'],
  [/(?:^|[.: ])(?:system|popen)$/, 'shell'],
  [
    /(?:^|\.)(?:exec\.Command|exec\.CommandContext|Process\.Start|Process\.run|os\.StartProcess|syscall\.Exec)$/,
    'program',
  ],
  [
    /(?:^|:)Command::new$|(?:^|[. ])(?:ProcessBuilder|ProcessStartInfo)$|getRuntime\(\)\.exec$|^(?:execlp?e?|posix_spawnp?)$/,
    'program',
  ],
  [
    /(?:^|\.)(?:os\.WriteFile|ioutil\.WriteFile|Files\.write|Files\.writeString|File\.WriteAllText)$|(?:^|:)fs::write$/,
    'write',
  ],
  [
    /(?:^|\.)(?:os\.ReadFile|os\.Open|ioutil\.ReadFile|Files\.readString|Files\.readAllBytes|File\.ReadAllText|contentsOfFile|FileReader|FileInputStream)$/,
    'read',
  ],
  [/(?:^|:)(?:read_to_string|fs::read|File::open|fopen)$/, 'read'],
  [
    /(?:^|\.)(?:http\.Post|http\.PostForm|http\.Get|http\.NewRequest|http\.NewRequestWithContext|URI\.create|PostAsync|PostAsJsonAsync|GetAsync|net\.Dial)$/,
    'send',
  ],
  [
    /(?:^|[.:])(?:reqwest::get|ureq::post|ureq::get|TcpStream::connect|TcpClient|Socket)$|client\.(?:post|get|put)$|(?:^|[. ])(?:URL|Uri)$/,
    'send',
  ],
  [
    /(?:^|[.:])(?:os\.Environ|env::vars|vars|System\.getenv|processInfo\.environment|GetEnvironmentVariables)$/,
    'environment',
  ],
]

const CALL_NAME = /[A-Za-z_][\w.:]{0,120}(?:\(\)\.[A-Za-z_]\w{0,60}){0,3}\s{0,4}!?(?=\s{0,4}\()/g
const MAX_CALLS = 4_000
const MAX_SCANNED = 1_000_000
const MAX_PATH_DISTANCE = 200
const MAX_PATH_CALLS = 200

/**
 * Compiled languages: finds the calls that delete, execute, write and send, with as much of their arguments as the text shows.
 * A program is known when nothing it runs is hidden.
 */
export function readCompiled(
  source: string,
  recorder: EffectRecorder,
  file: string,
): { read: boolean; grade: CommandGrade } {
  const run = new CodeRun('other', recorder, file)
  const code = withoutComments(source)
  const values = new CompiledValues(code, recorder.facts.home, file)
  const carried: DataSource[] = []
  const sends: { url: AbstractValue; by: string }[] = []
  let calls = 0
  let looked = 0
  let handed = 0
  let plain = 0
  for (const match of code.matchAll(CALL_NAME)) {
    if (++calls > MAX_CALLS) {
      run.unknown('too many calls to read', 'unread-code')
      break
    }
    const name = match[0].trim()
    const act = ACT_BY_CALL.find(([pattern]) => pattern.test(name))?.[1]
    if (act === undefined && !canWrite(name)) continue
    const open = code.indexOf('(', match.index + match[0].length)
    // Of a call that nothing here knows, only a place that is spelled out near its beginning counts.
    if (
      act === undefined &&
      (handed > MAX_PATH_CALLS || !/["`](?:\/|~\/)/.test(code.slice(open, open + MAX_PATH_DISTANCE)))
    )
      continue
    if (act === undefined) handed++
    const args = argumentsAt(code, open)
    looked += act === undefined ? 0 : args.end - open
    if ((act !== undefined && !args.whole) || looked > MAX_SCANNED) {
      run.unknown('a call too long to read', 'unread-code')
      if (looked > MAX_SCANNED) break
    }
    const [first, second] = args.texts.map((each) => values.of(withoutLabel(each)))
    if (act === undefined || act === 'read') recordPathArguments(run, name, args.texts, values)
    switch (act) {
      case 'delete':
      case 'delete-all':
        if (first) run.deletes(first, act === 'delete-all', name)
        if (first && exactText(first) === undefined) recordWalkDeletions(run, code, name)
        break
      case 'shell':
        if (first) run.shell(first, name)
        if (first && exactText(first) !== undefined) plain++
        break
      case 'program': {
        const chain = chainAfter(code, args.end)
        if (!chain.whole) run.unknown('a call too long to read', 'unread-code')
        const words = values.words([...args.texts, ...chain.texts])
        recordProgramRun(run, words, name)
        if (words[0] && exactText(words[0]) !== undefined) plain++
        break
      }
      case 'write':
        if (first) run.writes(first, 'overwrite', second, name)
        break
      case 'read':
        if (first) carried.push(...run.reads(first, false, name))
        break
      case 'send': {
        const url = [first, second, values.of(args.texts[2] ?? '')].find(
          (each) => each && /^\w+:\/\//.test(knownOf(each)),
        )
        if (url) sends.push({ url, by: name })
        break
      }
      case 'environment':
        if (args.texts.length === 0 || args.texts[0] === '') carried.push(WHOLE_ENVIRONMENT)
        break
    }
  }
  if (countStartCalls(code) > plain) recordPossibleStarts(run, code, values)
  carried.push(...values.secretVariables())
  recordAssignedProcess(run, code, values)
  for (const line of shellTexts(source)) run.shell(textValue(line), 'a shell')
  recordObjectDeletions(run, code, values)
  const secrets = carried.filter((source) => 'secret' in source && source.secret)
  for (const { url, by } of sends)
    run.requests({ url, method: secrets.length > 0 ? 'POST' : 'GET', payload: secrets, by })
  run.flush()
  return { read: run.understood, grade: run.grade === 'proven' ? 'expected' : run.grade }
}

/** Calls that may write to a file they are given, by their names; those that open one by how they open it. */
const WRITING_CALL = /(?:writer|output_?stream|trunc\w*|rename|unlink|chmod|chown)$/i
const OPENING_CALL = /(?:open|openfile|freopen|openoptions|filestream|randomaccessfile)$/i
const WRITE_MODE =
  /O_(?:TRUNC|WRONLY|RDWR|APPEND|CREAT)|"[rb]*[wax+][rbt+]*"|FileMode\.(?:Create|Truncate|Append|OpenOrCreate)|"rw"/

function canWrite(name: string): boolean {
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1).replace(/\s*!?$/, '')
  return verbRole(last) === 'does' || WRITING_CALL.test(last) || OPENING_CALL.test(last)
}

/** Modules and classes by which places are worked on; a method of a value works on that value. */
const ON_PLACES =
  /^(?:std::)?(?:os|fs|ioutil|syscall|unix|filesystem|Files?|FileUtils|Directory|Path|FileManager)\b(?!.*\b(?:new|from|of|init|clone)$)/
/** What plain calls of these names work on is memory, or a file that was opened for it. */
const NOT_IN_MEMORY =
  /^(?!(?:delete|copy|append|add|insert|put|set|replace|move|swap|merge|strip|format|write\w{0,3}|new|init|update|clone)!?$)/
/** Functions of the program's own: what they do stands in it. */
const DEFINED =
  /\b(?:fn|func|fun|void|int|bool|long|char|auto)\s{1,4}\*{0,2}([A-Za-z_]\w{0,60})\s{0,4}\(|\b([A-Za-z_]\w{0,60})\s{0,4}\([^;{}()]{0,400}\)\s{0,20}\{/g
/** Methods that only files have. */
const OF_PLACES =
  /^(?:delete(?:IfExists|OnExit|Recursively)?|(?:write|append)(?:Text|Bytes|String)|set_len|renameTo|moveTo|unlink)$/
const OPENED_TO_WRITE = /\.(?:write|append|truncate|create_new)\(\s{0,4}true\s{0,4}\)/
const ON_SOCKETS = /^(?:send|sendto|sendmsg|connect|socket)$/
const CHANGING: ReadonlySet<CompiledAct> = new Set<CompiledAct>(['delete', 'delete-all', 'shell', 'program', 'send'])

/** May the program change or send away what it is told of? By the calls of its text: what it is told of has no name in it. */
export function mayChangeGiven(source: string): boolean {
  const code = withoutComments(source)
  const own = new Set(
    [...code.replaceAll(STRING_LITERAL, '""').matchAll(DEFINED)].map(([, one, other]) => one ?? other ?? ''),
  )
  let calls = 0
  for (const match of code.matchAll(CALL_NAME)) {
    if (++calls > MAX_CALLS) return true
    const name = match[0].trim()
    const act = ACT_BY_CALL.find(([pattern]) => pattern.test(name))?.[1]
    if (act !== undefined && CHANGING.has(act)) return true
    if (act !== undefined || own.has(name)) continue
    if (/[.>]/.test(code[match.index - 1] ?? '')) {
      if (OF_PLACES.test(name)) return true
      continue
    }
    if (!(/[.:]/.test(name) ? ON_PLACES : NOT_IN_MEMORY).test(name)) continue
    if (ON_SOCKETS.test(name)) return true
    if (!canWrite(name)) continue
    const { texts } = argumentsAt(code, code.indexOf('(', match.index + match[0].length))
    if (!OPENING_CALL.test(name) || texts.some((each) => WRITE_MODE.test(each))) return true
  }
  return countStartCalls(code) > 0 || OPENED_TO_WRITE.test(code)
}

/** `atPath: "x"`, as Swift and Kotlin name what they give. */
function withoutLabel(argument: string): string {
  return argument.replace(/^\w{1,40}:\s{0,4}(?=["A-Z])/, '')
}

/** A call that nothing here knows is given a place outside the project. */
function recordPathArguments(run: CodeRun, name: string, texts: readonly string[], values: CompiledValues): void {
  if (OPENING_CALL.test(name) && !texts.some((each) => WRITE_MODE.test(each))) return
  if (!canWrite(name)) return
  for (const each of texts.slice(0, 4)) {
    const value = values.of(withoutLabel(each))
    if (/^(?:\/|~\/)[^\s:*]+$/.test(exactText(value) ?? '')) run.mayChange(value, 'does', name)
  }
}

const START_CALLS =
  /\b(?:system|popen|execl[ep]?|execvp?e?|execveat|fexecve|posix_spawnp?|WinExec|ShellExecute\w?|CreateProcess\w?)\b/g
const STRING_LITERAL = /"(?:[^"\\\n]|\\.)*"/g
const STRING_TABLE = /\{(\s{0,40}"(?:[^"\\\n]|\\.)*"[^{}]{0,2000})\}/g
const MAX_TEXTS = 200

function countStartCalls(code: string): number {
  return code.replaceAll(STRING_LITERAL, '""').match(START_CALLS)?.length ?? 0
}

/** A program is started, and by which text is not plain: every text that is more than a word, or a path, may be the one, and every table. */
function recordPossibleStarts(run: CodeRun, code: string, values: CompiledValues): void {
  const texts = new Set(
    [...code.matchAll(STRING_LITERAL)]
      .map(([each]) => each)
      .filter((each) => /\S\s+\S|[$;|&<>`]|^"(?:\.{0,2}|~)\//.test(each)),
  )
  for (const each of [...texts].slice(0, MAX_TEXTS)) run.shell(values.of(each), 'a text of the program')
  for (const [, inside = ''] of [...code.matchAll(STRING_TABLE)].slice(0, MAX_TEXTS)) {
    const words = values.words([`{${inside.replace(/,\s*(?:0|NULL|nullptr)?\s*,?\s*$/, '')}}`])
    if (words.length > 1) run.program(words, 'a table of the program')
  }
  if (texts.size > MAX_TEXTS) run.unknown('more texts than are read', 'unread-code')
}

/** Deleting what a walk through a folder finds is deleting the folder. */
function recordWalkDeletions(run: CodeRun, code: string, by: string): void {
  for (const [, folder = ''] of code.matchAll(FOLDER_WALK)) run.deletes(textValue(folder), true, by)
}

const FOLDER_WALK =
  /(?:filepath\.Walk(?:Dir)?|WalkDir::new|read_dir|os\.ReadDir|ioutil\.ReadDir|Files\.walk|nftw|ftw|opendir|GetFiles|EnumerateFiles)\s{0,4}\(\s{0,4}(?:Paths?\.(?:get|of)\()?"((?:[^"\\\n]|\\.){1,300})"/g

function recordProgramRun(run: CodeRun, words: readonly AbstractValue[], call: string): void {
  const [head, ...rest] =
    words[0] && knownOf(words[0]) === '\0' && words.length > 1 && call.endsWith('Context') ? words.slice(1) : words
  if (!head || exactText(head) === undefined) {
    run.lower('plain')
    return
  }
  const only = knownOf(head)
  if (rest.length === 0 && /\s/.test(only)) run.shell(head, call)
  else if (rest.length === 1 && call === 'Process.Start')
    run.shell(textValue(`${only} ${knownOf(rest[0] ?? textValue(''))}`), call)
  else run.program([head, ...rest], call)
}

/** Java's and Kotlin's files delete themselves: `File("x").deleteRecursively()`. */
function recordObjectDeletions(run: CodeRun, code: string, values: CompiledValues): void {
  const pattern = /\b(?:File|Path)\(((?:[^()\n]|\([^()\n]{0,80}\)){1,300})\)\s{0,8}\.\s{0,8}(delete\w{0,20})\(\)/g
  for (const [, argument = '', method = ''] of code.matchAll(pattern))
    run.deletes(values.of(`Path.of(${argument})`), method === 'deleteRecursively', method)
}

/** Swift's and C#'s processes are filled in by assignments: `p.launchPath = "/bin/rm"; p.arguments = [...]`. */
function recordAssignedProcess(run: CodeRun, code: string, values: CompiledValues): void {
  const head =
    /\.(?:launchPath|FileName)\s{0,4}=\s{0,4}("(?:[^"\\\n]|\\.){1,200}")/.exec(code) ??
    /\.executableURL\s{0,4}=\s{0,4}URL\(fileURLWithPath:\s{0,4}("(?:[^"\\\n]|\\.){1,200}")/.exec(code)
  if (!head?.[1]) return
  const args = /\.[aA]rguments\s{0,4}=\s{0,4}(\[[^\]\n]{0,2000}\]|"(?:[^"\\\n]|\\.){0,2000}")/.exec(code)?.[1] ?? ''
  const program = values.of(head[1])
  if (args.startsWith('"')) run.shell(textValue(`${knownOf(program)} ${knownOf(values.of(args))}`), 'Process')
  else run.program([program, ...values.words([args])], 'Process')
}

function withoutComments(source: string): string {
  return source.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)'|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (found) =>
    found.startsWith('/') ? ' ' : found,
  )
}

export function compiledSources(command: Command, base: string, recorder: EffectRecorder): readonly string[] {
  const { written } = recorder.facts.session
  const sources = [...written.keys()].filter(isCompiled)
  if (sources.length === 0) return []
  if (base === 'java') {
    const main = command.args.find((word) => word.text !== undefined && /^[A-Z]\w*$|\.[A-Z]\w*$/.test(word.text))?.text
    return sources.filter(
      (path) => main !== undefined && path.endsWith(`/${main.slice(main.lastIndexOf('.') + 1)}.java`),
    )
  }
  const use = command.head ? recorder.path(command.head) : undefined
  const own = use?.zone === 'project' || use?.zone === 'temp'
  if (!own || use.real === undefined || isTextFile(use.real, recorder)) return []
  return orderSourcesFor(base, sources)
}

export function librarySources(library: string, recorder: EffectRecorder): readonly string[] {
  return orderSourcesFor(library, [...recorder.facts.session.written.keys()].filter(isCompiled))
}

/** Any of them may have gone into it, under whatever name; that of its own name is read first. */
function orderSourcesFor(made: string, sources: readonly string[]): readonly string[] {
  return sources.toSorted(
    (one, other) => Number(fileStem(other) === fileStem(made)) - Number(fileStem(one) === fileStem(made)),
  )
}

function isTextFile(path: string, recorder: EffectRecorder): boolean {
  const { written, built } = recorder.facts.session
  if (written.get(path) !== undefined) return true
  const text = built?.has(path) ? undefined : recorder.readText(path)
  return text !== undefined && !text.startsWith('\x7fELF') && !text.includes('\0')
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}
