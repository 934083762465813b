import { execFile } from 'node:child_process'
import type { Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Facts } from '../../analysis/facts.ts'
import { hardenedGit } from '../../facts/git.ts'

/** What may still be spent on looking; shared by all paths of one call. */
export interface Budget {
  readonly end: number
  files: number
}

export interface FileCount {
  readonly files?: number
  readonly bytes?: number
  readonly tracked: 'all' | 'some' | 'none' | 'unknown'
  /** When the newest of it was last changed. */
  readonly changed?: number
  readonly more?: true
}

interface RunningCount {
  files: number
  bytes: number
  changed: number
  whole: boolean
}

/** An absolute path, or a pattern for several. */
export interface PathToCount {
  readonly path: string
  readonly glob: boolean
}

/** What lies at a path. A link counts as itself. */
export async function countFiles(
  { path, glob }: PathToCount,
  facts: Facts,
  budget: Budget,
): Promise<FileCount | 'missing'> {
  const sum: RunningCount = { files: 0, bytes: 0, changed: 0, whole: true }
  const places = glob ? await expandGlob(path, sum, budget) : [path]
  let isThere = glob
  for (const place of places) isThere = (await addPath(place, sum, budget)) || isThere
  if (!isThere) return 'missing'
  return {
    files: sum.files,
    bytes: sum.bytes,
    tracked: await trackedShare(places, sum, { facts, budget }),
    ...(sum.changed > 0 && { changed: Math.round(sum.changed) }),
    ...(!sum.whole && { more: true as const }),
  }
}

/** Adds a file, or all that is in a folder. False: there is nothing. */
async function addPath(place: string, sum: RunningCount, budget: Budget): Promise<boolean> {
  const stat = await statPath(place)
  if (stat === undefined) return false
  if (!stat.isDirectory()) {
    addStat(stat, sum)
    return true
  }
  const folders = [place]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (!(await addFolder(folder, folders, { sum, budget }))) return true
  }
  return true
}

/** False: nothing more may be looked at. */
async function addFolder(
  folder: string,
  folders: string[],
  { sum, budget }: { readonly sum: RunningCount; readonly budget: Budget },
): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder)) {
      if (budget.files-- <= 0 || Date.now() > budget.end) {
        sum.whole = false
        return false
      }
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else {
        const stat = await statPath(path)
        if (stat) addStat(stat, sum)
      }
    }
  } catch {
    // Not to be read: whatever is in it is not counted.
    sum.whole = false
  }
  return true
}

function addStat(stat: Stats, sum: RunningCount): void {
  sum.files++
  sum.bytes += stat.size
  sum.changed = Math.max(sum.changed, stat.mtimeMs)
}

async function statPath(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

/** The entries that a pattern in the last part of a path stands for; a pattern elsewhere is not looked at. */
async function expandGlob(pattern: string, sum: RunningCount, budget: Budget): Promise<readonly string[]> {
  const folder = dirname(pattern)
  if (/[*?[{]/.test(folder) || /[[{]/.test(basename(pattern))) {
    sum.whole = false
    return []
  }
  const matching = nameMatcher(basename(pattern))
  const found: string[] = []
  try {
    for await (const { name } of await opendir(folder)) {
      if (budget.files-- <= 0 || Date.now() > budget.end) {
        sum.whole = false
        break
      }
      if (matching(name)) found.push(join(folder, name))
    }
  } catch {
    sum.whole = false
  }
  return found
}

/** By hand: a name is hostile, and so is a pattern that a regular expression would go back over. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*')
  const hidden = pattern.startsWith('.')
  const fits = (text: string, part: string) =>
    text.length === part.length && [...part].every((sign, at) => sign === '?' || sign === text[at])
  return (name) => {
    if (name.startsWith('.') && !hidden) return false
    const [first = '', ...rest] = parts
    const last = rest.pop()
    if (last === undefined) return fits(name, first)
    if (!fits(name.slice(0, first.length), first)) return false
    let at = first.length
    for (const part of rest) {
      while (at + part.length <= name.length && !fits(name.slice(at, at + part.length), part)) at++
      if (at + part.length > name.length) return false
      at += part.length
    }
    return name.length - last.length >= at && fits(name.slice(name.length - last.length), last)
  }
}

interface TrackedContext {
  readonly facts: Facts
  readonly budget: Budget
}

/** How much of it git could give back as it is. */
async function trackedShare(
  places: readonly string[],
  sum: RunningCount,
  { facts, budget }: TrackedContext,
): Promise<FileCount['tracked']> {
  const [first] = places
  if (first === undefined || places.length > 200 || !sum.whole) return 'unknown'
  const about = facts.git(dirname(first)) ?? facts.git(first)
  // A repository whose settings run programs is not asked.
  if (!about || about.executes.length > 0) return 'unknown'
  const inside = places.map((place) => relative(about.root, place) || '.')
  if (inside.some((path) => path.startsWith('..'))) return 'unknown'
  const git = hardenedGit(about.root, facts.home)
  if (git === undefined) return 'unknown'
  const asked = (args: readonly string[]) =>
    runProgram(git, [...args, '-z', '--', ...inside.map((path) => `:(literal)${path}`)], budget.end)
  const [listed, dirty] = await Promise.all([
    asked(['ls-files']),
    asked(['status', '--porcelain=v1', '--untracked-files=no']),
  ])
  if (listed === undefined || dirty === undefined) return 'unknown'
  const known = new Set(listed.split('\0').filter((name) => name !== '')).size
  if (known === 0) return 'none'
  return known >= sum.files && dirty === '' ? 'all' : 'some'
}

function runProgram(
  { program, args, env }: NonNullable<ReturnType<typeof hardenedGit>>,
  more: readonly string[],
  end: number,
): Promise<string | undefined> {
  const timeout = end - Date.now()
  if (timeout <= 0) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    // One that ends well just as its time is over counts as done, without what it had printed.
    execFile(program, [...args, ...more], { env, timeout, encoding: 'utf8', maxBuffer: 8 << 20 }, (error, stdout) =>
      resolve(error || Date.now() >= end ? undefined : stdout),
    )
  })
}
