import { afterAll, describe, expect, it } from 'vitest'
import { parseLine } from '../../src/cli/call-line.ts'
import { checkLine, createSessions } from '../../src/cli/check-line.ts'
import { runs } from '../runs.ts'
import { DENIED, type DeniedAct } from './deny-rules/acts.ts'
import { type Form, formsOf } from './deny-rules/forms.ts'
import { NEAR_MISSES } from './deny-rules/near-misses.ts'
import { createScratch } from './deny-rules/scratch.ts'

const FORMS = runs(200, 4)
/** A seed of its own, to look for more: `IRONGATE_SEED=7`. */
const SEED = Number(process.env['IRONGATE_SEED'] ?? 1)
const scratch = createScratch()
afterAll(() => scratch.remove())

/** Every tool is allowed as a whole: what stops a call is a deny rule. */
async function decide(rules: readonly string[], tool: string, input: unknown, sessions = createSessions()) {
  const { cwd, home } = scratch.place
  const permissions = { deny: rules, allow: ['Bash', 'Read', 'Write', 'Edit'] }
  const line = { id: 1, session: 's', tool, input, cwd, home, mode: 'default', settings: { permissions } }
  const parsed = parseLine(JSON.stringify(line))
  if (!parsed.ok) throw new Error(parsed.problem)
  return (await checkLine(parsed.line, sessions)).decision
}

const LACKS =
  /(?:capsh|cpp|dbus-run-session|ed|ex|fakeroot|gdb|jq|make|node|perf|perl|pyenv|sqlite3|strace|tclsh|vim|xxd|zip): (?:command )?not found/

type Outcome = 'held' | 'idle' | 'through'

/** Asks about each step, and carries out what is allowed, until one is not. */
async function attempt({ rules, fell }: DeniedAct, { steps }: Form): Promise<Outcome> {
  scratch.restore()
  const sessions = createSessions()
  let output = ''
  for (const { tool, input } of steps) {
    if ((await decide(rules, tool, input, sessions)) !== 'allow')
      return fell(scratch.place, output) ? 'through' : 'held'
    output += scratch.carryOut({ tool, input } as Form['steps'][number])
  }
  // What this machine lacks cannot show that it does nothing.
  return fell(scratch.place, output) || LACKS.test(output) ? 'through' : 'idle'
}

describe('a deny rule holds for whatever does the same', () => {
  for (const [at, act] of DENIED.entries()) {
    const forms = formsOf(act, FORMS, SEED * 100 + at, scratch.place)

    it(`${act.name}: there are ${FORMS} forms`, () => {
      expect(forms).toHaveLength(FORMS)
    })

    it(`${act.name} (${act.rules.join()}): no form runs`, { timeout: 300_000 }, async () => {
      const through: string[] = []
      for (const form of forms) {
        if ((await attempt(act, form)) === 'through') through.push(form.chain.join(' · '))
      }
      expect(through).toEqual([])
    })

    // Without rules they really do it: else none of this would say anything.
    it(`${act.name}: forms do what is denied`, { timeout: 300_000 }, () => {
      const some = forms.filter((_, index) => index % 10 < runs(10))
      const done = some.filter(({ steps }) => {
        scratch.restore()
        return act.fell(scratch.place, steps.map((step) => scratch.carryOut(step)).join(''))
      })
      expect(done.length / some.length).toBeGreaterThan(0.4)
    })
  }
})

describe('a deny rule leaves ordinary work alone', () => {
  it('there are 150 near misses', () => {
    expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(150)
  })

  it.each(NEAR_MISSES)('%s · %s', async (rule, command) => {
    scratch.restore()
    expect(await decide([rule], 'Bash', { command })).toBe('allow')
  })
})
