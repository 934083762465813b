import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

const isFree = (text: string) => effectsOf(text).some((effect) => effect.kind === 'spawn-agent' && effect.broad)

describe('agents that code starts', () => {
  it.each([
    `python3 -c "from kit import query, Options; query(prompt='x', options=Options(permission_mode='bypassPermissions'))"`,
    `python3 -c "import kit; o = {'approval_policy': 'never'}; kit.Agent(**o).run('go')"`,
    `python3 -c "import kit; kit.start('go', sandbox='danger-full-access')"`,
    `node -e "new (require('kit').Agent)().startThread({approvalPolicy: 'never'})"`,
    `node -e "const o = {}; o.permissionMode = 'bypassPermissions'; require('kit').query({prompt: 'x', options: o})"`,
    `node -e "require('kit').query({options: {dangerouslySkipPermissions: true}})"`,
  ])('%s: nobody is asked', (text) => {
    expect(isFree(text)).toBe(true)
  })

  it.each([
    `python3 -c "import kit; kit.query(prompt='x', permission_mode='plan', approval_policy='on-request')"`,
    `python3 -c "mode = 'x'; print(mode == 'bypassPermissions')"`,
    `python3 -c "import kit; kit.launch(sandbox=False)"`,
    `node -e "console.log({permissionMode: 'bypassPermissions'})"`,
    `node -e "new (require('shell').Window)({webPreferences: {sandbox: false}})"`,
    `node -e "require('forge').createRequest({approvals: 'none'})"`,
  ])('%s: nothing is free', (text) => {
    expect(isFree(text)).toBe(false)
  })
})
