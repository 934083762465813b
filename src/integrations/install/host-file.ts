import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { NotPlainFileError, readPlainText } from '../../facts/plain-file.ts'
import { FixableError, realCause } from '../../state/system-error.ts'

/** Far more than anybody's settings. */
const MAX_SIZE = 4 * 1024 * 1024

/** A file of the host could not be used; it is left as it is, and the message says what a person does about it. */
export class HostFileFault extends FixableError {}

/** It could not be understood. */
export class UnreadableHostFile extends HostFileFault {}

/** It could not be written. */
export class UnwritableHostFile extends HostFileFault {}

/** The text of a file that others may have put there; undefined when there is none. Never waits on a pipe or a device. */
export function readHostFile(file: string): string | undefined {
  try {
    return readPlainText(file, MAX_SIZE)
  } catch (error) {
    if (error instanceof NotPlainFileError)
      throw new UnreadableHostFile(`${file} cannot be read: it is ${error.message}; put it aside`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'ELOOP')
      throw new UnreadableHostFile(`${file} cannot be read: it is a link that leads to itself; remove it`)
    throw new UnreadableHostFile(`${file} cannot be read (${code ?? String(error)}); correct its owner and modes`)
  }
}

/** The text where the file can be read, and why not where it cannot. */
export function inspectHostFile(file: string): { readonly text: string | undefined; readonly fault?: string } {
  try {
    return { text: readHostFile(file) }
  } catch (error) {
    if (error instanceof UnreadableHostFile) return { text: undefined, fault: error.message }
    throw error
  }
}

/**
 * Writes beside the file and renames: a full disk never leaves half a settings file. A link is written through, and the file keeps
 * its mode and its owner.
 */
export function writeAtomically(file: string, text: string): void {
  let draft: string | undefined
  try {
    const target = resolveLinks(file)
    const before = statSync(target, { throwIfNoEntry: false })
    draft = join(dirname(target), `.${basename(target)}.irongate-${randomBytes(6).toString('hex')}`)
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    if (before) {
      if (before.uid !== process.getuid?.() || before.gid !== process.getgid?.())
        chownSync(draft, before.uid, before.gid)
      chmodSync(draft, before.mode & 0o7777)
    }
    renameSync(draft, target)
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true })
    throw unwritableFault(file, error)
  }
}

/** Deletes a file of the host. */
export function removeFile(file: string): void {
  try {
    rmSync(resolveLinks(file), { force: true })
  } catch (error) {
    throw unwritableFault(file, error)
  }
}

function unwritableFault(file: string, error: unknown): UnwritableHostFile {
  const { code } = ((error as NodeJS.ErrnoException).code ? error : realCause(file, error)) as NodeJS.ErrnoException
  const real = existsSync(file) ? realpathSync(file) : file
  const where = real === file ? file : `${file}, which leads to ${real},`
  return new UnwritableHostFile(`${where} cannot be written (${code || String(error)})`)
}

const MAX_LINKS = 40

/** Where a file really lies, also when nothing lies there yet. */
function resolveLinks(file: string): string {
  let at = resolve(file)
  for (let links = 0; links < MAX_LINKS; links++) {
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at
    at = resolve(dirname(at), readlinkSync(at))
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' })
}
