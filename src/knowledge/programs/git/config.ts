import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { Word } from '../../../analysis/words.ts'
import type { GitAnalyzer, GitCall } from './call.ts'
import { classifyConfigKey, recordSetting, recordSigningDisabled } from './config-keys.ts'
import { defineGrammar } from './grammar.ts'
import { recordMovedSubmodule } from './remotes.ts'

const CONFIG_GRAMMAR = defineGrammar(
  'global system local worktree get get-all get-regexp get-urlmatch l list add replace-all unset unset-all rename-section remove-section e edit z null name-only show-origin show-scope includes no-includes bool int bool-or-int path expiry-date no-type fixed-value all regexp append show-names no-show-names',
  'f file blob type default get-color get-colorbool value url comment',
)
const READ_ONLY_ACTIONS = new Set(['get', 'list', 'get-color', 'get-colorbool'])

/** `git config`: reading is reading; writing is judged by what the key makes git do. */
export const analyzeConfig: GitAnalyzer = (call) => {
  const options = readOptions(call.args, { ...CONFIG_GRAMMAR })
  const unknown: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'proven'
  const [first, ...rest] = options.operands
  if (options.has('get', 'get-all', 'get-regexp', 'get-urlmatch', 'l', 'list', 'get-color', 'get-colorbool'))
    return unknown
  if (READ_ONLY_ACTIONS.has(first?.text ?? '')) return unknown
  if (options.has('e', 'edit') || first?.text === 'edit') return weakestGrade(unknown, 'plain')
  const file = chooseConfigFile(options.has('global'), options.has('system'), options.value('f', 'file'))
  if (
    options.has('unset', 'unset-all', 'rename-section', 'remove-section') ||
    /^(?:unset|rename-section|remove-section)$/.test(first?.text ?? '')
  ) {
    const gone = options.operands.find(({ known }) => classifyConfigKey(known) === 'signing')
    if (gone) recordSigningDisabled(gone.known, file, call.recorder)
    return weakestGrade(unknown, 'expected')
  }
  const [key, value] = first?.text === 'set' ? rest : [first, rest[0]]
  if (!key) return unknown
  if (!value) return weakestGrade(unknown, key.dynamic ? 'unknown' : 'proven')
  return weakestGrade(unknown, analyzeConfigWrite(call, key, value, file))
}

function chooseConfigFile(global: boolean, system: boolean, file: Word | undefined): string {
  if (file) return file.text ?? file.known
  return global ? '~/.gitconfig' : system ? '/etc/gitconfig' : '.git/config'
}

function analyzeConfigWrite(call: GitCall, key: Word, value: Word, file: string): CommandGrade {
  if (key.text === undefined) return 'unknown'
  const grade = recordSetting({ key: key.text, value, lasts: { file } }, call)
  if (/^submodule\..+\.url$/i.test(key.text)) recordMovedSubmodule(value, call)
  const meaning = classifyConfigKey(key.text)
  if (meaning === 'identity' || meaning === 'signing') return 'expected'
  if (meaning !== 'harmless') return weakestGrade('plain', grade)
  return file === '.git/config' ? 'expected' : 'plain'
}
