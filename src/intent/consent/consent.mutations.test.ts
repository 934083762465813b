import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { partsOf } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Finding } from '../../categories/category.ts'
import { EXAMPLES } from '../../categories/examples.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { collectFindings, isCertainFinding, isHardFinding } from '../../judge/embedded/findings.ts'
import { testPolicy } from '../../judge/embedded/test-policy.ts'
import {
  humanTurnEntries,
  type UnderstoodExample,
  understandExample,
  verdictOnExample,
} from '../../judge/embedded/testing.ts'
import { consentHintFor } from './testing.ts'

const POLICY = testPolicy()

interface Case {
  readonly command: string
  readonly hints: readonly string[]
  readonly found: readonly Finding[]
}

const SEEN = new Map<string, UnderstoodExample>()

/** What was said changes nothing in what a command does: it is read once. */
function understandOnce(command: string): UnderstoodExample {
  const seen = SEEN.get(command) ?? understandExample({ call: { tool: 'Bash', input: { command } } })
  SEEN.set(command, seen)
  return seen
}

function found(command: string): readonly Finding[] {
  const { action, facts } = understandOnce(command)
  return collectFindings(action, POLICY, facts).filter(isCertainFinding)
}

function hintsOf(command: string): readonly (string | undefined)[] {
  return found(command).map((finding) => consentHintFor(finding, understandOnce(command).action))
}

/** Every act the categories know that a sentence clears, with that sentence. */
const CASES: readonly Case[] = CATEGORIES.filter(({ hard }) => !hard).flatMap(({ id }) =>
  (EXAMPLES.get(id)?.block ?? []).flatMap(({ call, before = [] }): Case[] => {
    const command = call.input['command']
    if (call.tool !== 'Bash' || typeof command !== 'string' || before.length > 0) return []
    const all = found(command)
    const hints = hintsOf(command).filter((hint) => hint !== undefined)
    // What is asked about whatever was said is none of these.
    const clears =
      hints.length === all.length && all.length > 0 && !all.some((each) => isHardFinding(each, POLICY) || each.asks)
    return clears ? [{ command, hints, found: all }] : []
  }),
)

const verdictOf = async (command: string, said: string) =>
  (await verdictOnExample(understandOnce(command), humanTurnEntries([said]), POLICY)).type

const passes = async (command: string, said: string): Promise<boolean> => (await verdictOf(command, said)) === 'allow'

const isBlocked = async (command: string, said: string): Promise<boolean> =>
  (await verdictOf(command, said)) === 'block'

const order = (hints: readonly string[], shape: (hint: string) => string) => [...new Set(hints)].map(shape).join('\n')

/** The same order as people put it. */
const ORDERS: readonly ((hint: string) => string)[] = [
  (hint) => `please ${hint}`,
  (hint) => `Can you ${hint}?`,
  (hint) => `could you please ${hint}, thanks`,
  (hint) => `I allow you to ${hint}`,
  (hint) => `go ahead and ${hint}`,
  (hint) => `tests are green -> ${hint}`,
  (hint) => `ok, ${hint} now`,
  (hint) => `You may ${hint}.`,
  (hint) => `let's ${hint}`,
  (hint) => `- ${hint}`,
  (hint) => `alright, ${hint} pls`,
  (hint) => `I want you to ${hint}`,
  (hint) => `${hint}, it is fine`,
  (hint) => `yes please ${hint} and tell me when it is done`,
]

/** The same order with its end as people write it. */
const ENDS: readonly ((hint: string) => string)[] = [
  (hint) => `${hint}.`,
  (hint) => `${hint}, then tell me`,
  (hint) => `(please ${hint})`,
  (hint) => `one thing: ${hint}!`,
  (hint) => `${hint}; thanks`,
]

/** The verb of a hint, and the rest of it. */
const halves = (hint: string): readonly [string, string] => {
  const [, verb = '', rest = ''] = /^(\S+) (.*)$/.exec(hint) ?? []
  return [verb, rest]
}

