import { isInside } from '../analysis/paths/path-use.ts'
import { isDumpSource } from '../analysis/shell/printed-output.ts'
import type { DataSource } from '../analysis/words.ts'
import { SECRET_NAMES } from '../knowledge/lexicon/secret-names.ts'
import type { Evidence } from './category.ts'

/** Programs whose output is the machine's or the person's private data. */
const PRIVATE_OUTPUT_PROGRAMS = new Set(
  'env printenv set export history security gpg pass op vault bw lpass secret-tool keyring pg_dump pg_dumpall mysqldump mongodump sqlite3 psql mysql last w who ps dmesg crontab'.split(
    ' ',
  ),
)

/** Private though not secret: files from outside the project, what is on the screen, what describes the person's machine. */
export function isPrivate(source: DataSource, { facts }: Evidence): boolean {
  switch (source.kind) {
    case 'clipboard':
    case 'screen':
      return true
    case 'command':
      return (
        isDumpSource(source) || PRIVATE_OUTPUT_PROGRAMS.has(source.program.slice(source.program.lastIndexOf('/') + 1))
      )
    case 'file': {
      const own = [facts.projectRoot, facts.cwd, ...facts.workingDirectories, ...facts.temporaryDirectories]
      const absolute = /^[/~](?!dev\/)/.test(source.path)
      return absolute && !own.some((place) => isInside(source.path, place)) && !facts.session.created.has(source.path)
    }
    case 'environment':
    case 'secret-store':
    case 'literal':
    case 'network':
    case 'argument':
    case 'unknown':
      return false
  }
}

export function sourceSpellings(source: DataSource): readonly string[] {
  switch (source.kind) {
    case 'file':
      return [source.path, source.path.slice(source.path.lastIndexOf('/') + 1)]
    case 'environment':
      return [source.name, `$${source.name}`]
    case 'command':
      return [source.program]
    case 'secret-store':
      return [source.store, 'keychain', 'secret']
    case 'network':
      return [source.url]
    case 'clipboard':
      return ['clipboard']
    case 'screen':
      return ['screen', 'screenshot']
    case 'literal':
    case 'argument':
    case 'unknown':
      return ['key', ...SECRET_NAMES.password, ...SECRET_NAMES.value]
  }
}
