import { readFileSync } from 'node:fs'
import { releaseNotes } from './changelog.ts'

/** Prints what a release says of itself: `node scripts/release-notes.ts v0.2.0`. Fails where the tag and the package differ. */
const [tag = ''] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
if (tag !== `v${version}`) throw new Error(`the tag is ${JSON.stringify(tag)}, and the package is ${version}`)
const notes = releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version)
if (notes === undefined) throw new Error(`CHANGELOG.md has no "## ${version} - DATE"`)
process.stdout.write(`${notes}\n`)
