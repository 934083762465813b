import { recordProgramText } from '../../../analysis/code/program-text.ts'
import type { Effect } from '../../../analysis/effects.ts'
import { hasMatchingWord, joinArguments, nonOptionWords, wordAfter } from '../../../analysis/interpret/command-words.ts'
import { readStdinText, recordReads, recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { Command, Word } from '../../../analysis/words.ts'

type ObserveKind = Extract<Effect, { kind: 'observe' }>['what']

/** Programs made to watch: stated as such unless the words only ask or stay at home. */
function createWatcherProgram(names: string, what: ObserveKind, harmless?: RegExp): Program {
  return {
    names: names.split(' '),
    read: (command, recorder) => {
      const line = joinArguments(command.args)
      if (isHelpRequest(command.args) || /^-(?:h|V|v)$/.test(line) || harmless?.test(line)) return 'proven'
      if (what === 'host-scan' && scansOnlyThisMachine(command)) return 'plain'
      if (what !== 'network-traffic' || !capturesOnlyLoopback(command)) recorder.effect({ kind: 'observe', what })
      if (what === 'memory') recordMemorySecrets(command, recorder)
      const target = wordAfter(command.args, /^(?:-w|-o[NXGA]?|--write-file|--output)$/)
      if (target) recordWrite(target, 'overwrite', recorder)
      return 'plain'
    },
  }
}

/** Only listens, and only to what this machine tells itself. */
function capturesOnlyLoopback({ name = '', args }: Command): boolean {
  const given = args.flatMap(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] =
      /^(--?interface)=(.*)$/s.exec(known) ?? /^(-i)(.+)$/s.exec(known) ?? []
    return /^(?:-i|-d|--interface)$/.test(option) ? [value] : []
  })
  const listens = /^(?:tcpdump|tshark|wireshark|dumpcap|ngrep|tcpflow|snoop)$/.test(name)
  return listens && given.length > 0 && given.every((device) => /^lo\d?$/.test(device))
}

/** Programs that hold a person's keys and passwords while they run. */
const SECRET_HOLDING_PROCESS =
  /\b(?:ssh-agent|gpg-agent|gnome-keyring\w*|kwalletd?\w*|keepass\w*|1password|bitwarden|firefox|chrom(?:e|ium)|brave|thunderbird|sssd|lsass|polkit-?d?|login|sshd|vault)\b/i

/** Whatever was said of a look at memory: that of a program that keeps keys holds them. */
function recordMemorySecrets({ args }: Command, recorder: EffectRecorder): void {
  const [kept] = args.flatMap(({ raw }) => SECRET_HOLDING_PROCESS.exec(raw)?.[0] ?? [])
  if (kept !== undefined)
    recorder.effect({ kind: 'expose-secret', source: { kind: 'secret-store', store: kept }, sink: 'file' })
}

const LOOPBACK_HOST = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|0\.0\.0\.0)(?:[:/]\S*)?$/

/** Every word that could be a host is this machine. */
function scansOnlyThisMachine(command: Command): boolean {
  const hosts = nonOptionWords(command).filter(({ known }) => !/^[\d,TUS:-]+$/.test(known))
  return hosts.length > 0 && hosts.every((word) => LOOPBACK_HOST.test(word.known))
}

/** Debuggers read another process's memory when they attach; a program they start is only run. */
const debuggers: Program = {
  names: ['gdb', 'lldb', 'strace', 'ltrace', 'dtrace', 'dtruss', 'bpftrace', 'perf', 'rr', 'frida', 'truss', 'sysdig'],
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    const attaches =
      wordAfter(command.args, /^-[pP]$/) !== undefined ||
      hasMatchingWord(command, /^(?:--pid|--attach-pid|-p\d+|--pid=.*|attach)$|^\s*(?:attach|process attach)\s+\S/)
    if (attaches && command.name !== 'perf')
      recorder.effect({
        kind: 'observe',
        what: 'memory',
        certainty: attachesToOwnProcess(command, recorder) ? 'possible' : 'certain',
      })
    if (attaches) recordMemorySecrets(command, recorder)
    if (SYSTEM_TRACER.test(command.name ?? '') && hasMatchingWord(command, DATA_COPYING_PROBE))
      recorder.effect({ kind: 'observe', what: 'memory', certainty: 'likely' })
    return weakestGrade('plain', runTracedCommand(command, recorder))
  },
}

