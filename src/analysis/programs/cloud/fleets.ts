import { hostOf } from '../../hosts.ts'
import { asksForHelp } from '../files/grammar.ts'
import { shown } from '../form/words.ts'
import { joined, writesOf } from '../network/ssh.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program } from '../program.ts'
import { after, says } from '../system/words-of.ts'

/** One command on many machines. `hosts`: options that name them; without them the first operand does. */
function fleetShell(names: readonly string[], grammar: Grammar, hosts: readonly string[]): Program {
  return {
    names,
    read: (command, scribe) => {
      const options = readOptions(command.args, { ...grammar, stopAtOperand: true })
      if (options.has('help', 'version', 'V') || options.operands.length === 0) return 'plain'
      const named = options.value(...hosts)
      const host = named ? shown(named) : 'several machines'
      const place = { kind: 'remote', name: host } as const
      const standing = scribe.runsShell(joined(options.operands), command.name ?? 'pssh', { place })
      scribe.effect({ kind: 'remote-exec', host, writes: writesOf(standing) })
      return options.unknown.length > 0 ? 'unknown' : 'plain'
    },
  }
}

/** Access proxies that bring their own ssh: `tsh ssh host command`. */
const PROXIED: Program = {
  names: ['tsh', 'tbot', 'boundary', 'warpgate'],
  read: ({ args }, scribe) => {
    const at = args.findIndex((word) => word.text === 'ssh')
    return at < 0 ? 'plain' : scribe.runs(args.slice(at), 'tsh')
  },
}

/** `ansible-pull -U url`: fetches a playbook and runs it here. */
const PULL: Program = {
  names: ['ansible-pull'],
  read: (command, scribe) => {
    const { args } = command
    const named = after(args, /^(?:-U|--url)$/)
    const url = args.find(({ known }) => known.startsWith('--url='))?.known.slice(6) ?? (named && shown(named))
    if (url !== undefined && !says(command, /^(?:-C|--check)$/) && !asksForHelp(args))
      scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(url) })
    return 'plain'
  },
}

export const FLEET_PROGRAMS: readonly Program[] = [
  fleetShell(
    ['pssh', 'parallel-ssh', 'psshell'],
    {
      flags: '-iPvAIX inline print verbose askpass help version send-input',
      values: '-hHlptoeOx hosts host user par timeout outdir errdir options extra-args',
    },
    ['h', 'H', 'hosts', 'host'],
  ),
  fleetShell(
    ['pdsh', 'clush', 'dsh', 'cssh', 'csshx', 'mussh'],
    { flags: '-abLNqQSvVdBGcM help version all', values: '-wgxXlfturRFomh hostfile group user worker' },
    ['w', 'g', 'm', 'r', 'group', 'hostfile'],
  ),
  PROXIED,
  PULL,
]
