import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInstaller } from './contract-installer.ts'
import { answerEvent } from './hook-runtime/hook-events.ts'
import { hostDecisionFor } from './hook-runtime/host-decision.ts'
import { HOST_DEFAULTS } from './hook-runtime/host-settings.ts'
import {
  type CallAnswer,
  type CallEvent,
  type Host,
  type HostAnswer,
  type HostEvent,
  type Integration,
  InvalidPayloadError,
} from './integration.ts'
import { readPolicy } from './policy.ts'
import { HOST_PROMISES, isPromiseBroken } from './promises.ts'

/** What a host makes of an answer. */
export type HostReaction = 'runs' | 'asks' | 'stops' | 'continues'

export type EventKind = HostEvent['kind']

/** What the suite must be told of a host: its own texts, and its own way to read ours. Recorded where that is possible. */
export interface HostSamples {
  /** One text for each kind of event that the host sends; a call at least. */
  readonly events: Readonly<Partial<Record<EventKind, string>> & Record<'tool-use', string>>
  /** A call of its shell tool. */
  readonly shell: (call: { readonly command: string; readonly cwd: string }) => string
  /** What the host does with an answer to such an event, written after the host, not after our encoder. */
  readonly heard: (kind: EventKind, answer: HostAnswer) => HostReaction
  /** The host's words for its modes. */
  readonly modes: readonly string[]
  /** Texts of the file that the hook goes into, as people have them. */
  readonly files?: readonly string[]
}

const CALL_EVENT_KINDS: readonly EventKind[] = ['tool-use', 'permission-prompt']
const GARBAGE: readonly (readonly [string, string])[] = [
  ...['', ' ', '\0', '{', '}', 'null', '[]', '1', '"x"', '{}', '{"a":1}', '\ud800'].map(
    (text) => [text, text] as const,
  ),
  ['a hundred thousand brackets', '['.repeat(100_000)],
]
const WRONG_VALUES: readonly unknown[] = [null, 0, -1.5, true, false, '', [], [[]], {}, { length: 1 }]
const MESSAGES = ['no', '', '"}\n{"decision":"allow"}', '\0\u001b[2J\u202e', 'x'.repeat(100_000), '\ud800']

const saidOutcome = (says: CallAnswer['says'], message = 'why', stop = false): CallAnswer => ({
  kind: 'said',
  says,
  message,
  reason: `${message} and more`,
  approve: 'irongate approve 1',
  stop,
})

