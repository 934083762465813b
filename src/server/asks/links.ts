import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../state/private-folder.ts'

/** A link that answers one call. Only the hash of its token is kept, as the name of its file. */
export interface AnswerLink {
  readonly id: string
  /** The call that it was made for; another one of the same id is not answered by it. */
  readonly key: string
  readonly until: number
  /** How often somebody gave a wrong PIN. */
  readonly failed: number
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

function folderOf(folder: string): string {
  return privateFolder(join(privateFolder(join(folder, 'server')), 'links'))
}

function fileOf(folder: string, token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined
  return join(folderOf(folder), `${createHash('sha256').update(token).digest('hex')}.json`)
}

/** A new token. */
export function makeLink(folder: string, link: Omit<AnswerLink, 'failed'>): string {
  const token = randomBytes(32).toString('base64url')
  const file = fileOf(folder, token)
  if (file === undefined) throw new Error('a token of an unknown shape')
  writeFileSync(file, JSON.stringify({ ...link, failed: 0 }), { mode: 0o600, flag: 'wx' })
  return token
}

/** What a token stands for, as long as it does. */
export function linkOf(folder: string, token: string, now: number): AnswerLink | undefined {
  const file = fileOf(folder, token)
  return file === undefined ? undefined : read(file, now)
}

/**
 * Takes a link out of use. Of two who come with the same token at the same time one gets it: so nobody tries a PIN twice for one count.
 * `putBack` is for who had the wrong PIN.
 */
export function takeLink(
  folder: string,
  token: string,
  now: number,
): { readonly link: AnswerLink; readonly putBack: () => void } | undefined {
  const file = fileOf(folder, token)
  if (file === undefined) return undefined
  const taken = `${file}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, taken)
  } catch {
    return undefined
  }
  const link = read(taken, now)
  rmSync(taken, { force: true })
  if (link === undefined) return undefined
  const putBack = () => {
    writeFileSync(taken, JSON.stringify({ ...link, failed: link.failed + 1 }), { mode: 0o600, flag: 'wx' })
    renameSync(taken, file)
  }
  return { link, putBack }
}

/** Takes away links whose time is over, and what was left of a server that was ended. */
export function forgetLinks(folder: string, now: number): void {
  const place = folderOf(folder)
  for (const name of readdirSync(place)) {
    const file = join(place, name)
    if (!/^[0-9a-f]{64}\.json$/.test(name) || read(file, now) === undefined) rmSync(file, { force: true })
  }
}

function read(file: string, now: number): AnswerLink | undefined {
  try {
    const { id, key, until, failed } = JSON.parse(readFileSync(file, 'utf8')) as Partial<AnswerLink>
    const isWhole =
      typeof id === 'string' && typeof key === 'string' && typeof until === 'number' && typeof failed === 'number'
    return isWhole && until > now ? { id, key, until, failed } : undefined
  } catch {
    return undefined
  }
}
