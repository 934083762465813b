import { baseName, programName } from '../../base-name.ts'
import { goesThrough, type LayerKind } from '../../layers.ts'
import { isShellName } from '../../shell-names.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { stateAttackTool, stateMiner, stateToolImage } from './attack-tools.ts'
import { stateInitScript } from './services.ts'

/** States what is known of a command by its name alone, whatever reader it has and wherever its file lies. */
export function stateByName(command: Command, scribe: Scribe): void {
  const { name } = command
  if (name === undefined) return
  if (name.includes('/init.d/')) stateInitScript(command, scribe)
  if (name.includes('/') && /\/(?:wazuh|ossec)-control$/.test(name) && command.args[0]?.text === 'stop')
    scribe.effect({ kind: 'weaken', area: 'audit', feature: 'Wazuh' })
  stateOpenShell(command, scribe)
  if (name.includes('/')) stateLyingAnywhere(command, scribe)
  stateEndless(command, scribe)
  stateAttackTool(name, command.args, scribe)
  if (command.args[0]?.text === 'run' && /^(?:docker|podman|nerdctl)$/.test(name)) stateToolImage(command.args, scribe)
  if (!programFor(name)) stateMiner(command.args, scribe)
}

const GUARD_FOLDERS =
  /\/[^/]*(?:crowdstrike|falcon|sentinel|carbonblack|bitdefender|sophos|kaspersky|eset|mcafee|trendmicro|symantec|malwarebytes|avast|cylance|tanium|wazuh|ossec|clamav|cbdefense|microsoft defender)[^/]*\//i
const TUNNELS = /^(?:chisel|frp[cs]|gost|ngrok|bore|cloudflared|ligolo|rathole|iodine|dnscat2?)$/

/** What takes a guard away by the folder it lies in; and a tunnel is one wherever its program lies. */
function stateLyingAnywhere(command: Command, scribe: Scribe): void {
  const { name = '', args } = command
  const base = baseName(name)
  const line = [base, ...args.map(({ known }) => known)].join(' ')
  if (GUARD_FOLDERS.test(name) && /uninstall|remove|unload|disable/i.test(line))
    scribe.effect({ kind: 'weaken', area: 'endpoint-protection', feature: base })
  if (TUNNELS.test(base)) programFor(base)?.read({ ...command, name: base }, scribe)
}

/** States a shell without a text of its own that more rights or another program lead to. */
export function stateOpenShell(command: Command, scribe: Scribe): void {
  const { name, args, stdin } = command
  if (!isShellName(name ?? '') || args.some((word) => !/^-[ilp]+$/.test(word.known))) return
  if (breaksOut(command)) scribe.effect({ kind: 'grant', what: 'a root shell', to: 'this session', reach: 'machine' })
  // It reads what nobody has seen.
  if (stdin.kind === 'inherited' && goesThrough(command, 'escape', 'find', 'raise'))
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

/** Layers that anyone puts between more rights and a shell. */
const ORDINARY: ReadonlySet<LayerKind> = new Set<LayerKind>(['raise', 'wrapper', 'limit', 'shell'])

/** A program that was started with more rights now hands them on. */
function breaksOut({ through }: Command): boolean {
  const raised = through.findIndex(({ kind }) => kind === 'raise')
  return raised >= 0 && through.slice(raised + 1).some(({ kind }) => !ORDINARY.has(kind))
}

const ENDLESS = /^\/dev\/(?:zero|u?random)$/
/** Programs that keep everything they read until the end. */
const KEEPS = /^(?:tail|tac|sort|shuf|sponge|rev)$/
/** Programs that work through everything they read. */
const WORKS = /^(?:md5sum|sha\d+sum|shasum|b2sum|cksum|gzip|pigz|bzip2|pbzip2|xz|zstd|lzma|brotli|wc)$/

/** States that a program reads or prints without end: memory or the processor goes until somebody stops it. */
export function stateEndless(command: Command, scribe: Scribe): void {
  const { name, args, redirects } = command
  const base = programName(name ?? '')
  const certainty = goesThrough(command, 'limit') ? 'possible' : 'likely'
  if (base === 'yes') {
    const discarded = redirects.some((item) => item.descriptor === 1 && item.target.text === '/dev/null')
    if (discarded) scribe.effect({ kind: 'exhaust', what: 'processor', certainty })
    else if (isKept(redirects)) scribe.effect({ kind: 'exhaust', what: 'disk', certainty })
    return
  }
  if (isPoured(base, command)) scribe.effect({ kind: 'exhaust', what: 'disk', certainty })
  const what = KEEPS.test(base) ? 'memory' : WORKS.test(base) ? 'processor' : undefined
  if (what === undefined) return
  if (readsEndless({ args, redirects })) scribe.effect({ kind: 'exhaust', what, certainty })
}

function isKept(redirects: Command['redirects']): boolean {
  return redirects.some(
    (item) =>
      item.descriptor === 1 && /^(?:write|append)$/.test(item.kind) && !/^\/dev\//.test(item.target.text ?? '/dev/'),
  )
}

/** `cat /dev/zero > file`, `yes | tee file`: an endless stream is poured into a file. */
function isPoured(base: string, { args, redirects, stdin }: Command): boolean {
  if (base !== 'cat' && base !== 'tee') return false
  const kept = base === 'tee' && args.some((word) => !/^-|^\/dev\//.test(word.known))
  if (!kept && !isKept(redirects)) return false
  const piped = stdin.kind === 'value' ? stdin.value.sources : []
  return (
    (base === 'cat' && readsEndless({ args, redirects })) ||
    piped.some(
      (source) =>
        (source.kind === 'file' && ENDLESS.test(source.path)) ||
        (source.kind === 'command' && source.program === 'yes'),
    )
  )
}

function readsEndless({ args, redirects }: Pick<Command, 'args' | 'redirects'>): boolean {
  const isEndless = (word: Word) => word.text?.startsWith('/dev/') === true && ENDLESS.test(word.text)
  return args.some(isEndless) || redirects.some(({ kind, target }) => kind === 'read' && isEndless(target))
}
