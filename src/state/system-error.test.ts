import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BrokenStateError, privateFolder } from './private-folder.ts'
import { systemProblem } from './system-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'irongate-system-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, '')

/** As the system says it, where a test cannot bring it about. */
function made(code: string, more: object = {}): Error {
  return Object.assign(new Error(code), { code, ...more })
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const REFUSED = made('ECONNREFUSED', { address: '::1', port: 9 })

describe('an error of the system', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['a file that is not there', () => readFileSync(join(folder, 'none')), /^\S+\/none is not there; make it/],
    ['a folder that is not there', () => writeFileSync(join(folder, 'no/x'), ''), /^\S+\/no is not there/],
    ['a file in the place of a folder', () => readFileSync(join(file, 'x')), /no folder/],
    ['a private folder in a file', () => privateFolder(join(file, 'x')), /cannot be used: .*no folder/],
    ['nobody who listens', () => once(connect(9, '127.0.0.1'), 'connect'), /^127\.0\.0\.1:9 refuses the connection/],
    ['a host that is none', () => lookup('no-such-host.invalid'), /^no-such-host\.invalid (?:is no host|could not be)/],
    ['several addresses', () => Promise.reject(made('ECONNREFUSED', { errors: [REFUSED] })), /^::1:9 refuses/],
    [
      'a file system',
      () => Promise.reject(made('EROFS', { path: '/x' })),
      /^\/x lies on a read-only file system; make/,
    ],
    ['a full disk', () => Promise.reject(made('ENOSPC')), /disk is full/],
    [
      'state that is broken',
      () => Promise.reject(new BrokenStateError('/s is open to others')),
      /^\/s is open to others$/,
    ],
  ])('that a person can mend says where, and what to do: %s', async (_name, work, says) =>
    expect(systemProblem(await thrownBy(work))).toMatch(says),
  )

  it.each<[string, unknown]>([
    ['a fault of ours', new TypeError('x is undefined')],
    ['a code that tells nothing', made('ERR_INVALID_ARG_TYPE')],
    ['no error', 'ENOENT'],
  ])('is nothing else: %s', (_name, error) => expect(systemProblem(error)).toBeUndefined())
})
