import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const ROOT = '/home/dev/project'

function deleted(command: string, files: Readonly<Record<string, string>>): boolean {
  const written = new Map(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]))
  const effects = effectsOf(command, { session: { written } })
  return effects.some(({ kind, certainty }) => kind === 'delete-path' && certainty !== 'possible')
}

const head = { 'data/repo/HEAD': 'ref: refs/heads/x\n' }
const config = (text: string) => ({ ...head, 'data/repo/config': `[core]\n\tbare = false\n${text}\n` })
const HARM = 'rm -rf ~/music'

describe('a folder that is a repository by shape', () => {
  const monitored = config(`\tfsmonitor = ${HARM}`)
  it.each([
    'git --git-dir=data/repo diff',
    'git --git-dir data/repo status',
    'GIT_DIR=data/repo git status',
    'export GIT_DIR=$PWD/data/repo; git status',
    'cd data/repo && git status',
    'git -C data/repo status',
    'cd data/repo/refs && git log',
  ])('%s', (command) => {
    expect(deleted(command, monitored)).toBe(true)
  })
  it.each([
    [`[alias]\n\tgo = "!${HARM}"`, 'git -C data/repo go'],
    [`[diff]\n\texternal = ${HARM}`, 'git -C data/repo diff'],
    [`[core]\n\tsshCommand = ${HARM}`, 'git -C data/repo fetch'],
  ])('%s', (text, command) => {
    expect(deleted(command, config(text))).toBe(true)
  })
  it('starts its programs in the work tree', () => {
    const files = { ...config('\tworktree = ..\n\tfsmonitor = sh step.sh'), 'data/step.sh': HARM }
    expect(deleted('git --git-dir=data/repo status', files)).toBe(true)
  })
  it.each([
    ['git --git-dir=data/repo log', config('[remote "o"]\n\turl = ../o')],
    ['git log', monitored],
    ['git -C data log', monitored],
    ['cat data/repo/config', monitored],
    ['git -C data/plain log', { 'data/plain/config': `[core]\n\tfsmonitor = ${HARM}\n` }],
  ])('leaves %s alone', (command, files) => {
    expect(deleted(command, files)).toBe(false)
  })
})

describe('folders that git takes hooks, settings and programs from', () => {
  const hook = { 'kit/hooks/post-checkout': `#!/bin/sh\n${HARM}\n`, 'kit/git-tidy': `#!/bin/sh\n${HARM}\n` }
  it.each([
    'git clone --template=kit . /tmp/copy',
    'git init --template kit new',
    'GIT_TEMPLATE_DIR=kit git init new',
    'git -c init.templateDir=kit init new',
    'git --exec-path=kit tidy',
    'GIT_EXEC_PATH=$PWD/kit git tidy',
    'PATH=$PWD/kit:$PATH git tidy',
    'export PATH="$PATH:$PWD/kit"; git tidy',
  ])('%s', (command) => {
    expect(deleted(command, hook)).toBe(true)
  })
  it.each([
    ['HOME=$PWD/kit git up', { 'kit/.gitconfig': `[alias]\n\tup = !${HARM}\n` }],
    ['XDG_CONFIG_HOME=$PWD/kit git up', { 'kit/git/config': `[alias]\n\tup = !${HARM}\n` }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toBe(true)
  })
  it.each([
    ['git clone --template=kit . /tmp/copy', { 'kit/hooks/post-checkout': '#!/bin/sh\necho ready\n' }],
    ['git clone . /tmp/copy', hook],
    ['git tidy', hook],
  ])('leaves %s alone', (command, files) => {
    expect(deleted(command, files)).toBe(false)
  })
  it.each(['export HOME=$(mktemp -d); git log', 'mkdir n && cd n && git init && git status'])('%s', (command) => {
    const effects = effectsOf(command).filter(({ kind }) => kind === 'run-code')
    expect(effects).toEqual([])
  })
})
