import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { privateFolder } from '../../../../state/private-folder.ts'
import type { NotReady } from '../../failure.ts'

/** A person's own client, as they chose it: the file, and what was in it then. */
export interface PinnedProgram {
  readonly program: string
  readonly sha256: string
}

export interface ReadyProgram {
  /** What to start; a script for Node is run by the Node that runs the gate, whatever PATH says. */
  readonly argv: readonly string[]
}

/** Is it still the program that was chosen? An update makes it another one until a person has tested the judge again. */
export async function readyProgram(
  name: string,
  pinned: PinnedProgram,
  stateFolder: string,
): Promise<ReadyProgram | NotReady> {
  const { program, sha256 } = pinned
  if (!isAbsolute(program))
    return { cause: 'misconfigured', reason: `judge.clients.${name}.program is not a whole path` }
  try {
    if ((await hashOfProgram(program, stateFolder)) === sha256) return { argv: argvOf(program) }
    const reason = `${name} was updated since it was chosen as the judge; run \`irongate judge test\` to check it`
    return { cause: 'client-changed', reason }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = missing ? `${program} is gone` : `${program} cannot be read`
    return { cause: 'client-missing', reason: `${why}; run \`irongate judge setup\` to choose again` }
  }
}

/** A client may have hundreds of megabytes: its hash is kept for as long as the files are the same ones, untouched. */
export async function hashOfProgram(program: string, stateFolder: string): Promise<string> {
  const files = filesOf(program)
  const print = files.map(printOf).join(' ')
  const cache = join(stateFolder, 'judge-programs.json')
  const known = readCache(cache)
  const kept = known[program]
  if (kept?.print === print) return kept.sha256
  const [own = '', ...others] = await Promise.all(files.map(hashOf))
  const sha256 =
    others.length === 0
      ? own
      : createHash('sha256')
          .update([own, ...others].join(' '))
          .digest('hex')
  if (files.map(printOf).join(' ') !== print) throw new Error('the file changes while it is read')
  writeCache(stateFolder, cache, { ...known, [program]: { print, sha256 } })
  return sha256
}

/** A script that starts the real client is the same in every version; its package's manifest is not. */
function filesOf(program: string): readonly string[] {
  const file = realpathSync(program)
  if (argvOf(file).length === 1) return [file]
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return [file, manifest]
  }
  return [file]
}

interface KeptHash {
  readonly print: string
  readonly sha256: string
}

/** The time of the last change of an inode is the kernel's own; nobody but root sets it back. */
function printOf(program: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(program, { bigint: true })
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

function hashOf(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    createReadStream(program)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject)
  })
}

/** What cannot be read is hashed again. */
function readCache(file: string): Readonly<Record<string, KeptHash>> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Object.assign(Object.create(null), read) as Record<string, KeptHash>
  } catch (error) {
    void error
    return Object.create(null) as Record<string, KeptHash>
  }
}

function writeCache(stateFolder: string, file: string, kept: Readonly<Record<string, KeptHash>>): void {
  try {
    privateFolder(stateFolder)
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept), { mode: 0o600 })
    renameSync(`${file}.${process.pid}`, file)
  } catch (error) {
    // Without it the next check hashes again.
    void error
  }
}

const FIRST_LINE = 128

/** How a program is started. Throws where it cannot be read. */
export function argvOf(program: string): readonly string[] {
  const file = openSync(program, 'r')
  try {
    const head = Buffer.alloc(FIRST_LINE)
    const line = head.toString('latin1', 0, readSync(file, head, 0, FIRST_LINE, 0)).split('\n', 1)[0] ?? ''
    return /^#!.*\bnode\b/.test(line) ? [process.execPath, program] : [program]
  } finally {
    closeSync(file)
  }
}
