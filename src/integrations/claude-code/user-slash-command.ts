import { lstatSync, opendirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of commands below a home or a project. */
export const COMMANDS_FOLDER = '.claude/commands'

const SLASH_COMMAND_LINE = /^\s*\/([a-z0-9][\w-]{0,63})(?:\s+([\s\S]*))?$/i
const MAX_FILE = 20_000
const MAX_SEEN = 1_000

/** Where a command is typed. */
interface Place {
  readonly home: string
  readonly cwd: string
}

/**
 * What a command that a person typed stands for, from their own folder of commands: the gate keeps the agent out of it, so its
 * words are the person's. Nothing is taken from a repository, nor where one has a command or skill of that name.
 */
export function expandUserCommand(prompt: string, { home, cwd }: Place): string | undefined {
  const [, name, args = ''] = SLASH_COMMAND_LINE.exec(prompt) ?? []
  if (name === undefined) return undefined
  try {
    const folder = join(realpathSync(home), COMMANDS_FOLDER)
    const file = join(folder, `${name}.md`)
    // A link leads to a place that nobody guards.
    if (realpathSync(file) !== file || !lstatSync(file).isFile() || lstatSync(file).size > MAX_FILE) return undefined
    if (hasConflictingCommand(name, realpathSync(home), realpathSync(cwd))) return undefined
    return commandBody(readFileSync(file, 'utf8'), args.trim())
  } catch {
    return undefined
  }
}

/** Without its header, and with what was typed in its place. What a command line in it prints is nobody's word, and not read. */
function commandBody(text: string, args: string): string {
  const words = args.split(/\s+/)
  return text
    .replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '')
    .replace(/\$ARGUMENTS\b|\$(\d)(?!\d)/g, (_, index?: string) =>
      index === undefined ? args : (words[Number(index) - 1] ?? ''),
    )
    .trim()
}

/** May another command or skill of that name be what the host runs? */
function hasConflictingCommand(name: string, home: string, cwd: string): boolean {
  const above: string[] = []
  for (let folder = cwd; folder !== home && dirname(folder) !== folder; folder = dirname(folder)) above.push(folder)
  const skills = [home, ...above].map((folder) => join(folder, '.claude', 'skills', name))
  return skills.some(exists) || above.some((folder) => folderHolds(join(folder, COMMANDS_FOLDER), `${name}.md`))
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Is there such a file, in whatever folder below? Where there are too many to tell, there may be. */
function folderHolds(folder: string, file: string): boolean {
  if (!exists(folder)) return false
  const entries = opendirSync(folder, { recursive: true })
  try {
    for (let seen = 0; seen < MAX_SEEN; seen++) {
      const entry = entries.readSync()
      if (entry === null) return false
      if (entry.name.toLowerCase() === file.toLowerCase()) return true
    }
    return true
  } finally {
    entries.closeSync()
  }
}
