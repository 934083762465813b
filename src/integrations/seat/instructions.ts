import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { plainText } from '../../facts/plain-file.ts'
import type { InstructionFile } from '../integration.ts'

const MOST_BYTES = 1_048_576

interface Page extends InstructionFile {
  readonly text: string
}

/**
 * The instructions that an agent works under, for a judge: every file whole, behind a line of ours that says whose it is. The number in
 * those lines is a hash of all texts, so that no file can hold it and begin another. Undefined where there are none.
 */
export function readInstructions(files: readonly InstructionFile[]): string | undefined {
  const pages = pagesOf(files)
  if (pages.length === 0) return undefined
  const mark = createHash('sha256')
    .update(JSON.stringify(pages.map(({ text }) => text)))
    .digest('hex')
    .slice(0, 12)
  const sheets = pages.map(
    ({ whose, path, text }) => `[${mark} ${whose}: ${JSON.stringify(path)}]\n${text.trimEnd()}\n`,
  )
  return `${pages.length} of the files that instruct the agent. A line with [${mark} begins each and says whose it is.\n${sheets.join('')}`
}

/** Each file once, however often it is linked. */
function pagesOf(files: readonly InstructionFile[]): readonly Page[] {
  const seen = new Set<string>()
  return files.flatMap((file) => {
    const real = realPage(file)
    if (real === undefined || seen.has(real)) return []
    seen.add(real)
    const text = textOf(real)
    return text === undefined || text.trim() === '' ? [] : [{ ...file, text }]
  })
}

/** A link may lead to another page of the same folder, and nowhere else: what it leads to would be sent away. */
function realPage({ path, within }: InstructionFile): string | undefined {
  try {
    const real = realpathSync(path)
    return real.endsWith('.md') && real.startsWith(withSeparator(realpathSync(within))) ? real : undefined
  } catch {
    // It is not there, as most of them are not.
    return undefined
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`
}

function textOf(real: string): string | undefined {
  try {
    return plainText(real, MOST_BYTES)
  } catch {
    // A pipe, a device, a file nobody wrote by hand, or none of ours to read: instructions only inform.
    return undefined
  }
}
