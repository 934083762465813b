import { bash, counted, document, edits, filled, listed, type Shapes, write } from './building.ts'

export const SPECIAL: Shapes = [
  [
    'Write Makefile',
    () =>
      write(
        'Makefile',
        counted((at) => `a${at}: b\n\tls\n`),
      ),
  ],
  [
    'Write Makefile: variables',
    () =>
      write(
        'Makefile',
        counted((at) => `A${at + 1} = $(A${at})$(A${at})\n`),
      ),
  ],
  ['Write Dockerfile', () => write('Dockerfile', filled('RUN ls\n'))],
  ['Write Dockerfile: one long step', () => write('Dockerfile', `RUN ${filled('a && \\\n')} b`)],
  ['Write .bashrc', () => write('.bashrc', filled('alias a=b\n'))],
  ['Write .gitconfig', () => write('.git/config', filled('[alias]\n\ta = !ls\n'))],
  [
    'Write .npmrc',
    () =>
      write(
        '.npmrc',
        counted((at) => `a${at}=b\n`),
      ),
  ],
  [
    'Write .env',
    () =>
      write(
        '.env',
        counted((at) => `A${at}=b\n`),
      ),
  ],
  ['Write .envrc', () => write('.envrc', filled('export A=b\n'))],
  [
    'Write requirements.txt',
    () =>
      write(
        'requirements.txt',
        counted((at) => `a${at}==1\n`),
      ),
  ],
  [
    'Write notebook',
    () => write('a.ipynb', `{"cells":[${listed(3_000, () => '{"cell_type":"code","source":["a()\\n","!ls"]}', ',')}]}`),
  ],
  [
    'Write settings.json',
    () => write('.vscode/tasks.json', `{"tasks":[${listed(6_000, (at) => `{"label":"a${at}","command":"ls"}`, ',')}]}`),
  ],
  [
    'Write .claude/settings.json',
    () =>
      write('.claude/settings.json', `{"hooks":{"a":[${listed(6_000, () => '{"hooks":[{"command":"ls"}]}', ',')}]}}`),
  ],
  [
    'Write compose.yaml',
    () =>
      write('compose.yaml', `services:\n${counted((at) => `  a${at}:\n    image: b\n    volumes:\n      - /:/a\n`)}`),
  ],
  [
    'Write Terraform',
    () =>
      write(
        'main.tf',
        counted((at) => `resource "a" "b${at}" { c = 1 }\n`),
      ),
  ],
  ['Write Jenkinsfile', () => write('Jenkinsfile', filled('sh "ls"\n'))],
  ['Write patch', () => write('a.patch', filled('--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n'))],
  ['Write csv', () => write('a.csv', filled('a,b,c\n'))],
  [
    'Write sudoers',
    () => ({ tool: 'Write', input: { file_path: '/etc/sudoers', content: filled('a ALL=(ALL) ALL\n') } }),
  ],
  ['Write unit file', () => write('a.service', filled('ExecStart=/bin/ls\n'))],
  [
    'Write .gitignore',
    () =>
      write(
        '.gitignore',
        counted((at) => `a${at}\n`),
      ),
  ],
  [
    'Write hosts',
    () =>
      write(
        'hosts',
        counted((at) => `1.2.3.4 a${at}\n`),
      ),
  ],
  ['MultiEdit py', () => edits('a.py', (at) => `print(${at})\n`.repeat(9))],
  ['MultiEdit package.json', () => edits('package.json', (at) => `"a${at}": "ls",`.repeat(8))],
  ['MultiEdit yaml', () => edits('.github/workflows/a.yaml', (at) => `  - run: ls ${at}\n`.repeat(7))],
  ['MultiEdit sh', () => edits('a.sh', (at) => `echo ${at}\n`.repeat(12))],
  ['MultiEdit md', () => edits('AGENTS.md', (at) => `It is ${at}.\n`.repeat(10))],
  ['MultiEdit of few letters', () => edits('a.py', () => 'x', 9_000)],
  [
    'apply_patch',
    () => bash(document('apply_patch', `*** Begin Patch\n${filled('*** Add File: a.py\n+print(1)\n')}*** End Patch`)),
  ],
  ['git apply', () => bash(document('git apply', filled('--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n')))],
  [
    'WebFetch',
    () => ({ tool: 'WebFetch', input: { url: `https://a.test/${filled('a?b=c&')}`, prompt: filled('read it ') } }),
  ],
  ['WebSearch', () => ({ tool: 'WebSearch', input: { query: filled('what is it ') } })],
  ['Grep', () => ({ tool: 'Grep', input: { pattern: filled('a|b('), path: '.' } })],
  ['Glob', () => ({ tool: 'Glob', input: { pattern: filled('{a,**}/') } })],
  ['PowerShell tool', () => ({ tool: 'PowerShell', input: { command: filled('Remove-Item a; ') } })],
  ['MCP call', () => ({ tool: 'mcp__shop__update', input: { text: filled('delete all; ') } })],
  [
    'MCP call with many fields',
    () => ({
      tool: 'mcp__shop__update',
      input: Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`a${at}`, `b ${at}`])),
    }),
  ],
  [
    'MCP call, nested',
    () => ({ tool: 'mcp__shop__update', input: JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`) }),
  ],
  ['MCP call with SQL', () => ({ tool: 'mcp__db__query', input: { sql: filled('delete from a where x=1; ') } })],
  ['MCP call with a command', () => ({ tool: 'mcp__box__exec', input: { command: filled('a b;') } })],
]
