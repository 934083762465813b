import type { Word } from '../../words.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, verb } from './call.ts'
import { meaningOf, stateSetting, stateUnsigned } from './config-keys.ts'

const READS = 'get get-all get-regexp get-urlmatch l list get-color get-colorbool'.split(' ')
const REMOVES = 'unset unset-all rename-section remove-section'.split(' ')

/** `git config`: reading is reading; writing is judged by what the key makes git do. */
export const config = verb(
  (call, options) => {
    const [first, ...rest] = options.operands
    const action = first?.text ?? ''
    if (options.has(...READS) || /^(?:get|list|get-color(?:bool)?)$/.test(action)) return 'proven'
    if (options.has('e', 'edit') || action === 'edit') return 'plain'
    const file = fileOf(options.has('global'), options.has('system'), options.value('f', 'file'))
    if (options.has(...REMOVES) || REMOVES.includes(action)) {
      const gone = options.operands.find(({ known }) => meaningOf(known) === 'signing')
      if (gone) stateUnsigned(gone.known, file, call.scribe)
      return 'expected'
    }
    const [key, value] = action === 'set' ? rest : options.operands
    if (key && value) return write(call, key, value, file)
    return key?.dynamic ? 'unknown' : 'proven'
  },
  'f file blob type default get-color get-colorbool value url comment',
  READS.join(' '),
)

function fileOf(global: boolean, system: boolean, file: Word | undefined): string {
  if (file) return file.known
  return global ? '~/.gitconfig' : system ? '/etc/gitconfig' : '.git/config'
}

function write(call: GitCall, key: Word, value: Word, file: string): Standing {
  if (key.text === undefined) return 'unknown'
  const standing = stateSetting({ key: key.text, value, lasts: { file } }, call)
  const meaning = meaningOf(key.text)
  if (meaning === 'identity' || meaning === 'signing') return 'expected'
  if (meaning !== 'harmless') return weakest('plain', standing)
  return file === '.git/config' ? 'expected' : 'plain'
}
