import { describe, expect, it } from 'vitest'
import type { Effect } from '../analysis/effects.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { ACCEPT_EDITS, EXPECTED, NO_RELEVANCE, PROVEN, SAFE_TOOLS } from '../fast-paths.ts'
import { bashAction, pathEffect, toolAction } from '../rules/testing.ts'
import { policyFromObject } from '../settings/load.ts'
import { createTools } from '../tools/registry.ts'
import { GATE_PROTECTION_STEP, SETTINGS_STEP } from './gate-protection.ts'
import { MODE_STEP } from './modes.ts'
import type { CheckContext, StepResult } from './step.ts'
import { TOOL_CHECK_STEP } from './tool-check.ts'

const POLICY = policyFromObject({}, { cwd: '/home/dev/project', home: '/home/dev' })
const OWN = { transcript: '/home/dev/.claude/projects/app/s1.jsonl' }
const FACTS = fixedFacts({ cwd: '/home/dev/project', home: '/home/dev' })
const TOOLS = createTools()

/** A check of a call with just these effects: what programs state is not what is tested here. */
function checkOf(effects: readonly object[], more: Partial<CheckContext> = {}, tool = 'Bash'): CheckContext {
  const base =
    tool === 'Bash' ? bashAction('ls') : toolAction(tool, { file_path: 'a', old_string: 'a', new_string: 'b' })
  const action = { ...base, effects: effects as readonly Effect[] }
  const found = TOOLS.find(tool, base.call.input)
  return {
    action,
    tool: found,
    policy: POLICY,
    mode: 'auto',
    floor: undefined,
    session: { own: OWN, facts: FACTS },
    ...more,
  } as CheckContext
}

const said = (result: StepResult | Promise<StepResult>) =>
  'then' in result ? 'later' : result.type === 'answer' ? result.answer.outcome : result.type
const written = pathEffect('write', '/home/dev/.irongate/settings.json')
const touched = { ...written, kind: 'touch-protected' }

describe('an attack on the gate', () => {
  const ownDefence = (effect: object, more: Partial<CheckContext> = {}) =>
    said(GATE_PROTECTION_STEP.run(checkOf([effect], more)))
  const weakened = { ...written, kind: 'weaken', area: 'gate', feature: 'the hook' }

  it.each<[string, object, string]>([
    ['it is switched off', weakened, 'answer'],
    ['it may be switched off', { ...weakened, certainty: 'possible' }, 'pass'],
    ['a firewall is switched off', { ...weakened, area: 'firewall' }, 'pass'],
    ['its file is written', written, 'answer'],
    ['its file is likely written', { ...written, certainty: 'likely' }, 'answer'],
    ['its file may be written', { ...written, certainty: 'possible' }, 'pass'],
    ['its file is read', pathEffect('read', '/home/dev/.irongate/settings.json'), 'pass'],
    ['its file is deleted', pathEffect('delete', '/home/dev/.irongate/settings.json'), 'answer'],
    ['its file is given to a program that writes', { ...touched, role: 'write' }, 'answer'],
    ['its file is given to a program that nobody knows', { ...touched, role: 'unknown' }, 'pass'],
    ['another file is written', pathEffect('write', 'src/a.ts'), 'pass'],
  ])('%s', (_, effect, expected) => {
    expect(ownDefence(effect)).toBe(expected === 'answer' ? 'deny' : 'pass')
  })

  it.each(['mount', 'sshfs', 'bindfs', 'fuse-overlayfs', 'unionfs', 'mergerfs', 'encfs', 'gocryptfs'])(
    '%s puts another folder in the place of one that holds the gate',
    (name) => {
      const onto = (tags: readonly string[]) => {
        const over = pathEffect('write', '/home/dev/.npm-global')
        return { ...over, actor: { ...over.actor, name }, path: { ...('path' in over && over.path), tags } }
      }
      expect(ownDefence(onto(['gate-holder']))).toBe('deny')
      expect(ownDefence(onto([]))).toBe('pass')
    },
  )
})

