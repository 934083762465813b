import { isShellName } from '../../knowledge/lexicon/shell-names.ts'
import { recordInitScript } from '../../knowledge/programs/system/services.ts'
import { baseName, programName } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { programFor } from '../interpret/registry.ts'
import type { Command, Word } from '../words.ts'
import { hasWrapper, type WrapperKind } from '../wrappers.ts'
import { recordAttackTool, recordAttackToolImage, recordMiner } from './attack-tools.ts'

/** States what is known of a command by its name alone, whatever analyzer it has and wherever its file lies. */
export function recordByProgramName(command: Command, recorder: EffectRecorder): void {
  const { name } = command
  if (name === undefined) return
  if (name.includes('/init.d/')) recordInitScript(command, recorder)
  if (name.includes('/') && /\/(?:wazuh|ossec)-control$/.test(name) && command.args[0]?.text === 'stop')
    recorder.effect({ kind: 'weaken', area: 'audit', feature: 'Wazuh' })
  recordOpenShellEffect(command, recorder)
  if (name.includes('/')) recordByProgramPath(command, recorder)
  recordEndlessInput(command, recorder)
  recordAttackTool(name, command.args, recorder)
  if (command.args[0]?.text === 'run' && /^(?:docker|podman|nerdctl)$/.test(name))
    recordAttackToolImage(command.args, recorder)
  if (!programFor(name)) recordMiner(command.args, recorder)
}

const SECURITY_TOOL_FOLDER =
  /\/[^/]*(?:crowdstrike|falcon|sentinel|carbonblack|bitdefender|sophos|kaspersky|eset|mcafee|trendmicro|symantec|malwarebytes|avast|cylance|tanium|wazuh|ossec|clamav|cbdefense|microsoft defender)[^/]*\//i
const TUNNEL_PROGRAM = /^(?:chisel|frp[cs]|gost|ngrok|bore|cloudflared|ligolo|rathole|iodine|dnscat2?)$/

/** What takes a guard away by the folder it lies in; and a tunnel is one wherever its program lies. */
function recordByProgramPath(command: Command, recorder: EffectRecorder): void {
  const { name = '', args } = command
  const base = baseName(name)
  const line = [base, ...args.map(({ known }) => known)].join(' ')
  if (SECURITY_TOOL_FOLDER.test(name) && /uninstall|remove|unload|disable/i.test(line))
    recorder.effect({ kind: 'weaken', area: 'endpoint-protection', feature: base })
  if (TUNNEL_PROGRAM.test(base)) programFor(base)?.read({ ...command, name: base }, recorder)
}

/** States a shell without a text of its own that more rights or another program lead to. */
function recordOpenShellEffect(command: Command, recorder: EffectRecorder): void {
  const { name, args, stdin } = command
  if (!isShellName(name ?? '') || args.some((word) => !/^-[ilp]+$/.test(word.known))) return
  if (escapesRaisedProgram(command))
    recorder.effect({ kind: 'grant', what: 'a root shell', to: 'this session', reach: 'machine' })
  // It reads what nobody has seen.
  if (stdin.kind === 'inherited' && hasWrapper(command, 'escape', 'find', 'raise'))
    recorder.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

/** Layers that anyone puts between more rights and a shell. */
const ORDINARY_WRAPPERS: ReadonlySet<WrapperKind> = new Set<WrapperKind>(['raise', 'wrapper', 'limit', 'shell'])

/** A program that was started with more rights now hands them on. */
function escapesRaisedProgram({ wrappers }: Command): boolean {
  const raised = wrappers.findIndex(({ kind }) => kind === 'raise')
  return raised >= 0 && wrappers.slice(raised + 1).some(({ kind }) => !ORDINARY_WRAPPERS.has(kind))
}

const ENDLESS_DEVICE = /^\/dev\/(?:zero|u?random)$/
/** Programs that keep everything they read until the end. */
const BUFFERING_PROGRAM = /^(?:tail|tac|sort|shuf|sponge|rev)$/
/** Programs that work through everything they read. */
const CPU_BOUND_PROGRAM = /^(?:md5sum|sha\d+sum|shasum|b2sum|cksum|gzip|pigz|bzip2|pbzip2|xz|zstd|lzma|brotli|wc)$/

/** States that a program reads or prints without end: memory or the processor goes until somebody stops it. */
function recordEndlessInput(command: Command, recorder: EffectRecorder): void {
  const { name, args, redirects } = command
  const base = programName(name ?? '')
  const certainty = hasWrapper(command, 'limit') ? 'possible' : 'likely'
  if (base === 'yes') {
    const discarded = redirects.some((item) => item.descriptor === 1 && item.target.text === '/dev/null')
    if (discarded) recorder.effect({ kind: 'exhaust', what: 'processor', certainty })
    else if (isRedirectedToFile(redirects)) recorder.effect({ kind: 'exhaust', what: 'disk', certainty })
    return
  }
  if (isEndlessStreamToFile(base, command)) recorder.effect({ kind: 'exhaust', what: 'disk', certainty })
  const what = BUFFERING_PROGRAM.test(base) ? 'memory' : CPU_BOUND_PROGRAM.test(base) ? 'processor' : undefined
  if (what === undefined) return
  if (readsEndlessDevice({ args, redirects })) recorder.effect({ kind: 'exhaust', what, certainty })
}

function isRedirectedToFile(redirects: Command['redirects']): boolean {
  return redirects.some(
    (item) =>
      item.descriptor === 1 &&
      (item.kind === 'write' || item.kind === 'append') &&
      !/^\/dev\//.test(item.target.text ?? '/dev/'),
  )
}

/** `cat /dev/zero > file`, `yes | tee file`: an endless stream is poured into a file. */
function isEndlessStreamToFile(base: string, { args, redirects, stdin }: Command): boolean {
  if (base !== 'cat' && base !== 'tee') return false
  const kept = base === 'tee' && args.some((word) => !/^-|^\/dev\//.test(word.known))
  if (!kept && !isRedirectedToFile(redirects)) return false
  const piped = stdin.kind === 'value' ? stdin.value.sources : []
  return (
    (base === 'cat' && readsEndlessDevice({ args, redirects })) ||
    piped.some(
      (source) =>
        (source.kind === 'file' && ENDLESS_DEVICE.test(source.path)) ||
        (source.kind === 'command' && source.program === 'yes'),
    )
  )
}

function readsEndlessDevice({ args, redirects }: Pick<Command, 'args' | 'redirects'>): boolean {
  const isEndless = (word: Word) => word.text?.startsWith('/dev/') === true && ENDLESS_DEVICE.test(word.text)
  return args.some(isEndless) || redirects.some(({ kind, target }) => kind === 'read' && isEndless(target))
}
