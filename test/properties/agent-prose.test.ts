import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { understand } from '../../src/analysis/understand.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { readAnsweredQuestion } from '../../src/integrations/claude-code/person-answers.ts'
import { promptSources, transportFor } from '../../src/judge/model/assemble.ts'
import { printPrompt } from '../../src/judge/model/print-prompt.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { IRRELEVANT_TOOLS, SAFE_LIST_TOOLS } from '../../src/tools/conversation-tools.ts'
import { toolKindsByName } from '../../src/tools/hosts/host-tools.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { runs } from '../runs.ts'

const TOOLS = createTools()
const FACTS = fixedFacts()
const POLICY = policyFromObject({}, { cwd: FACTS.cwd, home: FACTS.home })

/** The whole request for a harmless command after these entries. */
async function requestAfter(transcript: readonly Entry[]): Promise<string> {
  const call = { tool: 'Bash', input: { command: 'make all' }, cwd: FACTS.cwd, sessionId: 's' }
  const action = understand(call, TOOLS.find('Bash'), FACTS, { wrappers: [] })
  const request = { action, policy: POLICY, transcript, facts: FACTS, headless: false, fence: 'f3nc3f3nc3' }
  return printPrompt(request, promptSources(TOOLS), { transport: transportFor(POLICY) })
}

const toolKinds = [...toolKindsByName()]
const named = (...wanted: readonly string[]) =>
  toolKinds.flatMap(([name, of]) => ([...of].some((kind) => wanted.includes(kind)) ? [name] : []))

/** All that these are given is the agent's prose. */
const TALK = [...SAFE_LIST_TOOLS, ...IRRELEVANT_TOOLS].map(({ name }) => name).concat(named('quiet', 'question'))

/** Fields of any tool in which an agent says what it does and why. */
const PROSE_FIELDS =
  'description explanation justification reason reasoning rationale instructions thought title summary plan todos subject activeForm header toolSummary toolAction'.split(
    ' ',
  )

/** Tools that act, with what they act by; a field of prose may stand beside it. */
const ACTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['Bash', { command: 'ls' }],
  ['Monitor', { command: 'ls' }],
  ['PowerShell', { command: 'Get-Date' }],
  ['Write', { file_path: 'a.txt', content: 'x' }],
  ['Edit', { file_path: 'a.txt', old_string: 'x', new_string: 'y' }],
  ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: '1' }],
  ['Read', { file_path: 'a.txt' }],
  ['Grep', { pattern: 'x' }],
  ['Agent', { subagent_type: 'worker', prompt: 'List the files.' }],
  ['SendMessage', { to: 'worker', message: 'Go on.' }],
  ['CronCreate', { cron: '0 9 * * *', prompt: 'Say hello.' }],
  ['ScheduleWakeup', { delaySeconds: 60, prompt: 'Go on.' }],
  ['WebFetch', { url: 'https://example.com/' }],
  ['WebSearch', { query: 'tides' }],
  ['Skill', { skill: 'lint', args: 'src' }],
  ...named('shell').map((name) => [name, { command: 'ls' }] as const),
  ...named('write', 'edit').map((name) => [name, { file_path: 'a.txt', content: 'x', new_string: 'y' }] as const),
  ...named('agent').map((name) => [name, { prompt: 'List the files.', agent: 'worker' }] as const),
  ...named('search', 'glob', 'web-search').map((name) => [name, { query: 'x' }] as const),
  ...named('finish').map((name) => [name, { result: 'unsaid-result', command: 'ls' }] as const),
]

const said = fc.integer({ min: 0, max: 2 ** 31 }).map((number) => `unsaid-${number.toString(36)}`)
const value = fc.oneof(
  said,
  fc.array(said, { maxLength: 3 }),
  fc.array(fc.record({ question: said, header: said, options: fc.array(fc.record({ label: said })) }), {
    maxLength: 2,
  }),
  fc.record({ content: said, status: said }),
)
const words = (fields: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 1 })
    .chain((keys) =>
      fc.tuple(...keys.map(() => value)).map((values) => Object.fromEntries(keys.map((key, at) => [key, values[at]]))),
    )

const OWN_FIELDS = 'questions answers plan todos taskId task_id team_name owner metadata message options'.split(' ')

describe('no-word-of-the-agent-reaches-the-judge', () => {
  it('tools that only talk are no entries at all', async () => {
    const bare = await requestAfter([])
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TALK), words([...PROSE_FIELDS, ...OWN_FIELDS]), async (tool, input) => {
        expect(await requestAfter([{ kind: 'call', tool, input, judged: false }])).toBe(bare)
      }),
      { numRuns: runs(200) },
    )
  })

  it('beside what a tool acts by, prose is left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ACTS), words(PROSE_FIELDS), async ([tool, input], prose) => {
        const request = await requestAfter([{ kind: 'call', tool, input: { ...prose, ...input }, judged: true }])
        expect(request).not.toContain('unsaid-')
      }),
      { numRuns: runs(300) },
    )
  })

  it('of a question, its options and a plan only the answer of the person is shown', async () => {
    const results = fc.record({
      tool: fc.constantFrom('AskUserQuestion', 'ExitPlanMode'),
      question: said,
      labels: fc.array(said, { minLength: 1, maxLength: 4 }),
      plan: said,
      typed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(results, async ({ tool, question, labels, plan, typed }) => {
        const options = labels.map((label) => ({ label, description: label }))
        const answers = { [question]: typed ? 'my own words' : (labels[0] ?? '') }
        const result = { plan, questions: [{ question, options }], answers, annotations: {} }
        const entries = readAnsweredQuestion(tool, result)?.entries ?? []
        expect(entries).not.toHaveLength(0)
        const request = await requestAfter(entries)
        expect(request).not.toContain('unsaid-')
        expect(request).toContain(tool)
        expect(request.includes('my own words')).toBe(typed && tool === 'AskUserQuestion')
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('tools that are a question to the person', () => {
  it('say so, whatever the host calls them', () => {
    for (const name of ['AskUserQuestion', 'ExitPlanMode', ...named('question')])
      expect(TOOLS.find(name).asksPerson, name).toBe(true)
    for (const name of ['TodoWrite', 'Bash', 'Agent', ...named('quiet')])
      expect(TOOLS.find(name).asksPerson, name).toBeUndefined()
  })
})
