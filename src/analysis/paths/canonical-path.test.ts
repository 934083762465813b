import { describe, expect, it } from 'vitest'
import { canonicalPath, expandShortNames, normalizePath, shareHost } from './canonical-path.ts'

const WINDOWS = { windows: true, folded: true }
const MAC = { windows: false, folded: true }
const LINUX = { windows: false, folded: false }

describe('one form for all spellings of a path', () => {
  it.each([
    'D:\\w\\a.ts',
    'd:/w/a.ts',
    '/d/w/a.ts',
    '/mnt/d/w/a.ts',
    '/cygdrive/d/w/a.ts',
    '\\\\?\\D:\\w\\a.ts',
    '\\??\\D:\\w\\a.ts',
  ])('%s', (path) => expect(normalizePath(canonicalPath(path, WINDOWS))).toBe('/d/w/a.ts'))

  it.each([
    ['.git::$INDEX_ALLOCATION\\config', '.git/config'],
    ['.git.\\config', '.git/config'],
    ['.git \\config', '.git/config'],
    ['.env:hidden', '.env'],
    ['..\\a', '../a'],
  ])('%s is %s', (path, plain) => expect(canonicalPath(path, WINDOWS)).toBe(plain))

  it('shares and devices stand apart', () => {
    expect(shareHost(canonicalPath('\\\\Nas\\c$\\x', WINDOWS))).toBe('nas')
    expect(shareHost(canonicalPath('\\\\?\\UNC\\nas\\x', WINDOWS))).toBe('nas')
    expect(canonicalPath('\\\\.\\PhysicalDrive0', WINDOWS)).toBe('/dev/PhysicalDrive0')
    expect(shareHost(canonicalPath('//nas/x', LINUX))).toBeUndefined()
  })

  it('a Mac’s links and signs that its file system passes over', () => {
    expect(canonicalPath('/private/etc/hosts', MAC)).toBe('/etc/hosts')
    expect(canonicalPath('/private/notes', MAC)).toBe('/private/notes')
    expect(canonicalPath('.g\u200cit/config', MAC)).toBe('.git/config')
    expect(canonicalPath('.g\u200cit/config', LINUX)).toBe('.g\u200cit/config')
  })

  it('short names may be any name that begins so', () => {
    expect(expandShortNames('/d/w/GIT~1/config')).toEqual(['/d/w/GIT*/config', '/d/w/.GIT*/config'])
    expect(expandShortNames('/home/dev/a~')).toBeUndefined()
  })
})
