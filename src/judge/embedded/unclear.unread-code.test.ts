import { describe, expect, it } from 'vitest'
import type { Action } from '../../analysis/action.ts'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import { bashAction, pathEffect, toolAction } from '../../rules/testing.ts'
import { understandExample } from './testing.ts'
import { unclearReason } from './unclear.ts'

const { path: _, ...BASE } = pathEffect('write', 'x') as never as Record<string, unknown>
const RAISED = { wrappers: [{ kind: 'raise', name: 'sudo' }], wrapperNames: ['sudo'] }
const PLAIN = bashAction('ls')
const actionOf = (effects: readonly object[], more: object = {}): Action => ({ ...PLAIN, effects, ...more }) as Action
const told = (action: Action, facts: FixedFacts = {}) => {
  const wording = unclearReason(action, fixedFacts(facts))
  return wording && `${wording.headline}. ${wording.why}`
}
const why = (effects: readonly object[], facts: FixedFacts = {}, more: object = {}) =>
  told(actionOf(effects, more), facts)

describe('what is not known of a call', () => {
  const unknown = (kind: string) => ({ kind, why: `because ${kind}`, span: { start: 0, end: 0 } })

  it.each<[string, string, readonly string[], boolean]>([
    ['Bash', 'what only a person can tell', ['person'], true],
    ['Read', 'what only a person can tell', ['person'], true],
    ['Bash', 'a reader that failed', ['failed'], true],
    ['Read', 'a reader that failed', ['failed'], true],
    ['Bash', 'what was not read', ['unread'], true],
    ['Bash', 'a mistake', ['syntax'], true],
    ['PowerShell', 'a mistake', ['syntax'], true],
    ['Read', 'a mistake', ['syntax'], false],
    ['Bash', 'something else', ['dynamic'], false],
  ])('%s, %s', (tool, _name, kinds, unclear) => {
    const action = { ...(tool === 'Bash' ? PLAIN : { ...PLAIN, tool }), unknowns: kinds.map(unknown) } as Action
    const expected = unclear ? expect.stringContaining(`because ${kinds[0]}`) : undefined
    expect(told(action)).toEqual(expected)
  })

  it.each([
    ['Bash', true],
    ['PowerShell', true],
    ['Read', false],
  ])('%s of which no command could be read: %s', (tool, unclear) => {
    const action = { ...toolAction(tool, {}), unknowns: [unknown('dynamic'), unknown('other')] } as unknown as Action
    expect(told(action)).toEqual(unclear ? expect.stringContaining('because dynamic') : undefined)
    expect(unclearReason(toolAction(tool, {}), fixedFacts())).toBeUndefined()
  })

  it('a program whose name is not known', () => {
    const first = understandExample({ call: { tool: 'Bash', input: { command: '$X y' } } }).action
    expect(told(first)).toContain('$X')
    const later = understandExample({ call: { tool: 'Bash', input: { command: 'ls; "$TOOL" y' } } }).action
    expect(told(later)).toContain('TOOL')
  })
})

describe('a protected path that a program may change', () => {
  const touched = { ...pathEffect('write', '/home/dev/.bashrc'), kind: 'touch-protected', role: 'unknown' }
  it('is asked about, unless that is only possible', () => {
    expect(why([touched])).toContain('.bashrc')
    expect(why([{ ...touched, certainty: 'possible' }])).toBeUndefined()
    expect(why([{ ...touched, kind: 'write-path' }])).toBeUndefined()
  })
})

describe('a program', () => {
  it.each([
    ['session-made', 'tool', true],
    ['downloaded', 'tool', true],
    ['temporary', '/tmp/tool', true],
    ['missing', 'tool', false],
    ['missing', './bin/tool-1.2', false],
    ['missing', 'tool,x', true],
    ['missing', 'a b', true],
    ['installed', 'tool,x', false],
    ['project', 'tool', false],
    ['unknown', 'tool', false],
  ])('%s: %s: %s', (identity, program, unclear) => {
    const effect = { ...BASE, kind: 'run-program', program, identity }
    expect(why([effect]) !== undefined).toBe(unclear)
    expect(why([{ ...effect, certainty: 'possible' }])).toBeUndefined()
  })
})

