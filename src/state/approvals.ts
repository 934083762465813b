import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../analysis/text/sha256.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'

const APPROVAL_LIFETIME_MS = 30 * 60 * 1000
/** A lasting approval ends with its session, and after a day in any case. */
const SESSION_APPROVAL_LIFETIME_MS = 24 * 60 * 60 * 1000

/** A person's one-shot yes to one exact Action. */
export interface Approval {
  readonly id: string
  readonly key: string
  readonly sessionId: string
  readonly expires: number
  /** Not used up: it holds for its scope as long as it lives. */
  readonly standing?: true
}

function folderOf(folder: string): string {
  return privateFolder(join(folder, 'approvals'))
}

/** Keys are hex digests; anything else is not one of ours. */
function fileOf(folder: string, key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new BrokenStateError('an approval key of an unknown shape')
  return join(folderOf(folder), `${key}.json`)
}

export function giveApproval(
  folder: string,
  given: Pick<Approval, 'key' | 'sessionId' | 'standing'>,
  now: number,
): Approval {
  const life = given.standing ? SESSION_APPROVAL_LIFETIME_MS : APPROVAL_LIFETIME_MS
  const approval: Approval = { ...given, id: randomBytes(4).toString('hex'), expires: now + life }
  const file = fileOf(folder, given.key)
  const draft = `${file}.${approval.id}`
  writeFileSync(draft, JSON.stringify(approval), { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return approval
}

/** Takes an approval by an atomic rename: of two takers one finds nothing. An expired one is used up all the same. */
export function claimApproval(folder: string, key: string, now: number): string | undefined {
  return takeApproval(fileOf(folder, key), key, now)
}

/** One of two that judge the same call. */
export interface ApprovalClaimant {
  readonly callId: string
  readonly claimant: 'ahead' | 'host'
}

/**
 * Takes an approval for a call that two judge. Who comes first moves it to where only the other one looks, and only for this call: at any
 * time there is one of both to be found.
 */
export function claimSharedApproval(
  folder: string,
  key: string,
  { callId, claimant }: ApprovalClaimant,
  now: number,
): string | undefined {
  const file = fileOf(folder, key)
  const leftFor = (whose: ApprovalClaimant['claimant']) => `${file}.${whose}-${sha256(callId).slice(0, 24)}`
  const place = leftFor(claimant === 'ahead' ? 'host' : 'ahead')
  if (!tryRename(file, place)) return takeApproval(leftFor(claimant), key, now)
  return validApprovalId(place, key, now)
}

function takeApproval(file: string, key: string, now: number): string | undefined {
  const place = `${file}.taken-${process.pid}-${randomBytes(4).toString('hex')}`
  if (!tryRename(file, place)) return undefined
  const id = validApprovalId(place, key, now)
  rmSync(place, { force: true })
  return id
}

/** False when it is not there. */
function tryRename(file: string, to: string): boolean {
  try {
    renameSync(file, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new BrokenStateError(`an approval cannot be taken: ${String(error)}`)
  }
}

/** The id of an approval that holds. */
function validApprovalId(file: string, key: string, now: number): string | undefined {
  const { key: given, id, expires } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Approval>
  return given === key && typeof id === 'string' && typeof expires === 'number' && expires > now ? id : undefined
}

/** Looks for a grade approval and leaves it where it is. What cannot be read counts as broken, never as a yes. */
export function findSessionApproval(folder: string, key: string, now: number): string | undefined {
  let text: string
  try {
    text = readFileSync(fileOf(folder, key), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new BrokenStateError(`an approval cannot be read: ${String(error)}`)
  }
  const approval = JSON.parse(text) as Partial<Approval>
  const valid =
    approval.key === key &&
    approval.standing === true &&
    typeof approval.id === 'string' &&
    (approval.expires ?? 0) > now
  return valid ? approval.id : undefined
}

/** Is there a yes to be taken? Nothing is used up by looking. */
export function hasApproval(folder: string, key: string, now: number): boolean {
  try {
    return validApprovalId(fileOf(folder, key), key, now) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new BrokenStateError(`an approval cannot be read: ${String(error)}`)
  }
}

/** A new limit voids what was approved before it in that session. */
export function voidApprovals(folder: string, sessionId: string): void {
  const place = folderOf(folder)
  for (const name of readdirSync(place)) {
    if (!/^[0-9a-f]{64}\.json(?:\.(?:ahead|host)-[0-9a-f]{24})?$/.test(name)) continue
    const approval = JSON.parse(readFileSync(join(place, name), 'utf8')) as Partial<Approval>
    if (approval.sessionId === sessionId) rmSync(join(place, name), { force: true })
  }
}
