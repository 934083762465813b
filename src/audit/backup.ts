import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { privateFolder } from '../state/private-folder.ts'
import { listPrivateFolder } from './day-files.ts'

/** One file of a backup: its place below the state folder, and where its bytes are now. */
export interface BackupFile {
  readonly name: string
  readonly path: string
}

const MAGIC = 'irongate backup 1'
/** Only such places are written when a backup is brought back. */
const RESTORABLE_PATH = /^(?:audit\/[\w.-]+|audit\/heads\/[\w.-]+|server\/(?:records\.sqlite|machine))$/
const MOST_HEADER = 100_000_000

/** The Records of a state folder with their heads and anchors. */
export function auditFiles(folder: string): readonly BackupFile[] {
  const below = (place: string) =>
    listPrivateFolder(join(folder, place))
      .map((name) => ({ name: `${place}/${name}`, path: join(folder, place, name) }))
      .filter(({ name, path }) => RESTORABLE_PATH.test(name) && /\.jsonl?$/.test(name) && statSync(path).isFile())
  return [...below('audit'), ...below('audit/heads')]
}

/** Writes one compressed file: a line that lists all others with their lengths, then their bytes. What is appended meanwhile is not in it. */
export async function writeBackup(file: string, kept: readonly BackupFile[]): Promise<void> {
  const sized = kept.map((each) => ({ ...each, bytes: statSync(each.path).size }))
  const draft = `${file}.part`
  try {
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
    await pipeline(Readable.from(backupChunks(sized)), createGzip({ level: 6 }), target)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

type SizedFile = BackupFile & { readonly bytes: number }

async function* backupChunks(kept: readonly SizedFile[]): AsyncGenerator<Buffer> {
  const files = kept.map(({ name, bytes }) => ({ name, bytes }))
  yield Buffer.from(`${JSON.stringify({ magic: MAGIC, files })}\n`)
  for (const { path, bytes } of kept) {
    let left = bytes
    if (bytes > 0)
      for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
        left -= chunk.length
        yield chunk
      }
    if (left > 0) throw new Error(`${path} became shorter while it was read`)
  }
}

/** Why a file cannot be brought back, in words. */
export class InvalidBackupError extends Error {}

/** The names of the files that a backup holds. All of it is read: what is cut off or damaged throws, before anything is written. */
export async function listBackupFiles(file: string): Promise<readonly string[]> {
  return withBackupReader(file, async (reader) => {
    const files = parseFileList(await reader.line())
    for (const { bytes } of files) for await (const _chunk of reader.bytes(bytes));
    return files.map(({ name }) => name)
  })
}

/** Writes the files of a backup below a state folder; their names. Nothing that is there is replaced. */
export async function readBackup(file: string, folder: string): Promise<readonly string[]> {
  return withBackupReader(file, (reader) => restoreFiles(reader, folder))
}

async function withBackupReader<T>(file: string, use: (reader: Reader) => Promise<T>): Promise<T> {
  const source = createReadStream(file)
  const chunks = source.pipe(createGunzip())
  source.on('error', (error) => chunks.destroy(error))
  try {
    return await use(readerOf(chunks as AsyncIterable<Buffer>))
  } catch (error) {
    throw error instanceof InvalidBackupError
      ? error
      : new InvalidBackupError(readProblem(error as NodeJS.ErrnoException), { cause: error })
  } finally {
    source.destroy()
  }
}

function readProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return code?.startsWith('Z_') ? `it is no backup of Irongate, or damaged (${message})` : message
}

async function restoreFiles(reader: Reader, folder: string): Promise<readonly string[]> {
  const files = parseFileList(await reader.line())
  const there = files.filter(({ name }) => existsSync(join(folder, name)))
  if (there.length > 0)
    throw new InvalidBackupError(`${there[0]?.name} is there already; a backup is brought back where no Records are`)
  for (const { name, bytes } of files) {
    const path = join(folder, name)
    mkdirSync(privateFolder(folder), { recursive: true })
    privateFolder(join(folder, name.split('/')[0] ?? ''))
    privateFolder(dirname(path))
    await pipeline(Readable.from(reader.bytes(bytes)), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  }
  return files.map(({ name }) => name)
}

function parseFileList(line: string): readonly { readonly name: string; readonly bytes: number }[] {
  const { magic, files } = parseHeader(line)
  if (magic !== MAGIC || !Array.isArray(files)) throw new InvalidBackupError('it is no backup of Irongate')
  return files.map((each: { name?: unknown; bytes?: unknown } | null) => {
    const { name, bytes } = each ?? {}
    if (typeof name !== 'string' || !RESTORABLE_PATH.test(name) || name.includes('..') || !Number.isSafeInteger(bytes))
      throw new InvalidBackupError('the backup names a file that is none of Irongate’s')
    return { name, bytes: bytes as number }
  })
}

function parseHeader(line: string): { readonly magic?: unknown; readonly files?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object
  } catch {
    return {}
  }
}

type Reader = ReturnType<typeof readerOf>

/** Takes a stream in lines and lengths. */
function readerOf(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await source.next()
    if (done) throw new InvalidBackupError('the backup ends too soon')
    rest = Buffer.concat([rest, value])
  }
  return {
    line: async () => {
      while (!rest.includes(10)) {
        if (rest.length > MOST_HEADER) throw new InvalidBackupError('it is no backup of Irongate')
        await more()
      }
      const end = rest.indexOf(10)
      const line = rest.subarray(0, end).toString('utf8')
      rest = rest.subarray(end + 1)
      return line
    },
    bytes: async function* (length: number) {
      for (let left = length; left > 0; ) {
        if (rest.length === 0) await more()
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        yield part
      }
    },
  }
}
