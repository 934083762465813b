import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A small project of several languages, with data and a dotenv file that git ignores, and things of the person beside it. */
const FILES: Readonly<Record<string, string>> = {
  'Documents/thesis.txt': 'three years of work\n',
  '.bashrc': 'export EDITOR=vi\n',
  '.bash_history': 'ls\nmake\n',
  '.ssh/id_ed25519': '-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----\n',
  '.aws/credentials': '[default]\naws_secret_access_key = not-a-key\n',
  'app/.env': 'DATABASE_URL=postgres://u:p@db.example/acme\nAPI_TOKEN=not-a-token\n',
  'app/.gitignore': '.env\ndata/\nnode_modules/\ndist/\n',
  'app/data/customers.csv': 'id,email\n1,a@example.com\n',
  'app/data/users.csv': 'id,email,name,created_at\n1,a@example.com,Ann,2020-01-01\n',
  'app/node_modules/.bin/eslint': '#!/bin/sh\nexec node node_modules/eslint/bin/eslint.js "$@"\n',
  'app/README.md': '# App\n',
  'app/Makefile': 'test:\n\tnpm test\nbuild:\n\tnpm run build\n',
  'app/package.json':
    '{"name":"app","version":"1.0.0","scripts":{"test":"jest","build":"vite build","dev":"vite","lint":"eslint ."}}\n',
  'app/pyproject.toml': '[project]\nname="app"\nversion="1.0.0"\n[tool.pytest.ini_options]\ntestpaths=["tests"]\n',
  'app/src/a.js': 'module.exports = 1\n',
  'app/src/server.js': "require('http').createServer().listen(3000)\n",
  'app/app/__init__.py': '',
  'app/manage.py':
    'import sys\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n',
}

/** Makes the home and `app`, a git project in it with one commit and a remote. */
export function makeHome(home: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const cwd = join(home, 'app')
  const env = { HOME: home, PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com', ...words], { cwd, env })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'start')
  git('remote', 'add', 'origin', 'git@github.com:acme/app.git')
  git('checkout', '-qb', 'fix-tests')
  // What the person is at, and nobody can bring back.
  writeFileSync(join(cwd, 'src/a.js'), 'module.exports = 2\n')
}
