import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { readPlainText } from '../../facts/plain-file.ts'
import type { InstructionFile } from '../integration.ts'
import { findImports } from './instruction-imports.ts'

const MOST_BYTES = 1_048_576
const MOST_PAGES = 128
/** How far a page may lead to others, as hosts have it. */
const MOST_HOPS = 5

interface Page extends Pick<InstructionFile, 'whose' | 'path'> {
  readonly text: string
  /** The page that named it. */
  readonly by?: string
}

/**
 * The instructions that an agent works under, for a judge: every file whole, behind a line of ours that says whose it is. The number in
 * those lines is a hash of all texts, so that no file can hold it and begin another. Undefined where there are none.
 */
export function readInstructions(files: readonly InstructionFile[], home: string): string | undefined {
  const pages = pagesOf(files, home)
  if (pages.length === 0) return undefined
  const mark = createHash('sha256')
    .update(JSON.stringify(pages.map(({ text }) => text)))
    .digest('hex')
    .slice(0, 12)
  const sheets = pages.map(
    ({ whose, path, text, by }) =>
      `[${mark} ${whose}: ${JSON.stringify(path)}${by === undefined ? '' : `, named by ${JSON.stringify(by)}`}]\n${text.trimEnd()}\n`,
  )
  return `${pages.length} of the files that instruct the agent. A line with [${mark} begins each and says whose it is.\n${sheets.join('')}`
}

/** Each file once, however often it is linked or named; behind it what it names. */
function pagesOf(files: readonly InstructionFile[], home: string): readonly Page[] {
  const seen = new Set<string>()
  const pages: Page[] = []
  const take = ({ path, whose, importsFrom = [], folders, by, hops }: QueuedPage): void => {
    const real = pages.length < MOST_PAGES ? realPage(path, folders) : undefined
    if (real === undefined || seen.has(real)) return
    seen.add(real)
    const text = textOf(real)
    if (text === undefined || text.trim() === '') return
    pages.push({ whose, path, text, ...(by !== undefined && { by }) })
    if (importsFrom.length === 0 || hops >= MOST_HOPS) return
    for (const named of findImports(text, path, home))
      take({ path: named, whose, importsFrom, folders: importsFrom, by: path, hops: hops + 1 })
  }
  for (const file of files) take({ ...file, folders: [file.within], by: undefined, hops: 0 })
  return pages
}

interface QueuedPage extends Pick<InstructionFile, 'path' | 'whose' | 'importsFrom'> {
  readonly folders: readonly string[]
  readonly by: string | undefined
  readonly hops: number
}

/** A page may lead to others of its folders, and nowhere else: what it leads to would be sent away. */
function realPage(path: string, folders: readonly string[]): string | undefined {
  try {
    const real = realpathSync(path)
    return /\.(?:md|mdc|txt)$/.test(real) && folders.some((folder) => isIn(real, folder)) ? real : undefined
  } catch {
    // It is not there, as most of them are not.
    return undefined
  }
}

function isIn(real: string, folder: string): boolean {
  try {
    return real.startsWith(withSeparator(realpathSync(folder)))
  } catch {
    // A folder that is not there holds nothing.
    return false
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`
}

function textOf(real: string): string | undefined {
  try {
    return readPlainText(real, MOST_BYTES)
  } catch {
    // A pipe, a device, a file nobody wrote by hand, or none of ours to read: instructions only inform.
    return undefined
  }
}
