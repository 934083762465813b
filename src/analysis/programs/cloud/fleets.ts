import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { joined, writesOf } from '../network/ssh.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'

/** One command on many machines. */
interface FleetShell {
  readonly names: readonly string[]
  readonly grammar: Grammar
  /** Options that name the machines; without them the first operand does. */
  readonly hosts: readonly string[]
}

const SHELLS: readonly FleetShell[] = [
  {
    names: ['pssh', 'parallel-ssh', 'psshell'],
    grammar: {
      flags: '-iPvAIX inline print verbose askpass help version send-input',
      values: '-hHlptoeOx hosts host user par timeout outdir errdir options extra-args',
      stopAtOperand: true,
    },
    hosts: ['h', 'H', 'hosts', 'host'],
  },
  {
    names: ['pdsh', 'clush', 'dsh', 'cssh', 'csshx', 'mussh'],
    grammar: {
      flags: '-abLNqQSvVdBGcM help version all',
      values: '-wgxXlfturRFomh hostfile group user worker',
      stopAtOperand: true,
    },
    hosts: ['w', 'g', 'm', 'r', 'group', 'hostfile'],
  },
]

function readFleet(shell: FleetShell, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, shell.grammar)
  if (options.has('help', 'version', 'V') || options.operands.length === 0) return 'plain'
  const host = options.value(...shell.hosts)?.known.replaceAll('\0', '…') ?? 'several machines'
  const standing = scribe.runsShell(joined(options.operands), command.name ?? 'pssh', {
    place: { kind: 'remote', name: host },
  })
  scribe.effect({ kind: 'remote-exec', host, writes: writesOf(standing) })
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

/** Access proxies that bring their own ssh: `tsh ssh host command`. */
const PROXIED: Program = {
  names: ['tsh', 'tbot', 'boundary', 'warpgate'],
  read: (command, scribe) => {
    const at = command.args.findIndex((word) => word.text === 'ssh')
    const head = command.args[at]
    if (head) return scribe.runs([{ ...head, text: 'ssh', known: 'ssh' }, ...command.args.slice(at + 1)], 'tsh')
    return 'plain'
  },
}

/** `ansible-pull -U url`: fetches a playbook and runs it here. */
const PULL: Program = {
  names: ['ansible-pull'],
  read: (command, scribe) => {
    const at = command.args.findIndex((word) => /^(?:-U|--url)$/.test(word.known))
    const url = addressIn(command.args, at)
    if (url === undefined || command.args.some((word) => /^(?:-C|--check|--help|--version)$/.test(word.known)))
      return 'plain'
    scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(url) })
    return 'plain'
  },
}

function addressIn(words: readonly Word[], at: number): string | undefined {
  const attached = words.find((word) => word.known.startsWith('--url='))?.known.slice('--url='.length)
  return attached ?? (at < 0 ? undefined : words[at + 1]?.known.replaceAll('\0', '…'))
}

export const FLEET_PROGRAMS: readonly Program[] = [
  ...SHELLS.map(
    (shell): Program => ({ names: shell.names, read: (command, scribe) => readFleet(shell, command, scribe) }),
  ),
  PROXIED,
  PULL,
]
