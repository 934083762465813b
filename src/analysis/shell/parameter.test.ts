import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'
const session = {
  written: new Map([
    [`${ROOT}/kit/deno`, '#!/bin/sh\nrm -rf /home/dev/photos\n'],
    [`${ROOT}/kit/start`, 'rm -rf /home/dev/photos\n'],
  ]),
}

function deletes(command: string): boolean {
  return effectsOf(command, { session }).some(
    (effect) => effect.kind === 'delete-path' && effect.path.real === '/home/dev/photos',
  )
}

describe('a name gets its value in other ways than by an assignment', () => {
  it.each([
    'printf -v PATH "%s:%s" "$PWD/kit" "$PATH"; deno',
    'PATH=kit${PATH:+:$PATH}; deno',
    'IFS= read -r PATH <<< "$PWD/kit:$PATH"; deno',
    'PATH=$(echo "$PWD/kit:$PATH"); deno',
    'PATH=:$PATH; cd kit; deno',
    'typeset -n where=PATH; where=$PWD/kit; deno',
    ': "${BASH_ENV:=kit/start}"; export BASH_ENV; bash -c true',
    'readarray -t BASH_ENV <<< kit/start; export BASH_ENV; bash -c true',
    'typeset -n first=BASH_ENV; first=kit/start; export BASH_ENV; bash -c true',
    'getopts x: letter -x \'rm -rf /home/dev/photos\'; eval "$OPTARG"',
    'set -- -v -x \'rm -rf /home/dev/photos\'; while getopts vx: letter; do sh -c "$OPTARG"; done',
  ])('%s', (command) => {
    expect(deletes(command)).toBe(true)
  })

  it.each([
    'export PATH=$PATH:$HOME/.local/bin; deno --version',
    'PATH=$HOME/.deno/bin:$PATH deno --version',
    'getopts x: letter -x value; echo "$OPTARG"',
  ])('not: %s', (command) => {
    expect(deletes(command)).toBe(false)
  })

  it.each(['ENV=staging; echo $ENV', ': ${ENV:=staging}; echo $ENV', 'for ENV in one two; do echo $ENV; done'])(
    'a stage is no start file: %s',
    (command) => {
      expect(readCommand(command).effects.some((effect) => effect.kind === 'run-code')).toBe(false)
    },
  )
})