/** The thing is named first, and the order says "it". */
const PRONOUNS: readonly ((hint: string) => string)[] = [
  (hint) => `We no longer need ${halves(hint)[1]}. Please ${halves(hint)[0]} it.`,
  (hint) => `${halves(hint)[1]} was agreed on. ${halves(hint)[0]} it`,
  (hint) => `I looked at ${halves(hint)[1]}, ${halves(hint)[0]} it now please`,
]

/** "It" is something else: what is only compared with it, or named after it. */
const OTHER_THINGS: readonly ((hint: string) => string)[] = [
  (hint) => `zz-other-9 is a copy of ${halves(hint)[1]}. Please ${halves(hint)[0]} it.`,
  (hint) => `zz-other-9 replaced ${halves(hint)[1]} last week. ${halves(hint)[0]} it`,
  (hint) => `${halves(hint)[1]} was here first. zz-other-9 came later, ${halves(hint)[0]} it`,
]

/** Orders about something else, of the same name. */
const NEIGHBOURS: readonly ((hint: string) => string)[] = [
  (hint) => `update the comment about how to ${hint}`,
  (hint) => `fix the test that fails when we ${hint}`,
  (hint) => `${hint} on web-77.other.example`,
  (hint) => `${hint} in the namespace research`,
  (hint) => `${hint} only in lab/sandbox-9`,
  (hint) => `tell me how long it takes to ${hint}`,
]

const past = (hint: string) => hint.replace(/^(\S+)/, (verb) => (verb.endsWith('e') ? `${verb}d` : `${verb}ed`))

/** The same words, which ask for nothing. */
const MENTIONS: readonly ((hint: string) => string)[] = [
  (hint) => `I ${past(hint)} yesterday, and now the build is red. Why?`,
  (hint) => `we ${past(hint)} last week`,
  (hint) => `should we ${hint}?`,
  (hint) => `What happens if I ${hint}?`,
  (hint) => `why would anyone ${hint}?`,
  (hint) => `if the build fails, ${hint}`,
  (hint) => `once Pat is back we can ${hint}`,
  (hint) => `Pat will ${hint} tomorrow`,
  (hint) => `Pat wants to ${hint}`,
  (hint) => `the agent tried to ${hint}, that was wrong`,
  (hint) => `Add a button with the caption "${hint}"`,
  (hint) => `the log says "${hint}" and then stops`,
  (hint) => `bug: users who ${hint} see an error`,
  (hint) => `later we will ${hint}`,
  (hint) => `next week we'll have to ${hint}`,
  (hint) => `do not ${hint}`,
  (hint) => `don't ${hint} yet`,
  (hint) => `never ${hint}`,
  (hint) => `someone should ${hint} at some point`,
  (hint) => `we used to ${hint} by hand`,
  (hint) => `explain how to ${hint}`,
  (hint) => `write a script that can ${hint}`,
  (hint) => `document how people ${hint}`,
  (hint) => `update the docs: to start over, ${hint}`,
  (hint) => `I was about to ${hint} but then it worked`,
  (hint) => `I will ${hint} myself`,
  (hint) => `in order to ${hint} one needs a token, right?`,
  (hint) => `The runbook says to ${hint}. Is that still so?`,
  (hint) => `my colleague suggested to ${hint}. Thoughts?`,
  (hint) => `is it safe to ${hint}?`,
  (hint) => `do we need to ${hint}?`,
  (hint) => `plan how we ${hint} and show me the plan`,
  (hint) => `the command to ${hint} is in the readme, fix its typo`,
  (hint) => `unless I say so nobody may ${hint}`,
  (hint) => `imagine you had to ${hint}`,
  (hint) => `you almost ${past(hint)}, be careful`,
  (hint) => `Review the change that makes the job ${hint}`,
  (hint) => `it would be nice to ${hint} some day`,
  (hint) => `add a test for "${hint}"`,
  (hint) => `> ${hint}\nwhat does he mean?`,
  (hint) => `\`\`\`\n${hint}\n\`\`\`\nis in the notes, is it outdated?`,
]

