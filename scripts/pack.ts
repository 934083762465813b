import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { packTarball, repositoryFrom } from './tarball.ts'

/** Builds the package and packs it as it is published: `npm run pack -- --to DIR`. */
const { values } = parseArgs({ options: { to: { type: 'string', default: '.' } } })

execFileSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 2, 2] })
const { file, files, unpackedSize } = packTarball('.', values.to)
if (repositoryFrom(process.env) === undefined)
  process.stderr.write('Links stay relative: GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set.\n')
process.stderr.write(`${files.length} files, ${(unpackedSize / 1e6).toFixed(1)} MB\n`)
process.stdout.write(`${file}\n`)
