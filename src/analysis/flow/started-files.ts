import { isAbsolute, resolve } from 'node:path/posix'
import { actorOf, hasActorRole } from '../actor.ts'
import type { Command } from '../words.ts'

export function withoutDotSlash(path: string): string {
  return path.replace(/^(?:\.\/)+/, '')
}

export function unresolvedProgram({ name, head }: Command): string | undefined {
  const open = name === undefined && head?.dynamic === true && head.known.replaceAll('\0', '') === ''
  return open ? head.raw.slice(0, 60) : undefined
}

export function targetsSystemPath(command: Command, program: string): boolean {
  return (
    startsProgram(command, program) &&
    command.args.some(({ known }) => /^\/(?:usr|bin|sbin|etc|proc|sys|boot|root|lib|var)(?:\/|$)/.test(known))
  )
}

/** Another `./main` is another file. */
export function runLocations(program: string, commands: readonly Command[]): readonly (string | undefined)[] {
  if (isAbsolute(program)) return [resolve(program)]
  return commands.flatMap((command) => (startsProgram(command, program) ? [programLocation(command)] : []))
}

function startsProgram(command: Command, program: string): boolean {
  const { name = '' } = command
  return withoutDotSlash(name) === program || name.endsWith(`/${program}`) || programLocation(command) === program
}

function programLocation({ name = '', cwd }: Command): string | undefined {
  return isAbsolute(name) ? resolve(name) : cwd && resolve(cwd, name)
}

export function compilesInFolder({ name, cwd }: Command, file: string): boolean {
  return cwd !== undefined && hasActorRole({ actor: actorOf(name ?? '') }, 'compiler') && file.startsWith(`${cwd}/`)
}