describe('a protected path', () => {
  const toolCheck = (effect: object, more: Partial<CheckContext> = {}) =>
    said(TOOL_CHECK_STEP.run(checkOf([effect], more)))
  const git = (text: string) => pathEffect('write', text)
  const lock = pathEffect('delete', '.git/index.lock')
  const at = (effect: Effect, path: object) => ({ ...effect, path: { ...('path' in effect && effect.path), ...path } })

  it.each<[string, object, string]>([
    ['git’s own file is written', git('.git/config'), 'ask'],
    ['it may be written', { ...git('.git/config'), certainty: 'possible' }, 'pass'],
    ['git writes it', { ...git('.git/config'), actor: { ...git('.git/config').actor, roles: ['git'] } }, 'pass'],
    ['an agent’s settings are written', git('.claude/settings.json'), 'ask'],
    ['an unknown program is given the gate’s file', { ...touched, role: 'unknown' }, 'ask'],
    [
      'an unknown program is given git’s file',
      { ...git('.git/config'), kind: 'touch-protected', role: 'unknown' },
      'pass',
    ],
    ['a program writes git’s file', { ...git('.git/config'), kind: 'touch-protected', role: 'write' }, 'ask'],
    ['its mode is changed', { ...git('.git/config'), kind: 'change-mode' }, 'ask'],
    ['it is read', pathEffect('read', '.git/config'), 'pass'],
    ['a lock is deleted', { ...lock, recursive: false }, 'pass'],
    ['a folder named like a lock is deleted', { ...lock, recursive: true }, 'ask'],
    ['a lock is written', git('.git/index.lock'), 'ask'],
    ['locks by a pattern', { ...at(lock, { glob: true }), recursive: false }, 'ask'],
    ['a lock whose name is not known', { ...at(lock, { dynamic: true }), recursive: false }, 'ask'],
    ['a lock that is the gate’s too', { ...at(lock, { tags: ['git-internal', 'gate-own'] }), recursive: false }, 'ask'],
    ['a lock with another mark', { ...at(lock, { tags: ['git-internal', 'lock-file'] }), recursive: false }, 'pass'],
    ['a lock of another place', { ...at(lock, { real: undefined }), recursive: false }, 'ask'],
    ['one’s own in a temporary folder', at(pathEffect('delete', '.git'), { zone: 'temp', sessionMade: true }), 'pass'],
    ['another’s in a temporary folder', at(pathEffect('delete', '.git'), { zone: 'temp', sessionMade: false }), 'ask'],
    ['one’s own in the project', at(pathEffect('delete', '.git'), { zone: 'project', sessionMade: true }), 'ask'],
  ])('%s: %s', (_, effect, expected) => {
    expect(toolCheck(effect)).toBe(expected)
  })

  it('further edits are offered where one file is edited and nothing else', () => {
    const scope = (effects: readonly object[], tool: string) => {
      const result = TOOL_CHECK_STEP.run(checkOf(effects, {}, tool))
      return 'type' in result && result.type === 'answer' ? result.answer.scope : undefined
    }
    const edit = git('.claude/settings.json')
    expect(scope([edit], 'Edit')).toContain('.claude/settings.json')
    expect(scope([pathEffect('read', 'src/a.ts'), edit], 'Edit')).toContain('.claude/settings.json')
    expect(scope([edit, git('src/a.ts')], 'Edit')).toBeUndefined()
    expect(scope([edit], 'Bash')).toBeUndefined()
  })
})

describe('the tool’s own word', () => {
  it.each([
    ['WebFetch', { url: 'no address' }],
    ['Bash', {}],
    ['Bash', { command: '' }],
  ])('%s %j is denied', (tool, input) => {
    const check = checkOf([], {}, 'Read')
    const action = { ...check.action, tool, call: { ...check.action.call, tool, input } }
    const result = TOOL_CHECK_STEP.run({ ...check, action, tool: TOOLS.find(tool, input) })
    expect(result).toMatchObject({
      type: 'answer',
      answer: { outcome: 'deny', reason: { type: 'tool-check', check: 'input' } },
    })
  })
})

describe('a broken settings file', () => {
  it.each([
    [{ scope: 'user' }, 'broken'],
    [{ scope: 'user', file: 'a.json', line: 2 }, 'broken (a.json:2)'],
  ] as const)('%j', (source, note) => {
    const policy = { ...POLICY, broken: [{ source, text: 'broken' }] }
    const result = SETTINGS_STEP.run({ ...checkOf([]), policy: policy as unknown as CheckContext['policy'] })
    expect(result).toMatchObject({ type: 'floor', answer: { outcome: 'ask', note } })
  })

  it('none', () => expect(said(SETTINGS_STEP.run(checkOf([])))).toBe('pass'))
})

