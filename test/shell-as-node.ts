import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'irongate-node-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * A program that takes the place of Node in a launcher and runs shell scripts, so that a test sees what would have been started.
 * Written once: a file that was open for writing a moment ago may not be started.
 */
export function shellAsNode(toOptions: 'takes' | 'refuses' = 'takes'): string {
  const file = join(folder, `node-that-${toOptions}`)
  // As Node does with an option that it does not know.
  const option = toOptions === 'takes' ? 'shift' : 'exit 9'
  const text = `#!/bin/sh\nwhile :; do case \${1-} in --*) ${option} ;; *) break ;; esac; done\nexec /bin/sh "$@"\n`
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o755 })
  return file
}