/** Tracers of the whole machine, and probes that copy what programs read, write or are given. */
const SYSTEM_TRACER = /(?:^|\/)(?:dtrace|bpftrace|sysdig)$/
const DATA_COPYING_PROBE =
  /copyin|\bstr\(arg|readline|syscall::(?:read|write|recv\w*|send\w*)|sys_enter_(?:read|write)|uprobe|uretprobe|echo_fds|evt\.buffer/

function attachesToOwnProcess(command: Command, recorder: EffectRecorder): boolean {
  const { started } = recorder.facts.session
  return command.args.some(({ text, raw }) => (text !== undefined && started.has(text)) || raw.includes('$!'))
}

/** `strace -f command…`, `gdb -batch -ex 'shell …' program`. */
function runTracedCommand(command: Command, recorder: EffectRecorder): CommandGrade {
  if (command.name === 'strace' || command.name === 'ltrace') {
    const options = readOptions(command.args, {
      flags: '-AcCdfFhiknqrtTvVwxyYzZ follow-forks summary-only',
      values: '-abeEIoOpPsSuUX trace output attach string-limit',
      stopAtOperand: true,
    })
    const outputs = options.values('o', 'output').map((word) => recordWrite(word, 'overwrite', recorder))
    return options.operands.length > 0
      ? weakestGrade(...outputs, recorder.runs(options.operands, command.name))
      : 'plain'
  }
  const { args, name = 'gdb' } = command
  const fed = (readStdinText(command) ?? '').split('\n').map((line) => ({ known: line, text: line }))
  const given = args.filter((_, at) =>
    /^(?:-ex|-iex|--ex|--eval-command|-o|--one-line)$/.test(args[at - 1]?.known ?? ''),
  )
  const inner = args.slice(args.findIndex(({ known }) => known === '--args') + 1)
  return weakestGrade(
    'plain',
    ...[...fed, ...given].map((line) => runDebuggerLine(line, command, recorder)),
    hasMatchingWord(command, /^--args$/) && inner.length > 0 ? recorder.runs(inner, name) : 'plain',
  )
}

/** One command of a debugger: those that leave for a shell or for Python are read as such. */
function runDebuggerLine(
  line: Pick<Word, 'known' | 'text'>,
  { name: by = 'gdb' }: Command,
  recorder: EffectRecorder,
): CommandGrade {
  const shell = /^\s*(?:shell|!|platform shell|(?:pipe\b|\|)[^|]*\||make\b)\s*(.*)$/s.exec(line.known)
  if (shell)
    return recorder.runsShell({ text: line.text === undefined ? undefined : (shell[1] ?? ''), sources: [] }, by)
  if (!/^\s*(?:py|python|script)\b/.test(line.known))
    return recordProgramText(line.known, recorder, { by, language: 'shell' })
  const text = line.text?.replace(/^\s*(?:python|py|script)\b/, '').trim()
  return weakestGrade('unknown', recorder.runsCode('python', { text, sources: [] }, by))
}

/** Looks for secrets in a tree: in the project that is hygiene, elsewhere it is a hunt. */
const secretScanners: Program = {
  names: ['trufflehog', 'gitleaks', 'detect-secrets', 'ggshield', 'noseyparker', 'whispers'],
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    const places = command.args.filter(({ known }) => /^[/~.]/.test(known))
    if (!places.some((word) => /^(?:root|home-root|home|system)$/.test(recorder.path(word).zone)))
      return weakestGrade('expected', recordReads(places, recorder, true))
    recorder.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
    return 'plain'
  },
}

export const OBSERVER_PROGRAMS: readonly Program[] = [
  createWatcherProgram(
    'tcpdump tshark wireshark dumpcap ngrep dsniff arpspoof mitmproxy mitmdump mitmweb tcpflow snoop kismet airodump-ng airmon-ng aireplay-ng responder netsniff-ng',
    'network-traffic',
    /(?:^| )(?:-D|--list-interfaces|-r \S+|--read-file|-L)(?: |$)/,
  ),
  createWatcherProgram(
    'nmap masscan zmap naabu unicornscan nbtscan arp-scan netdiscover enum4linux nikto gobuster dirb ffuf wfuzz feroxbuster wpscan sqlmap nuclei amass subfinder theharvester dnsrecon fierce smbmap',
    'host-scan',
  ),
  createWatcherProgram('sslsplit', 'network-traffic'),
  createWatcherProgram(
    'fcrackzip pdfcrack rarcrack bkcrack zip2john ssh2john gpg2john keepass2john office2john',
    'credential-scan',
  ),
  createWatcherProgram('gcore procdump memdump', 'memory'),
  createWatcherProgram(
    'hashcat john hydra medusa ncrack patator crowbar aircrack-ng cewl crunch les.sh winpeas seatbelt',
    'credential-scan',
    /^(?:--list|--benchmark|-b|--test)\b/,
  ),
  debuggers,
  secretScanners,
]
