import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docPages } from './commands.ts'

/** The form of pages; `scripts/house-words.ts` looks at their words. */
const ROOT = new URL('../../', import.meta.url).pathname
/** What real programs print stays as it was printed. */
const QUOTED = /^```[\s\S]*?^```$|`[^`\n]*`|<!-- Recorded[\s\S]*?<!-- End of the recording\. -->/gm
const MOST_COLUMNS = 180

const pages = docPages().filter((page) => !/^docs\/benchmarks\.md|^bench\//.test(page))
const prose = (page: string) =>
  readFileSync(join(ROOT, page), 'utf8').replace(QUOTED, (text) => text.replace(/[^\n]/g, ''))

describe('pages of the docs', () => {
  it.each(pages)('%s begins with a sentence', (page) => {
    const lines = readFileSync(join(ROOT, page), 'utf8').split('\n')
    const title = lines.findIndex((line) => line.startsWith('# '))
    const first = lines.slice(title + 1).find((line) => line !== '')
    expect(first, page).toMatch(/^[A-Z].{40}/)
  })

  it.each(pages)('%s has lines that fit', (page) => {
    const wide = prose(page)
      .split('\n')
      .flatMap((line, at) =>
        line.length > MOST_COLUMNS && !/^[|<]|^ *<img/.test(line) ? [`${page}:${at + 1}: ${line.length}`] : [],
      )
    expect(wide).toEqual([])
  })
})
