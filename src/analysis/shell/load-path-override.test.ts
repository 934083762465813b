import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'

function deleted(command: string, files: Readonly<Record<string, string>>): boolean {
  const written = new Map(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]))
  const effects = effectsOf(command, { session: { written } })
  return effects.some(({ kind, certainty }) => kind === 'delete-path' && certainty !== 'possible')
}

const SHELL = '#!/bin/sh\nrm -rf ~/music\n'
const PERL = 'system("rm -rf ~/music"); 1;\n'
const NODE = 'require("child_process").execSync("rm -rf ~/music")\n'
const PYTHON = 'import os\nos.system("rm -rf ~/music")\n'
const TCL = 'exec rm -rf ~/music\n'

describe('modules that a search folder of the session holds', () => {
  it.each([
    ['NODE_PATH=own node -e "require(\'tidy\')"', { 'own/tidy.js': NODE }],
    ['export NODE_PATH=$PWD/own; node -p "require(\'tidy\').x"', { 'own/tidy/index.js': NODE }],
    ["perl -Mlib=own -e 'require Tidy'", { 'own/Tidy.pm': PERL }],
    ['PERL5OPT="-Iown -MTidy" perl -e 1', { 'own/Tidy.pm': PERL }],
    ['export PERL5LIB=own PERL5OPT=-MTidy; perl -v x', { 'own/Tidy.pm': PERL }],
    ['RUBYLIB=own ruby -rtidy -e 1', { 'own/tidy.rb': 'system("rm -rf ~/music")\n' }],
    ["echo 'package require tidy' | TCLLIBPATH=$PWD/own tclsh", { 'own/tidy.tcl': TCL, 'own/pkgIndex.tcl': '' }],
    ["echo 'source own/tidy.tcl' | tclsh", { 'own/tidy.tcl': TCL }],
    ['cd own && python3 -m json.tool x.json', { 'own/argparse.py': PYTHON }],
    ['cd own && python3 -c "print(1)"', { 'own/codecs.py': PYTHON }],
    ['python3 -m pydoc own/tidy.py', { 'own/tidy.py': PYTHON }],
    ['python3 -m inspect tidy:run', { 'tidy.py': PYTHON }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toBe(true)
  })
  it.each([
    ['NODE_PATH=own node -e "require(\'fs\')"', { 'own/tidy.js': NODE }],
    ['node -e "require(\'tidy\')"', { 'own/tidy.js': NODE }],
    ['PYTHONPATH=. pytest tests', { 'tidy.py': PYTHON }],
    ['python3 -m json.tool x.json', { 'own/argparse.py': PYTHON }],
    ['cd own && python3 -I -m json.tool x.json', { 'own/argparse.py': PYTHON }],
    ['python3 -m pydoc json', { 'tidy.py': PYTHON }],
  ])('leaves %s alone', (command, files) => {
    expect(deleted(command, files)).toBe(false)
  })
})

describe('values that lead to programs of the session', () => {
  it.each([
    ['gcc -Bown/ -c x.c', { 'own/ld': SHELL }],
    ['clang -B own -c x.c', { 'own/ld': SHELL }],
    ['COMPILER_PATH=own gcc -c x.c', { 'own/cc1': SHELL }],
    ['gcc @flags -c x.c', { flags: '-O2 -wrapper sh,own/run\n', 'own/run': SHELL }],
    ['make YACC=./own/run parse.c', { 'own/run': SHELL }],
    ['export NPM_CONFIG_SCRIPT_SHELL=$PWD/own/run; npm test', { 'own/run': SHELL }],
    ['npm test', { '.npmrc': 'script-shell=./own/run\n', 'own/run': SHELL }],
    ['npm --userconfig etc/x test', { 'etc/x': 'script-shell=./own/run\n', 'own/run': SHELL }],
    [': "${BASH_ENV:=own/rc}"; export BASH_ENV; bash -c :', { 'own/rc': SHELL }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toBe(true)
  })
  it.each([
    ['gcc @flags -c x.c', { flags: '-O2 -Wall\n' }],
    ['COMPILER_PATH=own gcc -c x.c', { 'own/as': '#!/bin/sh\nexec /usr/bin/as "$@"\n' }],
    ['npm --prefix . test', { 'own/run': SHELL, tidy: SHELL }],
    ['cmake -S . -B own', { 'own/tidy': SHELL }],
    ['tar -C own -cf x.tar .', { 'own/ld': SHELL }],
    ['LOG_FILE=own/run make test', { 'own/run': SHELL }],
    ['npm test', { '.npmrc': 'save-exact=true\n', 'own/run': SHELL }],
  ])('leaves %s alone', (command, files) => {
    expect(deleted(command, files)).toBe(false)
  })
  it('reads a helper that starts its like once', () => {
    const written = new Map([[`${ROOT}/own/as`, '#!/bin/sh\nexec /usr/bin/as "$@"\n']])
    const { unknowns } = readCommand('COMPILER_PATH=own gcc -c x.c', { session: { written } })
    expect(unknowns.map(({ why }) => why)).not.toContain('nested too deep')
  })
})

describe('names that become options', () => {
  const names = { 'd/--checkpoint=1': '', 'd/--checkpoint-action=exec=sh step': '', 'd/step': SHELL }
  it.each(['cd d && tar cf ../x.tar *', 'cd d && tar czf ../x.tgz -- x ; cd ../d && tar cf ../y.tar *'])(
    '%s',
    (command) => {
      expect(deleted(command, names)).toBe(true)
    },
  )
  it.each(['cd d && tar cf ../x.tar ./*', 'tar cf x.tar d', 'cd d && tar cf ../x.tar *.md'])(
    'leaves %s alone',
    (command) => {
      expect(deleted(command, names)).toBe(false)
    },
  )
})