describe('code that could not be read', () => {
  const code = (more: object) => ({
    ...BASE,
    kind: 'run-code',
    language: 'python',
    origin: 'session-file',
    read: false,
    host: undefined,
    ...more,
  })

  it.each<[object, boolean]>([
    [{}, true],
    [{ read: true }, false],
    [{ origin: 'dynamic' }, true],
    [{ origin: 'stdin' }, true],
    [{ origin: 'stdin', read: true }, false],
    [{ origin: 'download' }, false],
    [{ origin: 'inline' }, true],
    [{ origin: 'inline', language: 'other' }, false],
    [{ origin: 'project-file' }, false],
    [{ origin: 'outside-file', zone: 'home' }, false],
    [{ origin: 'outside-file', zone: 'temp' }, true],
    [{ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/tool' }, false],
    [{ origin: 'outside-file', zone: 'temp', language: 'other' }, false],
    [{ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/tool', ...RAISED }, true],
    [{ origin: 'outside-file', zone: 'home', language: 'other', file: '/x/tool', ...RAISED }, false],
    [{ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/.tool' }, true],
    [{ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/.../tool' }, true],
    [{ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/.env.local' }, false],
  ])('%j: %s', (more, unclear) => {
    expect(why([code(more)]) !== undefined).toBe(unclear)
  })

  it('on a machine that is known, a program in a temporary folder is no exception', () => {
    const effect = code({ origin: 'outside-file', zone: 'temp', language: 'other', file: '/tmp/tool' })
    expect(why([effect], { live: true })).toContain('runs /tmp/tool')
  })

  it('which of several is told does not hang on their order', () => {
    const both = [code({}), code({ origin: 'inline' })]
    expect(why(both)).toBe(why(both.toReversed()))
    expect(why([code({ read: true }), code({})])).toBeDefined()
  })
})

describe('what the session compiled itself', () => {
  const call = (command: string, before: readonly string[] = []) =>
    understandExample({
      call: { tool: 'Bash', input: { command } },
      before: before.map((one) => ({ tool: 'Bash', input: { command: one } })),
    })
  const unclear = ({ action, facts }: ReturnType<typeof call>) => unclearReason(action, facts) !== undefined

  it.each([
    ['gcc main.c -o main && ./main', [], false],
    ['gcc main.c -o main && ./main /etc/passwd', [], true],
    ['./main', ['gcc main.c -o main'], false],
    ['gcc main.c -o main && sudo ./main', [], false],
  ])('%s after %j: %s', (command, before, expected) => {
    expect(unclear(call(command, before))).toBe(expected)
  })

  /** A made binary at `place`, run by `./main`. */
  const run = (
    more: object = {},
    effects: readonly object[] = [],
    facts: FixedFacts = {},
    command = 'cc main.c -o main && ./main',
  ) => {
    const read = understandExample({ call: { tool: 'Bash', input: { command } } }).action
    const effect = {
      ...BASE,
      kind: 'run-code',
      language: 'other',
      origin: 'session-file',
      read: false,
      file: './main',
      zone: 'project',
      host: undefined,
      ...more,
    }
    return unclearReason({ ...read, effects: [effect, ...effects] } as Action, fixedFacts(facts)) !== undefined
  }
  const PLACE = '/home/dev/project/main'
  const written = (roles: readonly string[]) => {
    const effect = pathEffect('write', PLACE)
    return { ...effect, path: { ...('path' in effect && effect.path), real: PLACE }, actor: { ...effect.actor, roles } }
  }

  it.each<[string, object, readonly object[], FixedFacts, boolean]>([
    ['a compiler runs in its folder', {}, [], {}, false],
    ['a compiler wrote it', {}, [written(['compiler'])], {}, false],
    ['something else wrote it', {}, [written([])], {}, true],
    ['both did', {}, [written(['compiler']), written([])], {}, true],
    ['it is a script', { language: 'python' }, [], {}, true],
    ['it comes from elsewhere', { origin: 'dynamic' }, [], {}, true],
    ['it runs with more rights from a temporary folder', { zone: 'temp', ...RAISED }, [], {}, true],
    ['it runs with more rights in the project', { ...RAISED }, [], {}, false],
    ['it lies in a temporary folder', { zone: 'temp' }, [], {}, false],
    ['the session wrote it as a text', {}, [], { session: { written: new Map([[PLACE, 'x']]) as never } }, true],
    ['nobody runs it', { file: './other' }, [], {}, true],
    [
      'an earlier call compiled it',
      { language: 'python' },
      [],
      { session: { built: new Set([PLACE]) } as never },
      false,
    ],
    [
      'an earlier call compiled another',
      { language: 'python' },
      [],
      { session: { built: new Set(['/x']) } as never },
      true,
    ],
  ])('%s: %s', (_name, more, effects, facts, expected) => {
    expect(run(more, effects, facts)).toBe(expected)
  })

  it('a program that the session made counts like its file', () => {
    const program = { kind: 'run-program', program: './main', identity: 'session-made' }
    expect(run(program)).toBe(false)
    expect(run({ ...program, program: './other' })).toBe(true)
    expect(run(program, [written([])])).toBe(true)
    const built = { session: { built: new Set([PLACE]) } as never }
    expect(run(program, [written([])], built)).toBe(false)
  })

  it('without a compiler in the call it is nobody’s', () => {
    expect(run({}, [], {}, 'ls && ./main')).toBe(true)
    expect(run({}, [], {}, 'ls && cc main.c -o main && ./main')).toBe(false)
    expect(run({}, [], {}, 'cc main.c -o main; cd "$X"; ./main')).toBe(true)
    // Another `./main` is another file.
    expect(run({}, [], {}, 'cc main.c -o main && ./main; cd /opt && ./main')).toBe(true)
    const built = { session: { built: new Set([PLACE]) } as never }
    expect(run({ language: 'python' }, [], built, './main; cd /opt && ./main')).toBe(true)
    expect(run({ language: 'python' }, [], built, 'cd "$X"; ./main')).toBe(true)
  })
})
