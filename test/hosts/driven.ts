import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS, type ClientName } from './clients.ts'

const FOLDER = import.meta.dirname

/** How a test names a client, where not by the folder that it is installed into. */
const NAMES: Readonly<Partial<Record<ClientName, RegExp>>> = {
  'claude-2.1.325': /\bNEW\b/,
  'claude-2.1.197': /\bOLD\b/,
}

/**
 * The tests that drive a client which is not there. Those that ask `isInstalled` leave out by themselves what cannot be tested; the
 * others would wait for it until their time is over, each by itself.
 */
export function testsWithoutClient(isThere: (name: ClientName) => boolean): string[] {
  const missing = CLIENTS.map(({ name }) => name).filter((name) => !isThere(name))
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.host-test.ts'))
    .filter((file) => {
      const text = withImports(file)
      return !/\bisInstalled\(/.test(text) && missing.some((name) => text.includes(name) || NAMES[name]?.test(text))
    })
    .map((file) => `test/hosts/${file}`)
}

/** A test and what it imports of this folder: that is where clients are started. */
function withImports(file: string): string {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const imported = [...text.matchAll(/from '(\.\/[\w-]+\.ts)'/g)].map(([, path = '']) => path)
  return [text, ...imported.filter((path) => path !== './clients.ts').map(read)].join('\n')
}

function read(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8')
}