describe('what fast paths look at', () => {
  const view = (effects: readonly object[], tool: string, more: object = {}) => {
    const { action, tool: found, policy } = checkOf(effects, {}, tool)
    return { action: { ...action, ...more }, tool: found, policy, mayForbid: () => false } as never
  }
  const edit = pathEffect('write', 'src/a.ts')
  const UNKNOWN = { why: 'x', span: { start: 0, end: 0 } }

  it.each<[string, readonly object[], object, boolean]>([
    ['a write in the project', [edit], {}, true],
    ['two', [edit, pathEffect('write', 'src/b.ts')], {}, true],
    ['one of them outside', [edit, pathEffect('write', '/opt/b.ts')], {}, false],
    ['a read of the project beside it', [edit, pathEffect('read', 'src/b.ts')], {}, true],
    ['a read outside beside it', [edit, pathEffect('read', '/etc/hosts')], {}, false],
    ['a read of a secret beside it', [edit, pathEffect('read', '.env')], {}, false],
    ['anything else beside it', [edit, { ...edit, kind: 'run-code' }], {}, false],
    ['nothing', [], {}, false],
    ['something that is not known', [edit], { unknowns: [{ ...UNKNOWN, kind: 'syntax' }] }, false],
  ])('an edit: %s', (_, effects, more, passes) => {
    expect(ACCEPT_EDITS.applies(view(effects, 'Write', more)) !== undefined).toBe(passes)
    const touch = { commands: bashAction('touch src/a.ts').commands, ...more }
    expect(ACCEPT_EDITS.applies(view(effects, 'Bash', touch)) !== undefined).toBe(passes)
  })

  it.each([
    ['touch src/a.ts', true],
    ['touch src/a.ts; install src/b.ts src/c.ts', false],
    ['install src/b.ts src/c.ts; touch src/a.ts', false],
    ['$X src/a.ts', false],
  ])('a command: %s: %s', (command, passes) => {
    const { commands } = bashAction(command)
    expect(ACCEPT_EDITS.applies(view([edit], 'Bash', { commands })) !== undefined).toBe(passes)
  })

  it('a shell without any command is no file command', () => {
    expect(ACCEPT_EDITS.applies(view([edit], 'Bash', { commands: [] }))).toBeUndefined()
  })

  it.each([
    ['what only a person can tell', 'person', false],
    ['another doubt', 'syntax', true],
  ])('a tool of the safe list with %s', (_, kind, passes) => {
    const unknowns = [{ ...UNKNOWN, kind }]
    expect(SAFE_TOOLS.applies(view([], 'Read', { unknowns })) !== undefined).toBe(passes)
    const both = [...unknowns, { ...UNKNOWN, kind: 'syntax' }]
    expect(SAFE_TOOLS.applies(view([], 'Read', { unknowns: both })) !== undefined).toBe(passes)
  })

  it.each([
    ['a listing of a secret place', { ...pathEffect('read', '~/.ssh'), list: true }, true],
    ['a read of it', pathEffect('read', '/home/dev/.ssh/id_rsa'), false],
    ['a write', edit, false],
  ])('a tool of the safe list: %s', (_, effect, passes) => {
    expect(SAFE_TOOLS.applies(view([effect], 'Read')) !== undefined).toBe(passes)
    expect(SAFE_TOOLS.applies(view([pathEffect('read', 'src/a.ts'), effect], 'Read')) !== undefined).toBe(passes)
  })

  it('only a tool that is registered as irrelevant, and says nothing to a judge, is of no relevance', () => {
    const irrelevant = { relevance: 'irrelevant', name: 'x' }
    const on = (relevance: string, judgeText: string) => {
      const given = view([], 'Read', { judgeText }) as object
      return NO_RELEVANCE.applies({ ...given, tool: { ...irrelevant, relevance } } as never) !== undefined
    }
    expect(on('irrelevant', '')).toBe(true)
    expect(on('irrelevant', 'x')).toBe(false)
    expect(on('judged', '')).toBe(false)
    expect(on('safe', '')).toBe(false)
  })

  it('a grade counts for nothing beside a finding', () => {
    const graded = (command: string, grade: string) => {
      const { effects } = bashAction(command)
      const given = { ...(view(effects, 'Bash', { grade }) as object), facts: fixedFacts() } as never
      return (grade === 'proven' ? PROVEN : EXPECTED).applies(given) !== undefined
    }
    for (const grade of ['proven', 'expected']) {
      expect(graded('npm ci', grade)).toBe(true)
      expect(graded('npm publish', grade)).toBe(false)
      expect(graded('cat ~/.ssh/id_rsa', grade)).toBe(false)
    }
  })

  it('what reads a secret is no mere read in any mode', () => {
    const read = (...paths: string[]) => {
      const check = checkOf(
        paths.map((path) => pathEffect('read', path)),
        { mode: 'default', session: { headless: false, transcript: [], facts: fixedFacts() } as never },
      )
      const result = MODE_STEP.run({
        ...check,
        judge: { name: 'embedded' } as never,
        action: { ...check.action, grade: 'proven', judgeText: 'ls' },
      })
      return said(result)
    }
    expect(read('src/a.ts')).toBe('allow')
    expect(read('/home/dev/.ssh/id_rsa')).toBe('ask')
    expect(read('src/a.ts', '/home/dev/.ssh/id_rsa')).toBe('ask')
  })
})
