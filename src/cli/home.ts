import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { UsageError } from './io.ts'

/** What can be found out of who types. Tests hand in their own. */
export interface AccountContext {
  readonly uid: number | undefined
  /** The home of the account's entry; undefined where it has none. */
  readonly account: string | undefined
  /** Whose folder it is; undefined when it isn't one. */
  readonly ownerOf: (folder: string) => number | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/**
 * The home that the agent will have when this person starts it: what `$HOME` says, because agents look there. Only commands that
 * a person types ask; the hook was told once and for all. Where it cannot be the home of whoever types, it is said, not guessed.
 */
export function agentHomeDirectory(who: AccountContext = thisAccount()): string {
  const { uid, account, ownerOf, variables } = who
  const given = variables['HOME']
  const home = given === undefined || given === '' ? account : given
  if (home === undefined)
    throw new UsageError(
      'this account has no entry with a home, and HOME is not set; set HOME to the folder that the agent is started with',
    )
  if (!isAbsolute(home))
    throw new UsageError(`HOME is ${JSON.stringify(home)}, which is no absolute path; set it right`)
  if (account !== undefined && resolve(account) === resolve(home)) return resolve(home)
  const owner = ownerOf(home)
  if (owner === undefined) throw new UsageError(`HOME is ${home}, which is no folder; ${accountName(account)}`)
  if (uid !== undefined && owner !== uid)
    throw new UsageError(
      `HOME is ${home}, which belongs to another account (uid ${owner}, you are ${uid}): as with sudo or \`su -m\`. ` +
        `Run this as the account that starts the agent, without sudo${uid === 0 ? ', or with `sudo -H` for root itself' : ''}; ` +
        `where the agent really runs so, as in some containers, name it: --home ${home}`,
    )
  return resolve(home)
}

/** A home that is only looked into: nothing is written there, so it may be anybody's. */
export function readableHome({ account, variables }: AccountContext = thisAccount()): string {
  const given = variables['HOME'] ?? ''
  return resolve(isAbsolute(given) ? given : (account ?? '/'))
}

/** Something to know of a home before one relies on it; undefined where there is nothing to say. */
export function homeWarning(home: string, who: AccountContext = thisAccount()): string | undefined {
  const { uid, account, variables } = who
  const caller = variables['SUDO_USER']
  if (uid === 0 && caller !== undefined && caller !== 'root')
    return `you are root through sudo: this is for the agents that root starts (${home}), not for those of ${caller}`
  if (account === undefined)
    return `this account has no entry: the agent must be started with HOME=${home}, as you are now`
  return resolve(account) === home
    ? undefined
    : `HOME is ${home}, the account's own home is ${account}: an agent that is started with another HOME is not gated`
}

/**
 * What to tell where `$HOME` is set to another home than the account's, and does not count: in what stands between an agent and its
 * calls. A project or an agent can set it, also to a folder of this account, with settings of their own making in it.
 */
export function ignoredHomeWarning({ account, variables }: AccountContext = thisAccount()): string | undefined {
  const given = variables['HOME'] ?? ''
  if (account === undefined || given === '' || resolve(given) === resolve(account)) return undefined
  return `HOME is ${given}, which does not count here: settings and records are those of ${account}. --home DIR names another home`
}

function accountName(account: string | undefined): string {
  return account === undefined
    ? 'make it, or set HOME right'
    : `make it, or set HOME right (the account's is ${account})`
}

function thisAccount(): AccountContext {
  return { uid: process.getuid?.(), account: accountHome(), ownerOf, variables: process.env }
}

/** Asks the system, not the environment. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir || undefined
  } catch {
    // No entry for this uid, as in containers that are started with one of their own.
    return undefined
  }
}

function ownerOf(folder: string): number | undefined {
  try {
    const stat = statSync(folder)
    return stat.isDirectory() ? stat.uid : undefined
  } catch {
    return undefined
  }
}
