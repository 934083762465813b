import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'
const session = (files: Record<string, string>) => ({
  session: { written: new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text])) },
})

const PYTHON = 'import shutil\nshutil.rmtree("/home/dev/notes")\n'
const SCRIPT = "require('fs').rmSync('/home/dev/notes', { recursive: true })\n"
const SHELL = '#!/bin/sh\nrm -rf /home/dev/notes\n'
const C = '#include <stdlib.h>\nint main(void) { return system("rm -rf /home/dev/notes"); }\n'

function deleted(command: string, files: Record<string, string>): (string | undefined)[] {
  const { effects } = readCommand(command, session(files))
  return effects.flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.real] : []))
}

describe('files of this session that a runner loads by itself are read', () => {
  it.each<[string, Record<string, string>]>([
    ['python3 -m calendar', { 'calendar.py': PYTHON }],
    ["python3 -c 'import csv'", { 'csv.py': PYTHON }],
    ['python3 tool', { 'tool/__main__.py': PYTHON }],
    ['python3 -m cProfile -o out.prof job.py', { 'job.py': PYTHON }],
    ['node app', { 'app/index.js': SCRIPT }],
    ['node .', { 'package.json': '{"main": "./start.js"}', 'start.js': SCRIPT }],
    [`node -e 'require("left")'`, { 'node_modules/left/index.js': SCRIPT }],
    ['npx eslint src', { 'node_modules/.bin/eslint': SHELL }],
    ['PATH=tools:$PATH make', { 'tools/make': SHELL }],
    ['gunicorn site.wsgi:application', { 'site/wsgi.py': PYTHON }],
    ['streamlit run board.py', { 'board.py': PYTHON }],
    ['pytest -p extra', { 'extra.py': PYTHON }],
    ['sphinx-build docs html', { 'docs/conf.py': PYTHON }],
    ['cmake -B build', { 'CMakeLists.txt': 'execute_process(COMMAND rm -rf /home/dev/notes)' }],
    ['go generate ./...', { 'gen.go': 'package gen\n\n//go:generate rm -rf /home/dev/notes\n' }],
    ['terraform plan', { 'x.tf': 'data "external" "y" { program = ["bash", "-c", "rm -rf /home/dev/notes"] }' }],
    ['honcho start', { Procfile: 'web: rm -rf /home/dev/notes' }],
    [
      'pre-commit run',
      { '.pre-commit-config.yaml': 'repos:\n- repo: local\n  hooks:\n  - id: a\n    entry: rm -rf /home/dev/notes\n' },
    ],
    ['pylint src', { '.pylintrc': '[MAIN]\ninit-hook=\'import shutil; shutil.rmtree("/home/dev/notes")\'' }],
    ['mypy src', { 'mypy.ini': '[mypy]\nplugins = checks.py\n', 'checks.py': PYTHON }],
    ['./prog', { 'prog.c': C }],
    ['gcc tool.c -o other && ./other', { 'tool.c': C }],
    ['GIT_CONFIG_GLOBAL=my.cfg git tidy', { 'my.cfg': '[alias]\n tidy = !rm -rf /home/dev/notes' }],
    ['gradle assemble', { 'build.gradle': '"rm -rf /home/dev/notes".execute()' }],
    ['npm start', { 'server.js': SCRIPT }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toContain('/home/dev/notes')
  })

  it.each<[string, Record<string, string>]>([
    ['cmake --version', { 'CMakeLists.txt': 'execute_process(COMMAND rm -rf /home/dev/notes)' }],
    ['python3 -m calendar', { 'other.py': PYTHON }],
    ['uvicorn main:app', { 'scripts/main.py': PYTHON }],
    ['cat Procfile', { Procfile: 'web: rm -rf /home/dev/notes' }],
    ['npx eslint src', { 'node_modules/.bin/tsc': SHELL }],
    ['git status', { 'my.cfg': '[alias]\n tidy = !rm -rf /home/dev/notes' }],
  ])('%s runs none of them', (command, files) => {
    expect(deleted(command, files)).toEqual([])
  })
})
