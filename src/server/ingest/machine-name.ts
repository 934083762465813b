import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { privateFolder } from '../../state/private-folder.ts'
import { randomText } from '../../state/random.ts'

/**
 * The name of this machine in a store. It is settled once: a machine that is renamed later stays the same one, or all its lines would
 * be taken a second time.
 */
export function machineName(folder: string): string {
  const file = join(privateFolder(join(privateFolder(folder), 'server')), 'machine')
  const known = nameIn(file)
  if (known !== undefined) return known
  const draft = `${file}.${randomText(6)}`
  const host = hostname().replace(/[^\w.-]/g, '-')
  writeFileSync(draft, `${host === '' ? 'machine' : host.slice(0, 80)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process was first: its name counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = nameIn(file)
  if (made === undefined) throw new Error(`${file} does not hold the name of a machine`)
  return made
}

function nameIn(file: string): string | undefined {
  try {
    const name = readFileSync(file, 'utf8').trim()
    return /^[\w.-]{1,100}$/.test(name) ? name : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
