import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { filesBelow, linesOf } from '../data/read.ts'
import { type Sample, sampleOf } from '../data/sample.ts'
import { groupBy } from '../frame/statistics.ts'

const PER_LABEL = 5

/** A few rows of every corpus file, always the same: those whose ids have the lowest hashes. */
export function guardRows(corpus: string): Sample[] {
  return filesBelow(corpus).flatMap((file) => {
    const samples = linesOf(file).map((row, at) => sampleOf(row, `${basename(file)}:${at + 1}`))
    return [...groupBy(samples, ({ label }) => label).values()].flatMap((group) =>
      group.toSorted((left, right) => hash(left.id).localeCompare(hash(right.id))).slice(0, PER_LABEL),
    )
  })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
