import { baseName } from '../base-name.ts'
import type { Command } from '../words.ts'
import { gitSettings } from './git-variables.ts'
import { getVariable, type Scope } from './scope.ts'
import { literalWord } from './values.ts'

/** Programs that take more options from a variable. */
const VARIABLES = new Map([
  ['tar', 'TAR_OPTIONS'],
  ['gtar', 'TAR_OPTIONS'],
  ['grep', 'GREP_OPTIONS'],
  ['less', 'LESS'],
  ['gzip', 'GZIP'],
  ['zip', 'ZIPOPT'],
  ['unzip', 'UNZIP'],
  ['xz', 'XZ_DEFAULTS'],
  ['bat', 'BAT_OPTS'],
  ['fzf', 'FZF_DEFAULT_OPTS'],
  ['pytest', 'PYTEST_ADDOPTS'],
  ['rg', 'RIPGREP_OPTIONS'],
])

/** The command as the program will see it, with the options from its variable in front. */
export function withOptionVariable(command: Command, scope: Scope): Command {
  if (baseName(command.name ?? '') === 'git') {
    const settings = gitSettings(command, scope)
    return settings.length === 0 ? command : { ...command, args: [...settings, ...command.args] }
  }
  const variable = VARIABLES.get(baseName(command.name ?? ''))
  const text = variable === undefined ? undefined : getVariable(scope, variable)?.word.text
  if (text === undefined) return command
  const words = text.split(/\s+/).filter((part) => part !== '')
  return { ...command, args: [...words.map((part) => literalWord(part, command.span)), ...command.args] }
}
