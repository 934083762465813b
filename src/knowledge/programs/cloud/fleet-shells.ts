import { hasMatchingWord, wordAfter } from '../../../analysis/interpret/command-words.ts'
import { writesByGrade } from '../../../analysis/interpret/grade.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'

/** One command on many machines. `hosts`: options that name them; without them the first operand does. */
function createFleetShell(names: readonly string[], grammar: Grammar, hosts: readonly string[]): Program {
  return {
    names,
    read: (command, recorder) => {
      const options = readOptions(command.args, { ...grammar, stopAtOperand: true })
      if (options.has('help', 'version', 'V') || options.operands.length === 0) return 'plain'
      const named = options.value(...hosts)
      const host = named ? displayText(named) : 'several machines'
      const place = { kind: 'remote', name: host } as const
      const grade = recorder.runsShell(joinWordTexts(options.operands), command.name ?? 'pssh', { place })
      recorder.effect({ kind: 'remote-exec', host, writes: writesByGrade(grade) })
      return options.unknown.length > 0 ? 'unknown' : 'plain'
    },
  }
}

/** Access proxies that bring their own ssh: `tsh ssh host command`. */
const ACCESS_PROXIES: Program = {
  names: ['tsh', 'tbot', 'boundary', 'warpgate'],
  read: ({ args }, recorder) => {
    const at = args.findIndex((word) => word.text === 'ssh')
    return at < 0 ? 'plain' : recorder.runs(args.slice(at), 'tsh')
  },
}

/** `ansible-pull -U url`: fetches a playbook and runs it here. */
const ANSIBLE_PULL: Program = {
  names: ['ansible-pull'],
  read: (command, recorder) => {
    const { args } = command
    const named = wordAfter(args, /^(?:-U|--url)$/)
    const url = args.find(({ known }) => known.startsWith('--url='))?.known.slice(6) ?? (named && displayText(named))
    if (url !== undefined && !hasMatchingWord(command, /^(?:-C|--check)$/) && !isHelpRequest(args))
      recorder.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(url) })
    return 'plain'
  },
}

export const FLEET_PROGRAMS: readonly Program[] = [
  createFleetShell(
    ['pssh', 'parallel-ssh', 'psshell'],
    {
      flags: '-iPvAIX inline print verbose askpass help version send-input',
      values: '-hHlptoeOx hosts host user par timeout outdir errdir options extra-args',
    },
    ['h', 'H', 'hosts', 'host'],
  ),
  createFleetShell(
    ['pdsh', 'clush', 'dsh', 'cssh', 'csshx', 'mussh'],
    { flags: '-abLNqQSvVdBGcM help version all', values: '-wgxXlfturRFomh hostfile group user worker' },
    ['w', 'g', 'm', 'r', 'group', 'hostfile'],
  ),
  ACCESS_PROXIES,
  ANSIBLE_PULL,
]
