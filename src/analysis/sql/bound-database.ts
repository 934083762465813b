import type { Facts } from '../facts.ts'
import { literalWord } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import type { Command } from '../words.ts'

/** Variables that say which database an application works on. */
const DATABASE_VARIABLE = /^(?:\w+_)?(?:DATABASE|DB)_?(?:URL|URI|DSN|CONNECTION_STRING)$/
const FILE_ADDRESS = /^(?:\w+\+)?(?:sqlite3?|duckdb|file):(?:\/\/)?(.*)$/i
/** Where a project says which variables it reads. */
const VARIABLE_FILES = ['.env', '.env.example', '.env.sample', '.env.local', '.env.development']

/**
 * Is the application's database in memory, or a file that is temporary or of this session? A variable before the command says so, and
 * the project itself is known to read it: another one would say nothing of the database that it has.
 */
export function hasOwnDatabase({ assignments, cwd }: Command, facts: Facts): boolean {
  const bound = assignments.filter(({ name }) => DATABASE_VARIABLE.test(name))
  return (
    bound.length > 0 &&
    bound.every(({ name, value }) => isOwnFile(value.text, cwd, facts) && isReadByProject(name, facts))
  )
}

/** `sqlite:///file.db`, `sqlite:////tmp/file.db`, `sqlite:///:memory:`. */
function isOwnFile(address: string | undefined, cwd: string | undefined, facts: Facts): boolean {
  const [, place] = FILE_ADDRESS.exec(address ?? '') ?? []
  if (place === undefined) return false
  const file = place.replace(/[?#].*$/s, '').replace(/^\/(?=.)/, '')
  if (file === '' || file === ':memory:') return true
  const path = pathUse(literalWord(file), cwd, facts)
  return path.sessionMade || path.zone === 'temp'
}

function isReadByProject(name: string, { projectRoot, text }: Facts): boolean {
  const line = new RegExp(`^(?:export[ \\t]+)?${name}[ \\t]*=`, 'm')
  return VARIABLE_FILES.some((file) => {
    const fact = text(`${projectRoot}/${file}`)
    return fact.kind === 'text' && line.test(fact.text)
  })
}
