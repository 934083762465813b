import { existsSync } from 'node:fs'
import { newWordFaults, paidDebts, wordFaults } from './house-words.ts'
import { sourceFiles } from './source-files.ts'

/** What Biome cannot say: file length, star exports, paths of a machine, dropped words. Generated data is marked in its first line. */
const MAX_LINES = 400
const problems: string[] = []

for (const folder of ['src', 'test', 'bench', 'scripts', 'dashboard', 'examples'].filter((name) => existsSync(name))) {
  for (const { path, text } of sourceFiles(folder)) {
    if (text.startsWith('// Generated')) continue
    const lines = text.split('\n').length - 1
    if (lines > MAX_LINES) problems.push(`${path}: ${lines} lines; the limit is ${MAX_LINES}`)
    if (/^export \*/m.test(text)) problems.push(`${path}: \`export *\`; list what is public`)
    if (/(?:^|[^A-Za-z])\/(?:work|farm)\/[a-z.]/.test(text)) problems.push(`${path}: a path of one machine`)
    if (/\b(?:it|test|describe)\.(?:skip|only|todo)\b/.test(text)) problems.push(`${path}: a skipped or focused test`)
  }
}

const words = wordFaults()
for (const { path, line, says } of newWordFaults(words)) problems.push(`${path}:${line}: ${says}`)
for (const paid of paidDebts(words)) process.stdout.write(`${paid}\n`)

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
