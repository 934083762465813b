import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { readShell } from './read-shell.ts'

const HOME = '/home/dev'
const PROJECT = `${HOME}/project`
const HARM = 'rm -rf /home/dev/notes\n'

function deletes(command: string, files: Readonly<Record<string, string>>): boolean {
  const written = new Map(Object.entries(files).map(([path, text]) => [`${PROJECT}/${path}`, text]))
  const facts = fixedFacts({ cwd: PROJECT, session: { written } })
  return readShell(command, facts).effects.some(({ kind }) => kind === 'delete-path')
}

describe('recipes of this session where a build or a test run works', () => {
  it.each<[string, Record<string, string>]>([
    ['meson setup out', { 'meson.build': "run_command('sh', 'go.sh')\n", 'go.sh': HARM }],
    ['ninja -C out', { 'out/build.ninja': 'rule r\n  command = cd .. && python3 step\n', step: `#!/bin/sh\n${HARM}` }],
    ['ctest -V --test-dir out', { 'out/CTestTestfile.cmake': 'add_test([=[a]=] "bash" "../go.sh")\n', 'go.sh': HARM }],
    ['premake5 gmake', { 'premake5.lua': "os.execute('sh go.sh')\n", 'go.sh': HARM }],
    ['bats cases/a.bats', { 'cases/a.bats': `@test "x" {\n  ${HARM}}\n` }],
    ['prove --exec sh go.sh', { 'go.sh': HARM }],
    ['node --test checks', { 'checks/a.js': "require('fs').rmSync('/home/dev/notes', { recursive: true })\n" }],
    ['node --test "checks/*.js"', { 'checks/a.js': "require('fs').rmSync('/home/dev/notes', { recursive: true })\n" }],
    ['ctest -V', { 'CTestTestfile.cmake': 'add_test(a sh go.sh)\n', 'go.sh': HARM }],
  ])('%s %j', (command, files) => {
    expect(deletes(command, files)).toBe(true)
  })

  it.each<[string, Record<string, string>]>([
    ['ninja', { 'build.ninja': 'rule r\n  command = cc -c $in\nbuild a.o: r a.c\n', 'go.sh': HARM }],
    ['ninja --version', { 'build.ninja': 'rule r\n  command = sh go.sh\n', 'go.sh': HARM }],
    ['make test', { Makefile: 'test:\n\techo ok\nwipe:\n\trm -rf /home/dev/notes\n' }],
    ['eslint go.js', { 'go.js': "require('fs').rmSync('/home/dev/notes', { recursive: true })\n" }],
    ['clang-format -i go.c', { 'build.ninja': 'rule r\n  command = sh go.sh\n', 'go.sh': HARM }],
    ['node --test checks', { 'other/a.js': "require('fs').rmSync('/home/dev/notes', { recursive: true })\n" }],
  ])('not %s %j', (command, files) => {
    expect(deletes(command, files)).toBe(false)
  })
})
