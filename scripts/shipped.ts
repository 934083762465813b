import type { Tarball } from './tarball.ts'

/** Everything that users get, by place, and the most that each may weigh in kB. */
const SHIPPED: readonly (readonly [files: RegExp, mostKB: number])[] = [
  [/^(?:package\.json|LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md)$/, 60],
  [/^bin\/(?:irongate\.js|package\.json)$/, 4],
  [/^dist\/(?:build|(?:index|agent-sdk)\.js|(?:cli|hook)\.cjs)$/, 100],
  [/^dist\/chunks\/[\w.-]+\.js$/, 3_700],
  [/^dist\/parts\/[\w-]+\.cjs$/, 5_300],
  [/^dist\/types\/[\w/-]+\.d\.ts$/, 200],
  [/^dist\/LICENSES\.txt$/, 90],
  [/^dist\/dashboard\/(?:app\.js|style\.css|index\.html|icon\.svg)$/, 200],
  [/^docs\/(?:(?:agents|categories)\/)?[\w-]+\.md$/, 400],
  [/^examples\/[\w-]+\.[jt]s$/, 12],
  [/^schema\/settings\.schema\.json$/, 50],
  // The plugin of Claude Code: a global installation can be its marketplace.
  [/^(?:hooks\/(?:hooks\.json|irongate)|commands\/why\.md|\.claude-plugin\/(?:plugin|marketplace)\.json)$/, 8],
]

/** Files that nobody listed, and places that have become too heavy. */
export function packingProblems({ files }: Tarball): string[] {
  const unlisted = files.filter(({ path }) => !SHIPPED.some(([listed]) => listed.test(path)))
  const heavy = SHIPPED.flatMap(([listed, most]) => {
    const found = files.filter(({ path }) => listed.test(path))
    const kB = found.reduce((sum, { size }) => sum + size, 0) / 1000
    if (found.length === 0) return [`nothing is packed of ${listed.source}`]
    return kB > most ? [`${Math.ceil(kB)} kB of ${listed.source}; the limit is ${most}`] : []
  })
  return [...unlisted.map(({ path }) => `${path} is not for users`), ...heavy]
}
