import { openedTerminals } from '../interpret/session-terminals.ts'
import { emptyContainers, listStartedContainers } from '../interpret/started-containers.ts'
import { forwardedPortKey, forwardedPorts } from '../remote/forwarded-ports.ts'
import { createdRepositories, placedThings } from '../remote/session-repositories.ts'
import { startedServers } from '../remote/session-servers.ts'
import { createdNetworkKeys } from '../remote/virtual-network.ts'
import type { Command } from '../words.ts'
import { builtProgramKey, builtPrograms } from './built-programs.ts'
import { startedLiveRunners } from './live-runners.ts'
import { createdClusters } from './session-clusters.ts'
import { createdData } from './session-data.ts'
import { attachedDevices, createdResources } from './session-resources.ts'

interface CreatedByCommand {
  /** Branches it makes, and tags as `refs/tags/…`. */
  readonly branches: readonly string[]
  /** The branch HEAD is on afterwards, when it moves it; `-` for the one before. */
  readonly head: string | undefined
  readonly started: readonly string[]
  readonly made: readonly string[]
}

export function remoteBranchRef(remote: string, branch: string): string {
  return `refs/remotes/${remote}/${branch}`
}

/** `proven`: it leaves at most a reader that goes on. */
export function createdByCommand(command: Command, proven = false): CreatedByCommand {
  const running = command.background && command.name !== undefined ? [command.name] : []
  if (proven) return { branches: [], head: undefined, started: running, made: [] }
  return {
    branches: [...newBranches(command), ...newTags(command)],
    head: branchAfter(command),
    started: [
      ...running,
      ...listStartedContainers(command),
      ...emptyContainers(command),
      ...startedServers(command),
      ...startedLiveRunners(command),
      ...forwardedPorts(command).map(forwardedPortKey),
      ...placedThings(command),
    ],
    made: [
      ...openedTerminals(command),
      ...createdResources(command),
      ...attachedDevices(command),
      ...createdData(command),
      ...createdNetworkKeys(command),
      ...createdRepositories(command),
      ...builtPrograms(command).map(builtProgramKey),
      ...createdClusters(command),
    ],
  }
}

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
  const made = after(flags) ?? ''
  // `checkout -b x origin/x` takes up a branch that was there.
  const start = texts.at(-1) ?? ''
  return made === '' || (/^[^./~]/.test(start) && start.endsWith(`/${made}`)) ? [] : [made]
}

function newTags({ name, args }: Command): string[] {
  const texts = args.map((word) => word.text ?? '')
  const at = texts.indexOf('tag')
  if (name !== 'git' || at < 0 || texts.slice(0, at).some((text) => !text.startsWith('-'))) return []
  const [first, made = ''] = texts.slice(at + 1)
  const tag = /^-[asm]$/.test(first ?? '') ? made : (first ?? '')
  return tag === '' || tag.startsWith('-') ? [] : [`refs/tags/${tag}`]
}

function branchAfter(command: Command): string | undefined {
  const { name, args } = command
  const texts = args.map((word) => word.text ?? '')
  const at = texts.findIndex((text) => text === 'checkout' || text === 'switch')
  if (name !== 'git' || at < 0 || texts.includes('--')) return undefined
  const [made] = newBranches(command)
  if (made !== undefined) return made
  if (texts[at + 1] === '-') return '-'
  const operands = texts.slice(at + 1).filter((text) => text !== '' && !text.startsWith('-'))
  const [only] = operands
  return operands.length === 1 && only !== undefined && !/^\.|\/$|\.\w{1,5}$/.test(only) ? only : undefined
}
