import { stateProgramText } from '../../code/program-text.ts'
import type { Effect } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, stdinText, writes } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { after, lineOf, operandsOf, says } from './words-of.ts'

type Sight = Extract<Effect, { kind: 'observe' }>['what']

/** Programs made to watch: stated as such unless the words only ask or stay at home. */
function watching(names: string, what: Sight, harmless?: RegExp): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const line = lineOf(command.args)
      if (asksForHelp(command.args) || /^-(?:h|V|v)$/.test(line) || harmless?.test(line)) return 'proven'
      if (what === 'host-scan' && staysHome(command)) return 'plain'
      if (what !== 'network-traffic' || !watchesOwn(command)) scribe.effect({ kind: 'observe', what })
      if (what === 'memory') stateKeeper(command, scribe)
      const target = after(command.args, /^(?:-w|-o[NXGA]?|--write-file|--output)$/)
      if (target) writes(target, 'overwrite', scribe)
      return 'plain'
    },
  }
}

/** Only listens, and only to what this machine tells itself. */
function watchesOwn({ name = '', args }: Command): boolean {
  const given = args.flatMap(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] =
      /^(--?interface)=(.*)$/s.exec(known) ?? /^(-i)(.+)$/s.exec(known) ?? []
    return /^(?:-i|-d|--interface)$/.test(option) ? [value] : []
  })
  const listens = /^(?:tcpdump|tshark|wireshark|dumpcap|ngrep|tcpflow|snoop)$/.test(name)
  return listens && given.length > 0 && given.every((device) => /^lo\d?$/.test(device))
}

/** Programs that hold a person's keys and passwords while they run. */
const KEEPERS =
  /\b(?:ssh-agent|gpg-agent|gnome-keyring\w*|kwalletd?\w*|keepass\w*|1password|bitwarden|firefox|chrom(?:e|ium)|brave|thunderbird|sssd|lsass|polkit-?d?|login|sshd|vault)\b/i

/** Whatever was said of a look at memory: that of a program that keeps keys holds them. */
function stateKeeper({ args }: Command, scribe: Scribe): void {
  const [kept] = args.flatMap(({ raw }) => KEEPERS.exec(raw)?.[0] ?? [])
  if (kept !== undefined)
    scribe.effect({ kind: 'expose-secret', source: { kind: 'secret-store', store: kept }, sink: 'file' })
}

const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|0\.0\.0\.0)(?:[:/]\S*)?$/

/** Every word that could be a host is this machine. */
function staysHome(command: Command): boolean {
  const hosts = operandsOf(command).filter(({ known }) => !/^[\d,TUS:-]+$/.test(known))
  return hosts.length > 0 && hosts.every((word) => LOCAL.test(word.known))
}

/** Debuggers read another process's memory when they attach; a program they start is only run. */
const debuggers: Program = {
  names: ['gdb', 'lldb', 'strace', 'ltrace', 'dtrace', 'dtruss', 'bpftrace', 'perf', 'rr', 'frida', 'truss', 'sysdig'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const attaches =
      after(command.args, /^-[pP]$/) !== undefined ||
      says(command, /^(?:--pid|--attach-pid|-p\d+|--pid=.*|attach)$|^\s*(?:attach|process attach)\s+\S/)
    if (attaches && command.name !== 'perf')
      scribe.effect({
        kind: 'observe',
        what: 'memory',
        certainty: ownsTarget(command, scribe) ? 'possible' : 'certain',
      })
    if (attaches) stateKeeper(command, scribe)
    if (WATCHES_ALL.test(command.name ?? '') && says(command, PROBES))
      scribe.effect({ kind: 'observe', what: 'memory', certainty: 'likely' })
    return weakest('plain', runsInner(command, scribe))
  },
}

