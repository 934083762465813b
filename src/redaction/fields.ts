import { isEnvFile } from './env.ts'

/** What fields of a record say of those beside them. */

/** `{ name: 'DB_PASSWORD', value: '…' }`. */
export function siblingName(record: object): string | undefined {
  for (const key of ['name', 'key', 'variable']) {
    const name = Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined
    if (typeof name === 'string' && name.length <= 100) return name
  }
  return undefined
}

/** Fields that hold settings for a process, or secrets, under whatever name. */
export const SECRET_HOLDER_FIELDS: ReadonlySet<string> = new Set(
  'env environment envvars environmentvariables secrets credentials'.split(' '),
)

/** Fields that name the file which the other fields are about. */
const FILE_FIELDS = [
  'file_path',
  'path',
  'filePath',
  'absolute_path',
  'filename',
  'file',
  'target_file',
  'notebook_path',
  'uri',
]

/** The file that a record is about, where it holds settings for a process. */
export function siblingEnvFile(record: object): string | undefined {
  for (const key of FILE_FIELDS) {
    const path = Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined
    if (typeof path === 'string') return isEnvFile(path) ? path : undefined
  }
  return undefined
}
