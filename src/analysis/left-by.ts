import { containersStarted } from './programs/containers/started.ts'
import type { Command } from './words.ts'

/** What a command leaves behind for later calls of the session, beside files. */
export interface Left {
  /** Branches it makes. */
  readonly branches: readonly string[]
  /** The branch HEAD is on afterwards, when it moves it. */
  readonly head: string | undefined
  /** Programs that go on running, and containers, by the names they are ended by. */
  readonly started: readonly string[]
}

export function leftBy(command: Command): Left {
  const running = command.background && command.name !== undefined ? [command.name] : []
  return {
    branches: newBranches(command),
    head: branchAfter(command),
    started: [...running, ...containersStarted(command)],
  }
}

/** Branches a git command creates: `checkout -b`, `switch -c`, `branch name`, `worktree add -b`. */
function newBranches({ name, args }: Command): string[] {
  if (name !== 'git') return []
  const texts = args.map((word) => word.text ?? '')
  const after = (flags: readonly string[]) => texts[texts.findIndex((text) => flags.includes(text)) + 1]
  const verb = texts.find((text) => ['checkout', 'switch', 'branch', 'worktree'].includes(text))
  if (verb === 'branch')
    return texts
      .slice(texts.indexOf('branch') + 1, texts.indexOf('branch') + 2)
      .filter((text) => text !== '' && !text.startsWith('-'))
  const flags = verb === 'switch' ? ['-c', '-C', '--create', '--force-create'] : ['-b', '-B', '--orphan']
  if (verb === undefined || !texts.some((text) => flags.includes(text))) return []
  return [after(flags) ?? ''].filter((text) => text !== '')
}

/** The branch a git command leaves HEAD on; undefined when it does not move it or takes paths. */
function branchAfter(command: Command): string | undefined {
  const { name, args } = command
  const texts = args.map((word) => word.text ?? '')
  const at = texts.findIndex((text) => text === 'checkout' || text === 'switch')
  if (name !== 'git' || at < 0 || texts.includes('--')) return undefined
  const [made] = newBranches(command)
  if (made !== undefined) return made
  const operands = texts.slice(at + 1).filter((text) => text !== '' && !text.startsWith('-'))
  const [only] = operands
  return operands.length === 1 && only !== undefined && !/^\.|\/$|\.\w{1,5}$/.test(only) ? only : undefined
}
