import { resolve } from 'node:path/posix'
import { PROGRAM_BUILDERS, type ProgramBuilder } from '../../knowledge/lexicon/generators.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { programName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'

/** Programs that a build tool was told to make from what lies in its own folder: running one is running the project's own work. */

const MAX_WORDS = 60

/** Under which name a program that the session built is remembered. */
export function builtProgramKey(path: string): string {
  return `program built at ${path}`
}

/** The programs that a command builds, where all that it is given lies in the folder it works in. */
export function builtPrograms(command: Command): readonly string[] {
  const { name = '', args, cwd } = command
  const texts = args.map(({ text }) => text)
  if (cwd === undefined || args.length > MAX_WORDS || texts.includes(undefined) || isHelpOrDryRun(command)) return []
  const words = texts as readonly string[]
  return PROGRAM_BUILDERS.filter((builder) => isBuilding(builder, programName(name), words)).flatMap((builder) => {
    const output = outputOf(builder, words)
    if (output === undefined || output === '' || isOutside(output)) return []
    const given = words.filter((word) => word !== output && !word.endsWith(`=${output}`))
    return given.some((word) => isOutside(word.replace(/^--?[\w-]+=/, '').replace(/^-[IL]/, '')))
      ? []
      : [resolve(cwd, output)]
  })
}

function isBuilding({ names, verb, needs }: ProgramBuilder, program: string, words: readonly string[]): boolean {
  if (!names.split(' ').includes(program)) return false
  if (verb !== undefined && !verb.split('|').includes(words.find((word) => !word.startsWith('-')) ?? '')) return false
  return needs === undefined || words.some((word) => needs.test(word))
}

function outputOf({ output }: ProgramBuilder, words: readonly string[]): string | undefined {
  if (output === 'last') return words.findLast((word, at) => at > 0 && !word.startsWith('-'))
  for (const [at, word] of words.entries()) {
    const [, option = word, attached] = /^(--?[\w-]+)[=:](.*)$/s.exec(word) ?? []
    if (output.test(option)) return attached ?? words[at + 1]
  }
  return undefined
}

/** Not below the folder it works in; an address of somewhere else. */
function isOutside(word: string): boolean {
  return /^[/~]|^\.\.(?:\/|$)|\/\.\.(?:\/|$)|:\/\/|^[\w.-]+\.\w{2,}\/[\w.-]+\//.test(word)
}
