import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const ROOT = '/home/dev/project'
const GONE = '/home/dev/photos'
const written = new Map([
  [`${ROOT}/kit/one.tcl`, `exec rm -rf ${GONE}\n`],
  [`${ROOT}/kit/one.vim`, `silent !rm -rf ${GONE}\n`],
  [`${ROOT}/kit/one.lua`, `os.execute("rm -rf ${GONE}")\n`],
  [`${ROOT}/kit/one.gdb`, `shell rm -rf ${GONE}\n`],
  [`${ROOT}/kit/one.m4`, `syscmd(\`rm -rf ${GONE}')\n`],
  [`${ROOT}/kit/plain.m4`, "define(`a', `b')a\n"],
  [`${ROOT}/kit/home/.vimrc`, `!rm -rf ${GONE}\n`],
])

function deletes(command: string): boolean {
  return effectsOf(command, { session: { written } }).some(
    (effect) => effect.kind === 'delete-path' && effect.path.real === GONE,
  )
}

function touches(command: string): boolean {
  return effectsOf(command, { session: { written } }).some(
    (effect) => effect.kind === 'touch-protected' || (effect.kind === 'write-path' && effect.path.tags.length > 0),
  )
}

describe('text in a small language', () => {
  it.each([
    "tclsh <<< 'source kit/one.tcl'",
    "tclsh <<< 'source [file join kit/one.tcl]'",
    "nvim --headless -c 'so kit/one.vim' -c qa",
    "VIMINIT='source kit/one.vim' vim notes.md",
    'HOME=$PWD/kit/home view notes.md',
    'lua -e \'dofile("kit/one.lua")\'',
    "m4 <<< 'include(kit/one.m4)'",
    'm4 kit/one.m4',
  ])('runs a file of the session that it takes in: %s', (command) => {
    expect(deletes(command)).toBe(true)
  })

  it.each(["tclsh <<< 'puts kit/one.tcl'", 'm4 kit/plain.m4', "vim -es -c '%s/a/b/' -c wq kit/one.vim"])(
    'leaves other mentions alone: %s',
    (command) => {
      expect(deletes(command)).toBe(false)
    },
  )

  it.each([
    "tclsh <<< 'file rename kit/one.tcl ~/.zshrc'",
    'ex -s -c \'call rename("a", "/home/dev/.profile")\' -c q',
    "ed -s notes.md <<< 'W /home/dev/.profile'",
  ])('touches a protected path: %s', (command) => {
    expect(touches(command)).toBe(true)
  })

  it('takes a list of names for what it is', () => {
    const ignored = new Map([[`${ROOT}/.gitignore`, 'dist/\n.claude/settings.json\n~/.zshrc\n']])
    expect(
      effectsOf('git status', { session: { written: ignored } }).some(({ kind }) => kind === 'touch-protected'),
    ).toBe(false)
  })

  it('reads an ordinary file', () => {
    expect(touches('Rscript -e \'readLines("data/a.csv")\'')).toBe(false)
  })
})

it('an address that is opened as a file is fetched', () => {
  const effects = (text: string) => effectsOf(text).map(({ kind }) => kind)
  expect(effects(`php -r "copy('https://example.org/i.php', 'i.php');"`)).toContain('download')
  expect(effects(`php -r "copy('a.php', 'i.php');"`)).not.toContain('download')
})
