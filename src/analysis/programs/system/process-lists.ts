import type { Command, DataSource } from '../../words.ts'
import { type Simple, simple } from '../files/simple.ts'
import { value } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program } from '../program.ts'

const PS: Simple = {
  names: 'ps',
  flags: '-AacdefFGHjlLMNOPrsStTuvVwxXyZ forest headers no-headers everyone deselect cumulative',
  values: '-COopqUgtk format pid ppid quick-pid sort user User group Group sid tty cols columns width rows lines',
  operands: 'text',
}
const BY_NAME: Simple = {
  names: 'pgrep pidof pstree',
  flags:
    '-acfhilLnovwxzAgHNpsStTuUZq1 list-name list-full full count inverse newest oldest exact ignore-case lightweight older long show-pids arguments compact-not numeric-sort ascii unicode single-shot',
  values: '-dFgGPrsuUOt delimiter pidfile group pgroup parent runstates session terminal euid uid older ns nslist',
  operands: 'text',
}

const LSOF: Simple = {
  names: 'lsof',
  flags: '-abClnNOPRtUvVXwEMHQ',
  values: '-cdDefFgikKLmopsSTuxz',
  optional: '-iFrsTL',
  operands: 'list',
}

function listed(program: string, secret: boolean, about: string): DataSource {
  return { kind: 'command', program, secret, ...(about === '' ? {} : { about }) }
}

/** `ps eww`: the BSD letter `e` prints the environment of every process. */
function showsEnvironment({ args }: Command): boolean {
  return /^[a-z]*e[a-z]*$/.test(args[0]?.text ?? '') && !/^[a-z]*f[a-z]*$/.test(args[0]?.text ?? '')
}

/** The processes of this terminal, those that were asked for, or all. */
function chosen(command: Command): string {
  const options = readOptions(command.args, PS)
  const values = options.values(
    'C',
    'p',
    'q',
    'U',
    'g',
    't',
    'pid',
    'ppid',
    'quick-pid',
    'user',
    'User',
    'group',
    'sid',
  )
  const user = command.args[command.args.findIndex((word) => word.text === '-u') + 1]
  if (user && command.args.some((word) => word.text === '-u')) return user.known
  if (values.length > 0) return values.map((word) => word.known).join(' ')
  const letters = command.args.map((word) => word.known).join(' ')
  return /(?:^| )(?:-?[a-zA-Z]*[aAex])/.test(letters) ? '' : 'terminal'
}

const ps: Program = {
  ...simple(PS),
  read: (command, scribe) => {
    const standing = simple(PS).read(command, scribe)
    return showsEnvironment(command) && standing === 'proven' ? 'plain' : standing
  },
  output: (command) => value(undefined, [listed('ps', showsEnvironment(command), chosen(command))]),
}

/** `lsof -ti:5432`: whoever holds that port or file. */
const lsof: Program = {
  ...simple(LSOF),
  output: ({ args }) =>
    value(undefined, [
      listed(
        'lsof',
        false,
        args
          .map(({ known }) => known)
          .join(' ')
          .slice(0, 200),
      ),
    ]),
}

const byName: Program = {
  ...simple(BY_NAME),
  output: (command) => {
    const options = readOptions(command.args, BY_NAME)
    const about = [...options.operands, ...options.values('P', 'u', 'U', 'parent', 'euid', 'uid')]
    return value(undefined, [listed('pgrep', false, about.map((word) => word.known).join(' '))])
  },
}

/** What runs on this machine, and what a list of it was asked for. */
export const PROCESS_LISTS: readonly Program[] = [ps, lsof, byName]
