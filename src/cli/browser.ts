import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverFolder } from '../server/access/folder.ts'

const PAGE_LIFETIME_MS = 15_000

/**
 * Opens a page whose address holds a key. Words of a command are seen by every process: the browser is given a private file that
 * leads there, which is gone a moment later.
 */
export function openPage(home: string, address: string): void {
  const file = join(serverFolder(home), `open-${randomBytes(8).toString('hex')}.html`)
  const text = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Irongate</title><meta http-equiv="refresh" content="0;url=${address}"><p>Opening the dashboard…</p>\n`
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  const remove = () => rmSync(file, { force: true })
  process.once('exit', remove)
  setTimeout(remove, PAGE_LIFETIME_MS).unref()
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [pathToFileURL(file).href], { stdio: 'ignore', detached: true })
  // Where there is no browser, the address stands on the terminal.
  child.once('error', remove)
  child.unref()
}
