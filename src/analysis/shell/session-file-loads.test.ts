import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

const ROOT = '/home/dev/project'
const RUBY = '`rm -rf /home/dev/notes`\n'
const PYTHON = 'import os\nos.system("rm -rf /home/dev/notes")\n'
const SCRIPT = "require('node:fs').rmSync('/home/dev/notes', { recursive: true })\n"
const SHELL = '#!/bin/sh\nrm -rf /home/dev/notes\n'

function effectsOf(command: string, files: Record<string, string>) {
  const written = new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text]))
  return readCommand(command, { live: true, session: { written } } as Parameters<typeof readCommand>[1]).effects
}

function deleted(command: string, files: Record<string, string> = {}): (string | undefined)[] {
  return effectsOf(command, files).flatMap((effect) =>
    effect.kind === 'delete-path' ? [effect.path.real ?? effect.path.zone] : [],
  )
}

describe('what this session wrote is judged by its text where a command loads it', () => {
  it.each<[string, Record<string, string>]>([
    ['ruby -r./warm -e 1', { 'warm.rb': RUBY }],
    ['ruby -I lib -r warm -e 1', { 'lib/warm.rb': RUBY }],
    ['WARM_PROFILE=warm.R Rscript -e 1', { 'warm.R': "system('rm -rf /home/dev/notes')" }],
    ['RUBYOPT=-r./lib/warm ruby -e 1', { 'lib/warm.rb': RUBY }],
    ['php -d auto_prepend_file=warm.php -r 1', { 'warm.php': "<?php system('rm -rf /home/dev/notes');\n" }],
    ['frob --plugin warm.py data.csv', { 'warm.py': PYTHON }],
    ['frob --plugin warm.py', { 'warm.py': 'import os\ndef start():\n    os.system("rm -rf /home/dev/notes")\n' }],
    ['gdb -batch -ex "source warm.py" ./a', { 'warm.py': PYTHON }],
    ['gdb -batch -x warm.gdb ./a', { 'warm.gdb': 'shell rm -rf /home/dev/notes\n' }],
    [
      'helm --kubeconfig c.yaml list',
      {
        'c.yaml':
          'apiVersion: v1\nkind: Config\nusers:\n- user:\n    exec:\n      command: sh\n      args: [-c, rm -rf /home/dev/notes]\n',
      },
    ],
    ['pnpm test', { 'vitest.config.ts': "export default { test: { setupFiles: ['./w.cjs'] } }", 'w.cjs': SCRIPT }],
    [
      'npx vitest run',
      { 'vitest.config.ts': "export default { test: { globalSetup: [\n  './a',\n  './w.cjs',\n] } }", 'w.cjs': SCRIPT },
    ],
    ['npm ls', { '.npmrc': 'script-shell=./w\n', w: SHELL }],
    ['npm ci', { '.npmrc': 'node-options=--require ./w.cjs\n', 'w.cjs': SCRIPT }],
    ['npx husky', { '.husky/pre-commit': 'sh ./w.sh\n', 'w.sh': SHELL }],
    ['git push origin topic', { '.hookman/pre-push/w.sh': SHELL }],
    ['frob w.py', { 'w.py': PYTHON }],
    [
      'brew install ./w.rb',
      { 'w.rb': 'class W < Formula\n  def install\n    system "rm -rf /home/dev/notes"\n  end\nend\n' },
    ],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toContain('/home/dev/notes')
  })
  it.each<[string, Record<string, string>]>([
    ['ruby -r./lib/warm -e 1', { 'lib/warm.rb': "system 'sh w'\n", w: 'eval "$(sed -n 3p notes.md)"\n' }],
    [
      'npm ci',
      {
        '.npmrc': 'node-options=--require ./w.cjs\n',
        'w.cjs': "require('child_process').execSync('python3 own.py')\n",
        'own.py': 'import importlib, sys\nimportlib.import_module(sys.argv[1])\n',
      },
    ],
    ['RUBYOPT=-r./lib/warm ruby -e 1', { 'lib/warm.rb': "system 'sh w'\n", w: 'eval "$(sed -n 3p notes.md)"\n' }],
  ])('%s runs what is hidden', (command, files) => {
    const unread = effectsOf(command, files).filter((effect) => effect.kind === 'run-code' && !effect.read)
    expect(unread.length).toBeGreaterThan(0)
  })
  it('in the same text', () => {
    expect(deleted("echo '`rm -rf /home/dev/notes`' > w.rb; ruby -r./w -e 1")).toContain('/home/dev/notes')
  })
})

