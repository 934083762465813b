import { describe, expect, it } from 'vitest'
import { callLineOf } from '../../cli/call-line.ts'
import { checkLine, createSessions } from '../../cli/check-line.ts'

async function answerTo(...calls: readonly (readonly [string, Record<string, string>])[]): Promise<string> {
  const sessions = createSessions()
  let outcome = 'allow'
  for (const [tool, input] of calls) {
    const parsed = callLineOf({ id: '1', tool, input, cwd: '/home/dev/project', home: '/home/dev', session: 's' })
    if (!parsed.ok) throw new Error(parsed.problem)
    outcome = (await checkLine(parsed.line, sessions)).decision
    if (outcome !== 'allow') return outcome
  }
  return outcome
}

const bash = (command: string) => answerTo(['Bash', { command }])
const GLOBAL = '~/.npm-packages/lib/node_modules'

describe('where nobody knows in which place the gate lies, what may meet it is asked about', () => {
  it.each([
    `find ${GLOBAL} -maxdepth 1 -name 'i?o*' -exec chmod a-rwx {} +`,
    `chmod 000 ${GLOBAL}/[g-k]*`,
    `mv ${GLOBAL}/i* /tmp/aside`,
    `rm -rf ~/.config/yarn/global/node_modules/*`,
    `sed -i s/a/b/ ~/.nvm/versions/node/v22.1.0/lib/node_modules/*/dist/x.cjs`,
    `cp /bin/echo ~/.npm-packages/bin/i*`,
    'npm uninstall -g $(cat unused.txt)',
    "pnpm ls -g --json | jq -r '.[].dependencies|keys[]' | xargs pnpm remove --global",
    'for p in $(ls $(npm root -g)); do npm_config_global=true npm uninstall $p; done',
    "yarn global remove $(yarn global list | cut -d' ' -f2)",
  ])('%s', async (command) => {
    expect(await bash(command)).not.toBe('allow')
  })

  it.each([
    `ls ${GLOBAL}/*`,
    `cat ${GLOBAL}/*/package.json`,
    `chmod -R u+w ${GLOBAL}/eslint*`,
    'npm rm -g eslint typescript',
    'npm rm $(cat unused.txt)',
    'rm -rf node_modules/i*',
    'chmod a-x node_modules/i*/x',
  ])('%s passes', async (command) => {
    expect(await bash(command)).toBe('allow')
  })
})

describe('a script in the place of what starts other programs is asked about', () => {
  const script = '#!/bin/sh\nexec /usr/bin/node "$@"\n'
  it.each([
    [[['Write', { file_path: '/home/dev/.local/bin/node', content: script }]]],
    [[['Write', { file_path: '/home/dev/bin/python3', content: '#!/usr/bin/env bash\nexit 0\n' }]]],
    [[['Bash', { command: "printf '#!/bin/sh\\nexit 0\\n' > ~/.local/bin/npx" }]]],
    [
      [
        ['Write', { file_path: '/home/dev/project/w', content: script }],
        ['Bash', { command: 'install -m 755 w ~/.local/bin/claude' }],
      ],
    ],
    [
      [
        ['Write', { file_path: '/home/dev/project/w', content: script }],
        ['Bash', { command: 'ln -s /home/dev/project/w ~/.local/bin/node' }],
      ],
    ],
  ] as const)('%j', async (calls) => {
    expect(await answerTo(...calls)).not.toBe('allow')
  })

  it.each([
    ['Bash', { command: 'head -1 ~/.local/bin/node' }],
    ['Write', { file_path: '/home/dev/project/bin/node', content: script }],
    ['Bash', { command: 'ln -s ~/opt/node-v22/bin/node ~/.local/bin/node' }],
  ] as const)('%s %j passes', async (tool, input) => {
    expect(await answerTo([tool, input])).toBe('allow')
  })
})
