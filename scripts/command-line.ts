import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
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
  // For the installed launcher, which finds the daemon of this code by it.
  writeFileSync(join(folder, 'build'), `${named}\n`)
  // With what links the rest inside: another file to find and read costs a short process more than the hook's own work before it.
  const hook = `exports.hook=(args)=>exports.installed(args,${JSON.stringify(named)});`
  writeFileSync(join(folder, 'hook.cjs'), `${files.get('cli.cjs')}${hook}${await started()}`)
  return inputs
}

/**
 * The launcher, for the hook's file itself: to find and read one more file before it takes a short process half a millisecond. It
 * starts the hook alone: what else there is goes by the launcher's name, which the gate knows.
 */
async function started(): Promise<string> {
  const launcher = readFileSync('bin/irongate.js', 'utf8')
  const own = launcher
    .replace("require('../dist/hook.cjs')", 'module.exports')
    .replace("require('../dist/cli.cjs').main(args)", "Promise.reject(new Error('only hooks start here'))")
  if (/\brequire\(/.test(own)) throw new Error('the launcher loads something that the hook does not have')
  const { code } = await transform(`if (require.main === module) {${own.replace(/^#!.*/, '')}}`, { minify: true })
  // Whoever starts this file and gets no answer has blocked the call.
  return `process.exitCode=2;${code}`
}