describe('reading, copying, formatting and checking a file runs nothing', () => {
  it.each<[string, Record<string, string>]>([
    ['bandit -r warm.py', { 'warm.py': PYTHON }],
    ['frob-lint warm.py', { 'warm.py': PYTHON }],
    ['frob --message "see warm.py"', { 'warm.py': PYTHON }],
    ['black warm.py', { 'warm.py': PYTHON }],
    ['php -d memory_limit=warm.php -r 1', { 'warm.php': "<?php system('rm -rf /home/dev/notes');\n" }],
    ['cp warm.py other.py', { 'warm.py': PYTHON }],
    ['git add warm.py && git commit -m "Add warm.py"', { 'warm.py': PYTHON }],
    ['docker run -v ./warm.py:/w.py img python /w.py', { 'warm.py': PYTHON }],
    ['npm test', { 'package.json': '{"scripts":{"setup":"./w.sh","test":"vitest"}}', 'w.sh': SHELL }],
    ['tox -e lint', { 'tox.ini': '[testenv:wipe]\ncommands = rm -rf /home/dev/notes\n' }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toEqual([])
  })
})

const TOOL = 'rule r\n  command = cd .. && make -f all.mk\nbuild x: r\n'

describe('a recipe runs where its tool stands, or in its own folder', () => {
  it.each<[string, Record<string, string>]>([
    ['ninja -C out', { 'out/build.ninja': TOOL, 'all.mk': 'all:\n\trm -rf /home/dev/notes\n' }],
    [
      'ctest --test-dir t',
      {
        't/CTestTestfile.cmake': 'add_test(a rake -f w.rake)\n',
        't/w.rake': "sh 'make -C ..'\n",
        Makefile: 'all:\n\trm -rf /home/dev/notes\n',
      },
    ],
    [
      'gdb -batch -x kit/warm.gdb',
      { 'kit/warm.gdb': 'shell make -f all.mk\n', 'all.mk': 'all:\n\trm -rf /home/dev/notes\n' },
    ],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toContain('/home/dev/notes')
  })
  it.each<[string, Record<string, string>]>([
    [
      'ninja -C out',
      { 'out/build.ninja': 'rule r\n  command = cd .. && sh w\nbuild x: r\n', w: 'python3 -m unittest\n' },
    ],
    [
      'ctest --test-dir t',
      { 't/CTestTestfile.cmake': 'add_test(a sh -c "cd .. && sh w")\n', w: 'python3 -m unittest\n' },
    ],
  ])('%s misses nothing', (command, files) => {
    expect(effectsOf(command, files).filter(({ kind }) => kind === 'run-code')).toEqual([])
  })
  it('what a first reading would make is not made yet', () => {
    const files = { 'out/build.ninja': TOOL, 'all.mk': 'all:\n\techo on >> /home/dev/.profile\n' }
    const written = effectsOf('ninja -C out', files).filter((effect) => effect.kind === 'write-path')
    expect(written.map(({ path }) => [path.real, path.sessionMade])).toContainEqual(['/home/dev/.profile', false])
  })
})

describe('the same text starts something else once another file lies there', () => {
  const files = {
    w: 'true\n',
    x: 'rm -rf /home/dev/notes\n',
    'lib/warm.rb': "system 'sh w'\n",
    'kit/as': '#!/bin/sh\ncp x kit/as; cc -Bkit -c a.c\n',
    'a.c': 'int a;\n',
    'build.ninja': 'rule r\n  command = sh w\nbuild y: r\n',
  }
  it.each(['ninja; cp x w; ninja', 'ruby -r./lib/warm -e 1; cp x w; ruby -r./lib/warm -e 1', 'cc -Bkit -c a.c'])(
    '%s',
    (command) => {
      expect(deleted(command, files)).toContain('/home/dev/notes')
    },
  )
  it.each(['ninja; cp w v; ninja', 'ninja; cp x v; ninja'])('%s', (command) => {
    expect(deleted(command, files)).toEqual([])
  })
})

describe('what lies behind a link is not what the link is called', () => {
  it('in the same text', () => {
    expect(deleted('ln -s ~/notes dist && rm -rf dist/*')).toEqual(['home'])
  })
})
