import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readPlainText } from '../facts/plain-file.ts'
import { flagsAddress, MAX_SIGNED, readSigned, signedFlagsFile } from '../facts/signed-flags.ts'
import { readModelSettings } from '../judge/model/settings.ts'
import { createFetch } from '../judge/model/transports/http/fetch.ts'
import { flagsAsSettings, REFRESH_MS } from '../settings/flags.ts'
import { loadPolicy } from '../settings/load.ts'
import { privateFolder } from '../state/private-folder.ts'
import { stateFolder } from '../state/state-folder.ts'
import { readPolicy } from './policy.ts'

export type Refreshed =
  /** Settings name no address. */
  | { readonly kind: 'none' }
  /** Fetched less than half an hour ago. */
  | { readonly kind: 'fresh' }
  | { readonly kind: 'taken'; readonly version: number }
  /** What was in force stays so. */
  | { readonly kind: 'kept'; readonly why: string }

export interface RefreshOptions {
  readonly home: string
  readonly now?: () => number
  /** Fetches even if it did so a moment ago. */
  readonly force?: boolean
}

const FETCH_MS = 10_000

/**
 * Fetches the signed flags, where the user's or managed settings name an address. Never throws: whatever is wrong with an answer, what was
 * in force stays until it expires. INVARIANT: an older version never replaces a newer one.
 */
export async function refreshFlagsNow({ home, now = Date.now, force = false }: RefreshOptions): Promise<Refreshed> {
  try {
    const { judge } = readPolicy({ cwd: home, home })
    const address = flagsAddress(judge)
    if (address === undefined) return { kind: 'none' }
    if ('problem' in address) return { kind: 'kept', why: address.problem }
    const file = signedFlagsFile(home)
    if (!force && isFresh(file, now())) return { kind: 'fresh' }
    const settings = readModelSettings(judge)
    const proxy = 'settings' in settings ? settings.settings.proxy : undefined
    const text = await fetchSignedFlags(address.url, proxy)
    const read = readSigned(text, address, now())
    if ('problem' in read) return { kind: 'kept', why: read.problem }
    const wrong = problemOf(read.flags, home)
    if (wrong !== undefined) return { kind: 'kept', why: wrong }
    const before = lastAcceptedFlags(file, address)
    if (before !== undefined && read.version < before.version)
      return { kind: 'kept', why: `version ${read.version} is older than ${before.version}` }
    if (before?.version === read.version && before.flags !== read.flags)
      return { kind: 'kept', why: `version ${read.version} was something else before` }
    privateFolder(stateFolder(home))
    writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600 })
    renameSync(`${file}.${process.pid}`, file)
    const seconds = now() / 1000
    utimesSync(file, seconds, seconds)
    return { kind: 'taken', version: read.version }
  } catch (error) {
    return { kind: 'kept', why: error instanceof Error ? error.message : String(error) }
  }
}

function isFresh(file: string, now: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs <= now && now - found.mtimeMs < REFRESH_MS
}

async function fetchSignedFlags(url: string, proxy: string | undefined): Promise<string> {
  const answer = await createFetch({ proxy })(url, { signal: AbortSignal.timeout(FETCH_MS) })
  if (answer.status !== 200) throw new Error(`the address answered ${answer.status}`)
  const text = await answer.text()
  if (text.length > MAX_SIGNED) throw new Error('the answer is too long')
  return text
}

/** What was accepted last, expired or not: it still says which version nobody may go back behind. */
function lastAcceptedFlags(file: string, address: Parameters<typeof readSigned>[1]) {
  try {
    const read = readSigned(readPlainText(file, MAX_SIGNED), address, 'any time')
    return 'problem' in read ? undefined : read
  } catch {
    // The first one, or one that cannot be read.
    return undefined
  }
}

/** Flags that the settings cannot mean are refused when they come, not when somebody waits for an answer. */
function problemOf(flags: string, home: string): string | undefined {
  const text = flagsAsSettings({ scope: 'flag', kind: 'own', file: 'the answer', text: flags })
  if (text.unreadable !== undefined) return text.unreadable
  const { broken, notices } = loadPolicy([text], { cwd: home, home })
  return [...broken, ...notices][0]?.text
}
