import { baseName } from '../../base-name.ts'
import { isCompiled } from '../../code/compiled.ts'
import { readQuietly } from '../../code/written-sources.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { stateAttackTool } from './attack-tools.ts'

type Remark = (command: Command, scribe: Scribe) => void

/** An option that makes a program load a library as its own code. */
const loads =
  (option: RegExp): Remark =>
  ({ args }, scribe) => {
    const engine = args[0]?.text === 'engine'
    for (const [at, word] of args.entries()) {
      if (!/\.(?:so|dylib|dll)[\d.]*$/.test(word.known) || !(engine || option.test(args[at - 1]?.known ?? ''))) continue
      if (scribe.path(word).zone !== 'system') runsUnread(word, scribe)
    }
  }

function runsUnread({ raw }: Word, scribe: Scribe): void {
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'dynamic', read: false, host: undefined, by: raw })
}

/** A backup takes in what it is pointed at. */
const backsUp: Remark = ({ args }, scribe) => {
  if (!args.some(({ known }) => /^(?:backup|create|snapshot|full|-c)$/.test(known))) return
  for (const word of args)
    if (/^[~/]/.test(word.known)) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
}

const entersInit: Remark = ({ args }, scribe) => {
  if (args.some((word) => /\/proc\/1\/ns\//.test(word.known)))
    scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'nsenter into init' })
}

const runsJar: Remark = ({ args }, scribe) => {
  const jar = args[args.findIndex((word) => word.text === '-jar') + 1]
  if (jar?.text?.endsWith('.jar')) stateAttackTool(jar.text, args.slice(2), scribe)
}

/** Lines that begin with `!` are Perl. */
const cpanShell: Remark = ({ stdin }, scribe) => {
  if (stdin.kind === 'inherited') return
  for (const line of (stdin.value.text ?? '').split('\n'))
    if (/^\s*!/.test(line)) scribe.runsCode('perl', { text: line.replace(/^\s*!\s*/, ''), sources: [] }, 'cpan')
}

/** Settings of apt that are commands. */
const aptHooks: Remark = ({ args }, scribe) => {
  for (const { known, text } of args) {
    const hook = /^(?:-o=?)?[A-Za-z]+::[\w:-]*(?:Invoke|Pager|Dpkg::Path|Bin::)[\w:-]*=(.+)$/.exec(known)?.[1]
    if (hook !== undefined) scribe.runsShell({ text: text === undefined ? undefined : hook, sources: [] }, 'apt')
  }
}

/** A tunnel is one wherever its program lies. */
const opensTunnel: Remark = (command, scribe) => {
  const name = command.name ?? ''
  const base = baseName(name)
  if (name.includes('/')) programFor(base)?.read({ ...command, name: base }, scribe)
}

/** Options that make a library: nobody starts it by its name, and whoever loads it runs it. */
const LIBRARY =
  /^(?:-shared|-dynamiclib|-bundle|-buildmode=(?:c-shared|plugin)|(?:--crate-type=?)?(?:c?dylib|proc-macro))$/
/** What a program runs before its first line, and a library as soon as it is loaded. */
const AT_LOADING = /\bconstructor\b|\.init_array|\b_init\s{0,4}\(|#\[(?:ctor|link_section)\b/

/** Names and texts that the command line gives to a source. */
const DEFINES = /^-D([A-Za-z_]\w*(?:\([^)]*\))?)=(.*)$/s
const TELLING = /"[^"]*[\s$;|&<>`][^"]*"|^\w+$/

/** A source that this session wrote and compiles: what its calls would do once it runs, where that run cannot be seen. */
const compiles: Remark = ({ args, stdin }, scribe) => {
  const defines = args.flatMap(({ known }) => {
    const [, name, value = ''] = DEFINES.exec(known) ?? []
    return name !== undefined && TELLING.test(value) ? [`#define ${name} ${value}\n`] : []
  })
  const named = args.some(({ known }) => /^-x./.test(known) || known === '-x')
  const unseen = defines.length > 0 || named || args.some(({ known }) => LIBRARY.test(known))
  for (const word of args) {
    if (word.text === undefined || word.text.startsWith('-') || !(named || isCompiled(word.text))) continue
    const { real, zone, sessionMade, text } = scribe.path(word)
    const own = real !== undefined && (sessionMade || scribe.provenance(real).kind === 'session')
    const source = own ? scribe.readText(real) : undefined
    if (source !== undefined && (zone !== 'project' || unseen || AT_LOADING.test(source)))
      readQuietly(isCompiled(text) ? text : `${text}.c`, defines.join('') + source, scribe)
  }
  const given = stdin.kind === 'value' ? stdin.value.text : undefined
  if (named && given !== undefined) readQuietly('input.c', defines.join('') + given, scribe)
}

const REMARKS: readonly (readonly [names: string, remark: Remark])[] = [
  ['ssh-keygen', loads(/^-D$/)],
  ['ssh-add', loads(/^-[se]$/)],
  ['ssh', loads(/^-I$/)],
  ['openssl', loads(/^(?:-engine|-provider)$/)],
  ['curl', loads(/^--engine$/)],
  ['restic borg kopia duplicity tarsnap', backsUp],
  ['nsenter', entersInit],
  ['java', runsJar],
  ['cpan', cpanShell],
  ['apt apt-get aptitude dpkg', aptHooks],
  ['chisel frpc frps gost ngrok bore cloudflared ligolo rathole iodine dnscat dnscat2', opensTunnel],
  ['gcc g++ cc c++ clang clang++ tcc rustc swiftc javac kotlinc zig nim crystal', compiles],
]

const BY_NAME: ReadonlyMap<string, Remark> = new Map(
  REMARKS.flatMap(([names, remark]) => names.split(' ').map((name) => [name, remark] as const)),
)

const GUARD_FOLDERS =
  /\/[^/]*(?:crowdstrike|falcon|sentinel|carbonblack|bitdefender|sophos|kaspersky|eset|mcafee|trendmicro|symantec|malwarebytes|avast|cylance|tanium|wazuh|ossec|clamav|cbdefense|microsoft defender)[^/]*\//i

/** States what no reader of the program looks at, because it holds wherever the program lies. */
export function stateBeside(command: Command, scribe: Scribe): void {
  const { name = '', args } = command
  const base = baseName(name)
  if (
    base !== name &&
    GUARD_FOLDERS.test(name) &&
    /uninstall|remove|unload|disable/i.test([base, ...args.map(wordOf)].join(' '))
  )
    scribe.effect({ kind: 'weaken', area: 'endpoint-protection', feature: base })
  BY_NAME.get(base)?.(command, scribe)
}

function wordOf({ known }: Word): string {
  return known
}
