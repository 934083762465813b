import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import type { GitCall, GitReader } from './call.ts'
import { meaningOf, stateSetting, stateUnsigned } from './config-keys.ts'
import { grammar } from './grammar.ts'
import { stateMovedSubmodule } from './remotes.ts'

const CONFIG = grammar(
  'global system local worktree get get-all get-regexp get-urlmatch l list add replace-all unset unset-all rename-section remove-section e edit z null name-only show-origin show-scope includes no-includes bool int bool-or-int path expiry-date no-type fixed-value all regexp append show-names no-show-names',
  'f file blob type default get-color get-colorbool value url comment',
)
const READS = new Set(['get', 'list', 'get-color', 'get-colorbool'])

/** `git config`: reading is reading; writing is judged by what the key makes git do. */
export const config: GitReader = (call) => {
  const options = readOptions(call.args, { ...CONFIG })
  const unknown: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  const [first, ...rest] = options.operands
  if (options.has('get', 'get-all', 'get-regexp', 'get-urlmatch', 'l', 'list', 'get-color', 'get-colorbool'))
    return unknown
  if (READS.has(first?.text ?? '')) return unknown
  if (options.has('e', 'edit') || first?.text === 'edit') return weakest(unknown, 'plain')
  const file = fileOf(options.has('global'), options.has('system'), options.value('f', 'file'))
  if (
    options.has('unset', 'unset-all', 'rename-section', 'remove-section') ||
    /^(?:unset|rename-section|remove-section)$/.test(first?.text ?? '')
  ) {
    const gone = options.operands.find(({ known }) => meaningOf(known) === 'signing')
    if (gone) stateUnsigned(gone.known, file, call.scribe)
    return weakest(unknown, 'expected')
  }
  const [key, value] = first?.text === 'set' ? rest : [first, rest[0]]
  if (!key) return unknown
  if (!value) return weakest(unknown, key.dynamic ? 'unknown' : 'proven')
  return weakest(unknown, write(call, key, value, file))
}

function fileOf(global: boolean, system: boolean, file: Word | undefined): string {
  if (file) return file.text ?? file.known
  return global ? '~/.gitconfig' : system ? '/etc/gitconfig' : '.git/config'
}

function write(call: GitCall, key: Word, value: Word, file: string): Standing {
  if (key.text === undefined) return 'unknown'
  const standing = stateSetting({ key: key.text, value, lasts: { file } }, call)
  if (/^submodule\..+\.url$/i.test(key.text)) stateMovedSubmodule(value, call)
  const meaning = meaningOf(key.text)
  if (meaning === 'identity' || meaning === 'signing') return 'expected'
  if (meaning !== 'harmless') return weakest('plain', standing)
  return file === '.git/config' ? 'expected' : 'plain'
}
