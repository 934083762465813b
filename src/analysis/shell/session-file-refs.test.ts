import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'
const PERL = 'system("rm -rf /home/dev/notes");\n1;\n'
const SHELL = '#!/bin/sh\nrm -rf /home/dev/notes\n'
const FINE = '#!/bin/sh\necho fine\n'

function after(command: string, files: Record<string, string>) {
  const written = new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text]))
  return readCommand(command, { session: { written } } as Parameters<typeof readCommand>[1]).effects
}

function deletes(command: string, files: Record<string, string>): boolean {
  return after(command, files).some(({ kind }) => kind === 'delete-path')
}

function unread(command: string, files: Record<string, string> = {}): boolean {
  return after(command, files).some(
    (effect) => effect.kind === 'run-code' && !effect.read && effect.origin === 'session-file',
  )
}

describe('what a program is started on is what it runs', () => {
  it.each([
    ['frob checks', { 'checks/one': SHELL }],
    ['frob --folder=checks', { 'checks/deep/one.sh': SHELL }],
    ['bats checks', { 'checks/one.sh': SHELL }],
    ['prove checks', { 'checks/one.t': 'use Warm;\n', 'lib/Warm.pm': PERL }],
  ])('%s', (command, files) => {
    expect(deletes(command, files)).toBe(true)
  })
  it.each([
    ['frob checks', { 'checks/one': FINE, 'other/one': SHELL }],
    ['frob-lint checks', { 'checks/one.sh': SHELL }],
    ['cat checks/one.sh', { 'checks/one.sh': SHELL }],
    ['black checks', { 'checks/one.py': 'import os\nos.system("rm -rf /home/dev/notes")\n' }],
    ['frob --output checks', { 'checks/one.sh': SHELL }],
  ])('leaves %s alone', (command, files) => {
    expect(deletes(command, files)).toBe(false)
  })
  it('asks about what a text hides behind a command it spells out', () => {
    expect(
      after('frob checks', { 'checks/one.t': 'system("base64 -d data | sh");\n' }).some(
        (effect) => effect.kind === 'run-code' && effect.language === 'shell' && !effect.read,
      ),
    ).toBe(true)
  })
})

describe('texts are known under the name they are brought to', () => {
  const files = { 'one/t/x.t': PERL }
  it.each([
    'cp -a one two; frob two/t',
    'mv one two; frob two/t',
    'tar czf two.tgz -C one .; mkdir two; tar xzf two.tgz -C two; frob two/t',
    'zip -qr two.zip one; unzip -q two.zip -d two; frob two/one/t',
    'git clone -q ./one two && frob two/t',
    'git -C one worktree add -q ../two; frob two/t',
    `python3 -c 'import shutil; shutil.copytree("one", "two")'; frob two/t`,
  ])('%s', (command) => {
    expect(deletes(command, files)).toBe(true)
  })
  it('as they were when they were packed', () => {
    const text = "tar czf two.tgz one; echo 'print 1' > one/t/x.t; mkdir two; tar xzf two.tgz -C two; frob two"
    expect(deletes(text, files)).toBe(true)
  })
})

describe('an archive of the session that nobody read', () => {
  it('is not started', () => {
    expect(unread('base64 -d data > x.tgz; mkdir two; tar xzf x.tgz -C two; frob two')).toBe(true)
  })
  it('may lie there', () => {
    expect(unread('base64 -d data > x.tgz; mkdir two; tar xzf x.tgz -C two; ls two; frob three')).toBe(false)
  })
  it('is free when it was there before', () => {
    expect(unread('mkdir two; tar xzf vendor.tgz -C two; frob two')).toBe(false)
  })
})
