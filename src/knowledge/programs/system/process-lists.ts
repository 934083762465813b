import { makeValue } from '../../../analysis/interpret/file-tool.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall } from '../../../analysis/interpret/spec.ts'
import type { Command, DataSource, Value, Word } from '../../../analysis/words.ts'

function processListValue(program: string, secret: boolean, about: string): Value {
  const source: DataSource = { kind: 'command', program, secret, ...(about === '' ? {} : { about }) }
  return makeValue(undefined, [source])
}

/** `ps eww`: the BSD letter `e` prints the environment of every process. */
function showsEnvironment({ args }: Command): boolean {
  return /^[a-z]*e[a-z]*$/.test(args[0]?.text ?? '') && !/^[a-z]*f[a-z]*$/.test(args[0]?.text ?? '')
}

/** All that runs as one account is no choice among its processes; the machine's own account is another matter. */
function accountTopic(accounts: readonly Word[]): string {
  return accounts.some(({ known }) => /(?:^|,)(?:root|0)(?:,|$)/.test(known)) ? 'root' : ''
}

/** The processes of this terminal, those that were asked for, or all. */
function selectedProcesses(options: Options, { args }: Command): string {
  const user = args[args.findIndex((word) => word.text === '-u') + 1]
  if (user && args.some((word) => word.text === '-u')) return accountTopic([user])
  const values = options.values(...'Cpqgt', 'pid', 'ppid', 'quick-pid', 'group', 'sid')
  if (values.length > 0) return values.map((word) => word.known).join(' ')
  const accounts = options.values('U', 'user', 'User')
  if (accounts.length > 0) return accountTopic(accounts)
  const letters = args.map((word) => word.known).join(' ')
  return /(?:^| )(?:-?[a-zA-Z]*[aAex])/.test(letters) ? '' : 'terminal'
}

export const PROCESS_LIST_SPECS: readonly ProgramSpec[] = [
  {
    style: 'tolerant',
    names: 'ps',
    options:
      '-AacdefFGHjlLMNOPrsStTuvVwxXyZ -COopqUgtk: --format: --pid: --ppid: --quick-pid: --sort: --user: --User: --group: --Group: --sid: --tty: --cols: --columns: --width: --rows: --lines:',
    rules: [['**', ({ command }: SpecCall): CommandGrade => (showsEnvironment(command) ? 'plain' : 'proven')]],
    prints: (options, command) =>
      processListValue('ps', showsEnvironment(command), selectedProcesses(options, command)),
    examples: { match: ['ps eww'], pass: ['ps aux', 'ps -ef'] },
  },
  {
    style: 'tolerant',
    names: 'lsof',
    options: '-abClnNOPRtUvVXwEMHQ -cdDefFgikKLmopsSTuxz: -r?',
    rules: [['**', 'lists $*']],
    prints: (_, { args }) => {
      const words = args.map(({ known }) => known).join(' ')
      return processListValue('lsof', false, words.slice(0, 200))
    },
    examples: { match: [], pass: ['lsof -ti:5432'] },
  },
  {
    style: 'tolerant',
    names: 'pgrep pidof pstree',
    options:
      '-acfhilLnovwxzAHNpSTZq1 -dFgGPrsuUOt: --delimiter: --pidfile: --group: --pgroup: --parent: --runstates: --session: --terminal: --euid: --uid: --older: --ns: --nslist:',
    rules: [['**', 'shows']],
    prints: ({ operands, values }) => {
      const about = [...operands, ...values('P', 'parent')].map((word) => word.known)
      const account = accountTopic(values('u', 'U', 'euid', 'uid'))
      return processListValue('pgrep', false, [...about, account].join(' ').trim())
    },
    examples: { match: [], pass: ['pgrep -f node', 'pidof nginx'] },
  },
]

export const STATUS_SPECS: readonly ProgramSpec[] = [
  {
    // No option of these writes or sets anything.
    names:
      'id groups whoami logname who w users last lastb uname uptime free vmstat iostat mpstat top htop btop netstat lscpu lsmem lsblk findmnt lspci lsusb lsmod modinfo sw_vers system_profiler lsb_release hostid locale systemd-detect-virt getsebool sestatus getenforce aa-status atq lvs vgs pvs lvdisplay vgdisplay pvdisplay',
    rules: [['**', 'shows']],
    examples: { match: [], pass: ['free -h', 'lsblk -f', 'uname -r'] },
  },
  {
    names: 'ss nvidia-smi rocm-smi systemd-analyze',
    rules: [
      ['log-level|log-target|set-*|service-watchdogs', 'unread'],
      ['!-D|--diag|-K|--kill|-f|-r|-pm|-pl|-mig|--filename|--gpu-reset|--reset*|--set*', 'shows'],
      ['**', 'unread'],
    ],
    examples: { match: [], pass: ['ss -tlnp', 'nvidia-smi -L'] },
  },
]
