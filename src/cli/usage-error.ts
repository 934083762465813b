import { nearestName } from '../rules/nearest-name.ts'
import { UsageError } from './io.ts'

/** What is wrong with the words of a command, in one line; undefined when something else went wrong. */
export function usageProblem(error: unknown, options: readonly string[]): string | undefined {
  if (!(error instanceof UsageError) && !isParseError(error)) return undefined
  const said = firstLine(error.message)
  const valued = /^Option '(?:-\w, )?(--?[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(said)?.[1]
  if (valued !== undefined) return `${valued} wants a value; one that begins with a dash is written ${valued}=-…`
  const option = /^Unknown option '(--?[\w-]+)'/.exec(said)?.[1]
  if (option === undefined) return said
  const meant = nearestName(option.replace(/^-+/, ''), options)
  return `unknown option ${option}${meant === undefined ? '' : `; did you mean --${meant}?`}`
}

/** Errors of the option parser: their code is all that tells them apart. */
function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** Further sentences of the parser advise on its own API. */
function firstLine(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line.replace(/^(Unknown option '[^']*'|[^.]*'[^']*')\. .*$/s, '$1').trim()
}
