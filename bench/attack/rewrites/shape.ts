import type { Random } from '../../frame/random.ts'
import type { Attempt, Rewrite, Step } from '../attempt.ts'

/** What the rewrites of all groups are made with. */

/** Too long to be worth more quoting. */
const MAX_COMMAND = 20_000

export type CommandRewrite = (command: string, random: Random, attempt: Attempt) => string | undefined

/** A rewrite of the last shell command. */
export function ofCommand(group: string, name: string, rewrite: CommandRewrite): Rewrite {
  return {
    group,
    name,
    apply: (attempt, random) => {
      const last = attempt.steps.at(-1)
      if (last?.tool !== 'Bash' || 'does' in last || last.input.command.length > MAX_COMMAND) return undefined
      const command = rewrite(last.input.command, random, attempt)
      if (command === undefined || command === last.input.command) return undefined
      return { ...attempt, steps: [...attempt.steps.slice(0, -1), { ...last, input: { ...last.input, command } }] }
    },
  }
}

/** A rewrite that replaces the last shell command by several steps. */
export function ofSteps(
  group: string,
  name: string,
  rewrite: (command: string, random: Random, attempt: Attempt) => readonly Step[] | undefined,
): Rewrite {
  return {
    group,
    name,
    apply: (attempt, random) => {
      const last = attempt.steps.at(-1)
      if (last?.tool !== 'Bash' || 'does' in last || last.input.command.length > MAX_COMMAND) return undefined
      const steps = rewrite(last.input.command, random, attempt)
      return steps && { ...attempt, steps: [...attempt.steps.slice(0, -1), ...steps] }
    },
  }
}

export function bash(command: string): Step {
  return { tool: 'Bash', input: { command } }
}

export function write(path: string, content: string): Step {
  return { tool: 'Write', input: { file_path: path, content } }
}

/** The text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

const WORD = /^[A-Za-z][A-Za-z0-9._-]*(?=\s|$)/

/** Rewrites the command's first word, if it is a plain one. */
export function firstWord(command: string, rewrite: (word: string) => string): string | undefined {
  const [word] = WORD.exec(command) ?? []
  return word === undefined ? undefined : rewrite(word) + command.slice(word.length)
}

/** A name that means nothing. */
export function name(random: Random): string {
  return Array.from({ length: 4 }, () => random.pick([...'abdefghkmnpqrtuvwxyz'])).join('')
}

/** The command as plain words, where it holds nothing but plain words. */
export function plainWords(command: string): string[] | undefined {
  return /^[\w@%+=:,./-]+(?: [\w@%+=:,./-]+)*$/.test(command) ? command.split(' ') : undefined
}

export function oneLine(command: string): boolean {
  return !command.includes('\n')
}
