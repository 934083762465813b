import { compareCalls } from '../test/oracles/compare.ts'
import { loadGrammars, type OracleLanguage } from '../test/oracles/grammars.ts'
import { libraryFiles, sample, textOf } from '../test/oracles/library.ts'

/** Holds our readers against tree-sitter on the library code of this machine: `node scripts/oracles.ts [FILES] [LANGUAGE…] [--show]`. */
const ALL: readonly OracleLanguage[] = ['python', 'javascript', 'typescript', 'tsx', 'ruby', 'php', 'powershell']
const asked = ALL.filter((language) => process.argv.includes(language))
const LANGUAGES = asked.length > 0 ? asked : ALL
const most = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? Number.POSITIVE_INFINITY)
const show = process.argv.includes('--show')

await loadGrammars(LANGUAGES)
const all = libraryFiles()
let failed = false
for (const language of LANGUAGES) {
  const files = sample(
    all.filter((file) => file.language === language),
    most,
  )
  const count = { files: 0, 'no-oracle': 0, reported: 0, seen: 0, missed: 0, calls: 0, silent: 0 }
  for (const file of files) {
    const result = compareCalls(language, textOf(file))
    count.files++
    count[result.type]++
    if (result.type === 'reported' && show) console.log(`  reported ${file.path}`)
    if (result.type === 'seen' || result.type === 'missed') count.calls += result.calls
    if (result.type !== 'missed') continue
    failed = true
    count.silent += result.missed.length
    if (show) {
      const shown = result.missed.slice(0, 4).map(({ name, line }) => `${name}:${line}`)
      console.log(`  missed ${file.path} ${shown.join(' ')}`)
    }
  }
  console.log(
    `${language}: ${count.files} files, ${count['no-oracle']} the oracle does not read, ${count.reported} reported as not understood, ` +
      `${count.calls} calls compared, ${count.silent} silent misses in ${count.missed} files`,
  )
}
process.exitCode = failed ? 1 : 0
