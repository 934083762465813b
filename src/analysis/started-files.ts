import { isAbsolute, resolve } from 'node:path/posix'
import { doerOf, hasRole } from './doer.ts'
import type { Command } from './words.ts'

export function plainName(path: string): string {
  return path.replace(/^(?:\.\/)+/, '')
}

export function openProgram({ name, head }: Command): string | undefined {
  const open = name === undefined && head?.dynamic === true && head.known.replaceAll('\0', '') === ''
  return open ? head.raw.slice(0, 60) : undefined
}

export function aimsAtSystem(command: Command, program: string): boolean {
  return (
    starts(command, program) &&
    command.args.some(({ known }) => /^\/(?:usr|bin|sbin|etc|proc|sys|boot|root|lib|var)(?:\/|$)/.test(known))
  )
}

/** Another `./main` is another file. */
export function runPlaces(program: string, commands: readonly Command[]): readonly (string | undefined)[] {
  if (isAbsolute(program)) return [resolve(program)]
  return commands.flatMap((command) => (starts(command, program) ? [placeOf(command)] : []))
}

function starts(command: Command, program: string): boolean {
  const { name = '' } = command
  return plainName(name) === program || name.endsWith(`/${program}`) || placeOf(command) === program
}

function placeOf({ name = '', cwd }: Command): string | undefined {
  return isAbsolute(name) ? resolve(name) : cwd && resolve(cwd, name)
}

export function buildsIn({ name, cwd }: Command, file: string): boolean {
  return cwd !== undefined && hasRole({ doer: doerOf(name ?? '') }, 'compiler') && file.startsWith(`${cwd}/`)
}