/** Tracers of the whole machine, and probes that copy what programs read, write or are given. */
const WATCHES_ALL = /(?:^|\/)(?:dtrace|bpftrace|sysdig)$/
const PROBES =
  /copyin|\bstr\(arg|readline|syscall::(?:read|write|recv\w*|send\w*)|sys_enter_(?:read|write)|uprobe|uretprobe|echo_fds|evt\.buffer/

function ownsTarget(command: Command, scribe: Scribe): boolean {
  const { started } = scribe.facts.session
  return command.args.some(({ text, raw }) => (text !== undefined && started.has(text)) || raw.includes('$!'))
}

/** `strace -f command…`, `gdb -batch -ex 'shell …' program`. */
function runsInner(command: Command, scribe: Scribe): Standing {
  if (command.name === 'strace' || command.name === 'ltrace') {
    const options = readOptions(command.args, {
      flags: '-AcCdfFhiknqrtTvVwxyYzZ follow-forks summary-only',
      values: '-abeEIoOpPsSuUX trace output attach string-limit',
      stopAtOperand: true,
    })
    const outputs = options.values('o', 'output').map((word) => writes(word, 'overwrite', scribe))
    return options.operands.length > 0 ? weakest(...outputs, scribe.runs(options.operands, command.name)) : 'plain'
  }
  const { args, name = 'gdb' } = command
  const fed = (stdinText(command) ?? '').split('\n').map((line) => ({ known: line, text: line }))
  const given = args.filter((_, at) =>
    /^(?:-ex|-iex|--ex|--eval-command|-o|--one-line)$/.test(args[at - 1]?.known ?? ''),
  )
  const inner = args.slice(args.findIndex(({ known }) => known === '--args') + 1)
  return weakest(
    'plain',
    ...[...fed, ...given].map((line) => runsLine(line, command, scribe)),
    says(command, /^--args$/) && inner.length > 0 ? scribe.runs(inner, name) : 'plain',
  )
}

/** One command of a debugger: those that leave for a shell or for Python are read as such. */
function runsLine(line: Pick<Word, 'known' | 'text'>, { name: by = 'gdb' }: Command, scribe: Scribe): Standing {
  const shell = /^\s*(?:shell|!|platform shell|(?:pipe\b|\|)[^|]*\||make\b)\s*(.*)$/s.exec(line.known)
  if (shell) return scribe.runsShell({ text: line.text === undefined ? undefined : (shell[1] ?? ''), sources: [] }, by)
  if (!/^\s*(?:py|python|script)\b/.test(line.known))
    return stateProgramText(line.known, scribe, { by, language: 'shell' })
  const text = line.text?.replace(/^\s*(?:python|py|script)\b/, '').trim()
  return weakest('unknown', scribe.runsCode('python', { text, sources: [] }, by))
}

/** Looks for secrets in a tree: in the project that is hygiene, elsewhere it is a hunt. */
const scanners: Program = {
  names: ['trufflehog', 'gitleaks', 'detect-secrets', 'ggshield', 'noseyparker', 'whispers'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const places = command.args.filter(({ known }) => /^[/~.]/.test(known))
    if (!places.some((word) => /^(?:root|home-root|home|system)$/.test(scribe.path(word).zone)))
      return weakest('expected', reads(places, scribe, true))
    scribe.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
    return 'plain'
  },
}

export const OBSERVERS: readonly Program[] = [
  watching(
    'tcpdump tshark wireshark dumpcap ngrep dsniff arpspoof mitmproxy mitmdump mitmweb tcpflow snoop kismet airodump-ng airmon-ng aireplay-ng responder netsniff-ng',
    'network-traffic',
    /(?:^| )(?:-D|--list-interfaces|-r \S+|--read-file|-L)(?: |$)/,
  ),
  watching(
    'nmap masscan zmap naabu unicornscan nbtscan arp-scan netdiscover enum4linux nikto gobuster dirb ffuf wfuzz feroxbuster wpscan sqlmap nuclei amass subfinder theharvester dnsrecon fierce smbmap',
    'host-scan',
  ),
  watching('sslsplit', 'network-traffic'),
  watching(
    'fcrackzip pdfcrack rarcrack bkcrack zip2john ssh2john gpg2john keepass2john office2john',
    'credential-scan',
  ),
  watching('gcore procdump memdump', 'memory'),
  watching(
    'hashcat john hydra medusa ncrack patator crowbar aircrack-ng cewl crunch les.sh winpeas seatbelt',
    'credential-scan',
    /^(?:--list|--benchmark|-b|--test)\b/,
  ),
  debuggers,
  scanners,
]
