import type { CodeLanguage } from '../../src/analysis/effects.ts'
import { type OracleCall, type OracleLanguage, oracleCalls } from './grammars.ts'
import { ourCalls } from './ours.ts'

export type Comparison =
  /** The oracle does not understand the text: nothing to hold ours against. */
  | { readonly type: 'no-oracle' }
  | { readonly type: 'reported' }
  | { readonly type: 'seen'; readonly calls: number }
  | { readonly type: 'missed'; readonly missed: readonly OracleCall[]; readonly calls: number }

/** Which of our readers reads what an oracle reads. */
export const READER: Partial<Record<OracleLanguage, CodeLanguage>> = {
  python: 'python',
  javascript: 'javascript',
  typescript: 'javascript',
  tsx: 'javascript',
  ruby: 'ruby',
  php: 'php',
  powershell: 'powershell',
}

/** The law: a call in the oracle's tree is in ours, or ours says that it did not understand. */
export function compareCalls(language: OracleLanguage, text: string): Comparison {
  const reader = READER[language]
  if (!reader) throw new Error(`no reader for ${language}`)
  const theirs = oracleCalls(language, text)
  if (!theirs) return { type: 'no-oracle' }
  const ours = ourCalls(reader, text)
  if (ours.reported) return { type: 'reported' }
  const left = new Map(ours.names)
  const total = [...ours.names.values()].reduce((sum, count) => sum + count, 0)
  const missed = theirs.filter(({ name }) => {
    // What has no name for one of the two may have one for the other.
    if (name === '?' && total >= theirs.length) return false
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count <= 0
  })
  return missed.length === 0 ? { type: 'seen', calls: theirs.length } : { type: 'missed', missed, calls: theirs.length }
}
