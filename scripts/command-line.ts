import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { HOSTS } from '../src/integrations/registry.ts'
import { bundle } from './bundle.ts'
import { partOf } from './parts.ts'
import { reachedParts } from './reached-parts.ts'

/** Writes the command line as it is shipped into a folder: its parts, and the small file that an installed hook starts with. Gives the files it was made of. */
export async function buildCommandLine(
  folder: string,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  mkdirSync(join(folder, 'parts'), { recursive: true })
  const entry = 'src/cli/main.ts'
  const reached = reachedParts(await bundle({ entry, replaced, partOf }))
  const { files, inputs } = await bundle({ entry, replaced, partOf: (path) => reached.get(path) ?? partOf(path) })
  const name = createHash('sha256')
  for (const [file, text] of files) {
    writeFileSync(join(folder, file), text)
    name.update(`${file}\0${text}\0`)
  }
  const named = name.digest('hex').slice(0, 12)
  // For the installed starter, which finds the resident of this code by it.
  writeFileSync(join(folder, 'build'), `${named}\n`)
  const { outputFiles } = await build({
    entryPoints: { 'installed-hook': 'src/cli/installed-hook.ts' },
    outdir: folder,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    define: {
      // A resident of other code is never asked.
      BUILD: JSON.stringify(named),
      DEADLINES: JSON.stringify(Object.fromEntries(HOSTS.map(({ id, deadlineMs }) => [id, deadlineMs]))),
    },
    logLevel: 'warning',
  })
  // With what links the rest inside, evaluated where nobody else answers: another file to find and read costs more than to pass over it.
  // In parentheses it is compiled with the file; else its text would be read again for each function that it stands in.
  const linked = `const alone=(()=>{const exports={};${files.get('cli.cjs')}exports.ready();return exports.main});module.exports.hook=(args)=>module.exports.run(args,alone);`
  writeFileSync(join(folder, 'installed-hook.cjs'), `${outputFiles[0]?.text}${linked}`)
  return inputs
}
