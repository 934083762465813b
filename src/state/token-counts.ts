import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_COUNTS, type TokenCount, type TokenCounts } from '../judge/model/token-count.ts'
import { privateFolder } from './private-folder.ts'

/** The counts of models for processes that live for one call. What cannot be read counts as absent. */
export function createFileTokenCounts(folder: string): TokenCounts {
  const file = () => join(privateFolder(folder), 'token-counts.json')
  const read = (): readonly (readonly [string, TokenCount])[] => {
    try {
      const entries: unknown = JSON.parse(readFileSync(file(), 'utf8'))
      return Array.isArray(entries) ? entries.filter(isEntry) : []
    } catch {
      return []
    }
  }
  return {
    get: (conversation) => read().find(([name]) => name === conversation)?.[1],
    set: (conversation, counted) => {
      const others = read().filter(([name]) => name !== conversation)
      const draft = `${file()}.${process.pid}`
      writeFileSync(draft, JSON.stringify([...others, [conversation, counted]].slice(-MOST_COUNTS)), { mode: 0o600 })
      renameSync(draft, file())
    },
  }
}

function isEntry(value: unknown): value is readonly [string, TokenCount] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const { estimated, counted } = (value[1] ?? {}) as Partial<TokenCount>
  return Number.isFinite(estimated) && Number.isFinite(counted)
}
