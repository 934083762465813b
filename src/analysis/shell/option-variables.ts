import { baseName, programOf } from '../base-name.ts'
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

/** Variables that hold words for a program: `TOOL_ARGS`, `TOOL_OPTS`, and a name that stands for words, `TOOL_ALIAS_NAME`. */
const CARRIES =
  /^([A-Z][A-Z0-9]*?)(?:_(?:\w+_)?)?(?:(?:ARGS|ARGUMENTS|(?:ADD)?OPTS|OPTIONS|FLAGS|PARAMS|PARAMETERS|COMMAND|CMD|GOALS|TASKS|TARGETS)(?:_\w+)?|ALIAS(?:ES)?_\w+)$/
const MOST_VARIABLES = 4

/**
 * The same command with the words that variables called after its program hold for it: what they say is done as well. Options
 * alone are no sub-command, and are left to the readers that know them.
 */
export function withCarriedWords(command: Command, scope: Scope): readonly Command[] {
  const program = programOf(command)
  if (!/^[a-z]/.test(program)) return []
  return carriersIn(scope, program).flatMap((name) => {
    const text = getVariable(scope, name)?.word.text ?? ''
    const words = text.split(/\s+/).filter((part) => part !== '')
    if (!words.some((word) => /^[a-z][\w:-]+$/i.test(word))) return []
    const carried = words.map((part) => literalWord(part, command.span))
    return [{ ...command, args: /_ALIAS/.test(name) ? carried : [...carried, ...command.args] }]
  })
}

function carriersIn(scope: Scope, program: string): readonly string[] {
  const names = new Set<string>()
  for (let at: Scope | undefined = scope; at && names.size < MOST_VARIABLES; at = at.parent)
    for (const name of at.variables.keys()) {
      const [, called] = CARRIES.exec(name) ?? []
      if (called !== undefined && isCalledAfter(called.toLowerCase(), program)) names.add(name)
    }
  return [...names].slice(0, MOST_VARIABLES)
}

/** `maven` for mvn and mvnw, `acme` for acmectl: the name itself, the beginning of it, or the whole of what it shortens. */
function isCalledAfter(product: string, program: string): boolean {
  const short = program.replace(/(?:w|\.\w+)$/, '')
  if (product === program || product === short || (product.length > 2 && program.startsWith(product))) return true
  return short.length > 2 && product[0] === short[0] && isShortFor(short, product)
}

/** Its letters stand in the longer name, in their order. */
function isShortFor(short: string, whole: string): boolean {
  if (short.length * 2 < whole.length) return false
  let found = 0
  for (const letter of whole) if (letter === short[found]) found += 1
  return found === short.length
}