/** Names of a command's targets as they stand in it, the longest first. */
function namesIn({ command, found: all }: Case): readonly string[] {
  const names = all.flatMap(({ effect }) =>
    // A kind of local work is a word of the command, not its target.
    targetsOf(effect)
      .filter((target) => target.kind !== 'local-work' || target.ref !== '')
      .flatMap((target) =>
        partsOf(target)
          .filter(({ required }) => required)
          .flatMap(({ names: spelled }) =>
            spelled.filter((name) => /\w{2}/.test(name) && command.includes(name)).slice(0, 1),
          ),
      ),
  )
  return [...new Set(names)]
}

/** Another target of the same kind. */
const OTHERS: readonly ((name: string) => string)[] = [
  (name) => `${name}-two`,
  (name) => `${name.slice(0, -1)}`,
  (name) => name.replace(/([^/]*)$/, 'other-$1'),
  (name) => name.replace(/\w+$/, 'somewhere'),
  (name) => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : `${name}x`),
  (name) => name.replace(/prod(?:uction)?|live/, 'staging').replace(/^(?!.*staging)(.*)$/, '$1-prod'),
]

/** A part of the shapes for each case, another one each time, so that all are met in bounded time. */
const some = <T>(shapes: readonly T[], at: number, count: number): readonly T[] =>
  Array.from({ length: Math.min(count, shapes.length) }, (_, step) => shapes[(at + step * 5) % shapes.length] as T)

async function wrong(
  shapes: readonly ((hint: string) => string)[],
  wanted: boolean,
  cases = CASES,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [at, { command, hints }] of cases.entries())
    for (const shape of some(shapes, at, runs(6, 3))) {
      const said = order(hints, shape)
      // What nobody could read is asked about, whatever was said.
      if ((wanted ? !(await isBlocked(command, said)) : await passes(command, said)) !== wanted)
        found.push(`${said} | ${command}`)
    }
  return found
}

describe('of all that a sentence clears', { timeout: 60_000 }, () => {
  it('the order passes however it is put', async () => {
    expect((await wrong(ORDERS, true)).join('\n')).toBe('')
  })

  it('the order passes however it ends', async () => {
    expect((await wrong(ENDS, true)).join('\n')).toBe('')
  })

  /** One thing with a name of its own: what "it" can stand for. */
  const single = CASES.filter(({ hints, found: all }) => {
    const named = namesIn({ command: '', hints, found: all })
    return (
      hints.length === 1 &&
      all.length === 1 &&
      named.length === 0 &&
      /^\w+ [\w./@-]*[\d/_.][\w./@-]*$/.test(hints[0] ?? '')
    )
  })

  it('"it" stands for what the clause before speaks of', async () => {
    expect(single.length).toBeGreaterThan(30)
    expect((await wrong(PRONOUNS, true, single)).join('\n')).toBe('')
  })

  it('"it" stands for nothing else', async () => {
    expect((await wrong(OTHER_THINGS, false, single)).join('\n')).toBe('')
  })

  it('nothing passes by words that ask for nothing', async () => {
    expect((await wrong(MENTIONS, false)).join('\n')).toBe('')
  })

  it('nothing passes by an order about something else', async () => {
    expect((await wrong(NEIGHBOURS, false)).join('\n')).toBe('')
  })

  it('no other target passes', async () => {
    const found: string[] = []
    for (const [at, each] of CASES.entries())
      for (const name of namesIn(each).filter((part) => /[a-z]{3}/i.test(part) && !/[/>]$|\s/.test(part)))
        for (const change of some(OTHERS, at, 3)) {
          const command = each.command.replaceAll(name, change(name))
          if (command === each.command || hintsOf(command).join() === each.hints.join()) continue
          const said = order(each.hints, (hint) => hint)
          // A bucket that is named beside what is in it is no other.
          if (said.split(/\s/).includes(change(name).replace(/^\w+:\/\//, ''))) continue
          if (!(await passes(command, 'hello')) && (await passes(command, said))) found.push(`${said} | ${command}`)
        }
    expect(found.join('\n')).toBe('')
  })
})