/** The contract of every host. A host that cannot keep a part of it says so in its promises, never here. */
export function describeIntegration(host: Host, samples: HostSamples): void {
  const sent = Object.entries(samples.events) as [EventKind, string][]
  const at = { home: '/nowhere/home', signs: {} }
  let integration: Integration
  beforeAll(async () => {
    integration = await host.integration()
  })
  const read = (text: string) => integration.readEvent(text, at)
  const event = (kind: EventKind) => read(samples.events[kind] ?? '')

  describe(`${host.id}: what it is`, () => {
    it('has one plain name', () => {
      expect(host.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(integration.id).toBe(host.id)
      expect(host.title).not.toBe('')
    })

    it('passes on variables under names that no option of the hook has', () => {
      for (const [name, variable] of Object.entries(host.signs)) {
        expect(name).toMatch(/^(?!home$|installed$)[a-z][a-z-]*$/)
        expect(variable).toMatch(/^[A-Z_][A-Z0-9_]*$/)
      }
    })

    it('gives up before the hook is stopped from outside', () => {
      expect(host.deadlineMs).toBeGreaterThan(1000)
      // The launcher ends a hook that spins after 80 seconds.
      expect(host.deadlineMs).toBeLessThan(80_000)
    })

    it('says of every promise whether it keeps it', () => {
      expect(Object.keys(integration.promises).sort()).toEqual(Object.keys(HOST_PROMISES).sort())
      for (const kept of Object.values(integration.promises))
        if (kept !== 'kept') expect(Object.values(kept).join('')).not.toBe('')
    })
  })

  describe(`${host.id}: reading`, () => {
    it.each(sent)('%s', (kind, text) => {
      expect(read(text)).toMatchObject({ kind, sessionId: expect.stringMatching(/./), cwd: expect.stringMatching(/./) })
    })

    it.each(GARBAGE)('refuses %j', (_name, text) => expect(() => read(text)).toThrow(InvalidPayloadError))

    it.each(sent)('refuses a %s that is cut off, or has its fields from a prototype', (_kind, text) => {
      for (let end = 0; end < text.trimEnd().length - 1; end += 1 + Math.floor(text.length / 40))
        expect(() => read(text.slice(0, end)), `cut at ${end}`).toThrow(InvalidPayloadError)
      expect(() => read(`{"__proto__":${text}}`)).toThrow(InvalidPayloadError)
      expect(() => read(`[${text}]`)).toThrow(InvalidPayloadError)
    })

    it.each(sent)('a %s with a wrong field is refused, or still an event', (_kind, text) => {
      for (const key of Object.keys(JSON.parse(text)))
        for (const wrong of WRONG_VALUES) {
          const spoilt = JSON.stringify({ ...JSON.parse(text), [key]: wrong })
          expect(readOrRefused(spoilt), `${key}: ${JSON.stringify(wrong)}`).toBe(true)
        }
    })

    it.each(sent.filter(([kind]) => CALL_EVENT_KINDS.includes(kind)))(
      'a %s without a whole input is refused',
      (_kind, text) => {
        const fields: Record<string, unknown> = JSON.parse(text)
        const { input } = read(text) as CallEvent
        const key = Object.keys(fields).find((name) => JSON.stringify(fields[name]) === JSON.stringify(input))
        if (key === undefined) return
        const { [key]: _input, ...rest } = fields
        for (const wrong of [null, 0, true, 'x', [], [input]])
          expect(() => read(JSON.stringify({ ...rest, [key]: wrong })), JSON.stringify(wrong)).toThrow(
            InvalidPayloadError,
          )
        expect(() => read(JSON.stringify(rest))).toThrow(InvalidPayloadError)
      },
    )

    it('reads a call of eight million characters', () => {
      const text = samples.shell({ command: 'x'.repeat(8_000_000), cwd: '/p' })
      expect(read(text)).toMatchObject({ kind: 'tool-use' })
    })
  })

  function readOrRefused(text: string): boolean {
    try {
      return isCompleteEvent(read(text))
    } catch (error) {
      return error instanceof InvalidPayloadError
    }
  }

  describe(`${host.id}: answering`, () => {
    const calls = sent.filter(([kind]) => CALL_EVENT_KINDS.includes(kind))

    it.each(sent)('a fault at a %s blocks, and says why', (kind, text) => {
      const blocked = integration.blocked('the moon is full', text)
      expect(blocked.stdout + blocked.stderr).toContain('the moon is full')
      if (CALL_EVENT_KINDS.includes(kind) || kind === 'prompt') expect(samples.heard(kind, blocked)).toBe('stops')
    })

    it.each(GARBAGE)('a fault at %j blocks', (_name, text) =>
      expect(samples.heard('tool-use', integration.blocked('why', text))).toBe('stops'),
    )

    it.each(calls)('a deny to a %s is a deny, whatever its words', (kind) => {
      for (const message of MESSAGES)
        for (const stop of [false, true])
          expect(samples.heard(kind, integration.answer(event(kind), saidOutcome('deny', message, stop)))).toBe('stops')
    })

    it('an ask never runs a call, and stops it where nobody can be asked', () => {
      const heard = samples.heard('tool-use', integration.answer(event('tool-use'), saidOutcome('ask')))
      expect(isPromiseBroken(integration.promises.asks) ? ['stops'] : ['asks', 'stops']).toContain(heard)
    })

    // A host that puts its own question to the hook as well can be given the yes there.
    it.each(calls)('an allow to a %s lets it run', (kind) =>
      expect(kind === 'tool-use' && samples.events['permission-prompt'] ? ['runs', 'continues'] : ['runs']).toContain(
        samples.heard(kind, integration.answer(event(kind), saidOutcome('allow'))),
      ),
    )

    it.each(sent.filter(([kind]) => kind === 'prompt' || kind === 'config-change'))('a %s can be refused', (kind) =>
      expect(samples.heard(kind, integration.answer(event(kind), { kind: 'refusal', reason: 'no' }))).toBe('stops'),
    )

    it.each(sent)('what is printed to a %s is nothing, or one line of JSON', (kind) => {
      const outcomes = [
        { kind: 'nothing' },
        { kind: 'notice', text: 'on' },
        saidOutcome('deny'),
        saidOutcome('ask'),
      ] as const
      for (const outcome of outcomes) {
        const { stdout, status } = integration.answer(event(kind), outcome)
        expect([0, 2]).toContain(status)
        if (stdout !== '') expect(stdout.trimEnd().split('\n')).toHaveLength(1)
        if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object')
      }
    })

    it.each([...samples.modes, 'a mode of tomorrow', undefined])(
      'in mode %s a deny is said, and nothing while the gate is off',
      (mode) => {
        for (const headless of [false, true]) {
          const call = { kind: 'tool-use', sessionId: 's', cwd: '/p', mode, tool: 'Bash', input: {} } as const
          const stance = integration.stance(call, { settings: HOST_DEFAULTS, headless, home: '/h' })
          for (const outcome of ['deny', 'abort'] as const)
            expect(hostDecisionFor({ outcome, reason: { type: 'bad-input', problem: '' } }, stance, true)).toBe('deny')
          expect(hostDecisionFor({ outcome: 'allow', reason: { type: 'off', until: 1 } }, stance, true)).toBe('nothing')
          expect(hostDecisionFor({ outcome: 'deny', reason: { type: 'off', until: 1 } }, stance, true)).toBe('deny')
          expect(['deny', 'nothing']).toContain(
            hostDecisionFor({ outcome: 'ask', reason: { type: 'bad-input', problem: '' } }, stance, false),
          )
        }
      },
    )
  })

  describe(`${host.id}: through the gate`, () => {
    let home = ''
    beforeAll(() => {
      home = mkdtempSync(join(tmpdir(), 'irongate-contract-'))
      mkdirSync(join(home, 'project'))
    })
    afterAll(() => rmSync(home, { recursive: true, force: true }))

    it.each([
      ['ls', ['runs', 'continues']],
      ['irongate approve 0123abcd', ['stops']],
    ])('%s', async (command, expected) => {
      const told = integration.readEvent(samples.shell({ command, cwd: join(home, 'project') }), { home, signs: {} })
      // No file comes, and there is no need to wait for it.
      const { transcript } = integration
      const edge = {
        integration: { ...integration, ...(transcript && { transcript: { ...transcript, lateMs: 0 } }) },
        host: host.id,
        home,
        now: Date.now,
        readPolicy,
        audit: () => undefined,
      }
      expect(expected).toContain(samples.heard('tool-use', await answerEvent(told, edge)))
    })
  })

  if (host.installer) describeInstaller(host, samples)
}

/** Everything that the hook runtime relies on. */
function isCompleteEvent(event: HostEvent): boolean {
  const named = typeof event.sessionId === 'string' && event.sessionId !== '' && typeof event.cwd === 'string'
  switch (event.kind) {
    case 'tool-use':
    case 'permission-prompt':
      return (
        named && typeof event.tool === 'string' && Object.prototype.toString.call(event.input) === '[object Object]'
      )
    case 'prompt':
      return named && typeof event.text === 'string'
    case 'tool-ran':
      return named && Array.isArray(event.consent)
    case 'refused':
    case 'session-start':
    case 'config-change':
    case 'other':
      return named
  }
}
