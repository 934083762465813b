import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

/** Makes a directory what its template is again, touching only what differs: most attempts change next to nothing. */
export function restore(template: string, place: string): void {
  const wanted = lstatSync(template)
  const found = statOf(place)
  if (wanted.isDirectory()) {
    if (found && !found.isDirectory()) rmSync(place, { force: true })
    if (!found?.isDirectory()) mkdirSync(place)
    if (statOf(place)?.mode !== wanted.mode) chmodSync(place, wanted.mode & 0o7777)
    restoreEntries(template, place)
  } else if (differs(wanted, found, template, place)) {
    rmSync(place, { recursive: true, force: true })
    copy(wanted, template, place)
  }
}

function restoreEntries(template: string, place: string): void {
  const names = new Set(readdirSync(template))
  for (const name of readdirSync(place))
    if (!names.has(name)) rmSync(join(place, name), { recursive: true, force: true })
  for (const name of names) restore(join(template, name), join(place, name))
}

function differs(wanted: Stats, found: Stats | undefined, template: string, place: string): boolean {
  if (found === undefined || found.mode !== wanted.mode) return true
  if (wanted.isSymbolicLink()) return readlinkSync(template) !== readlinkSync(place)
  return found.size !== wanted.size || Math.abs(found.mtimeMs - wanted.mtimeMs) > 1
}

function copy(wanted: Stats, template: string, place: string): void {
  if (wanted.isSymbolicLink()) {
    symlinkSync(readlinkSync(template), place)
    return
  }
  copyFileSync(template, place)
  chmodSync(place, wanted.mode & 0o7777)
  utimesSync(place, wanted.atime, wanted.mtime)
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}
