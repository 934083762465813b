import { describe, expect, it } from 'vitest'
import type { EffectDraft } from '../../analysis/effects.ts'
import { actionOf, path } from '../../categories/testing.ts'
import { fixedFacts } from '../../facts/fixed.ts'
import type { AutoMode, Policy, ProseEntry } from '../../settings/policy.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { JudgeRequest } from '../judge.ts'
import { collectFindings } from './findings.ts'
import { createEmbeddedJudge } from './judge.ts'
import { entriesNeedingModel } from './prose.ts'
import { testPolicy } from './test-policy.ts'

const judge = createEmbeddedJudge()
const said = (...texts: readonly string[]): Entry[] => texts.map((text) => ({ kind: 'user', text, trusted: true }))
const prose = (...texts: readonly string[]): ProseEntry[] => texts.map((text) => ({ text, source: { scope: 'user' } }))

const push: EffectDraft = {
  kind: 'git-push',
  remote: 'origin',
  refs: ['main'],
  force: false,
  deletes: false,
  toDefault: 'yes',
  mirror: false,
}
const leak: EffectDraft = {
  kind: 'send-data',
  host: 'drop.zone',
  channel: 'http',
  payload: [{ kind: 'file', path: '/home/dev/.netrc', secret: true }],
}
const remove: EffectDraft = {
  kind: 'delete-path',
  path: path('/home/dev/old', { zone: 'home' }),
  recursive: true,
  wipe: false,
}
const deploy: EffectDraft = { kind: 'deploy', service: 'web', environment: 'production' }

function ask(drafts: readonly EffectDraft[], more: Partial<JudgeRequest> & { autoMode?: Partial<AutoMode> } = {}) {
  const { autoMode, ...rest } = more
  return judge.judge({
    action: actionOf(drafts),
    transcript: [],
    policy: testPolicy(autoMode),
    facts: fixedFacts(),
    headless: false,
    ...rest,
  })
}

describe('verdicts', () => {
  it('allows what has no finding', async () => {
    expect(await ask([])).toEqual({ judge: 'embedded', verdict: { type: 'allow', stage: 'fast' } })
  })

  it('blocks with category and span', async () => {
    const { verdict } = await ask([push])
    expect(verdict).toMatchObject({
      type: 'block',
      category: 'push-to-default',
      hard: false,
      span: { start: 0, end: 1 },
    })
  })

  it('lets a person clear a soft finding, and only that', async () => {
    expect((await ask([push], { transcript: said('push to main') })).verdict.type).toBe('allow')
    expect((await ask([push, remove], { transcript: said('push to main') })).verdict).toMatchObject({
      category: 'irreversible-local-destruction',
    })
  })

  it('never lets a person clear a hard one', async () => {
    const transcript = said('send /home/dev/.netrc to drop.zone', 'run it')
    expect((await ask([leak], { transcript })).verdict).toMatchObject({
      type: 'block',
      hard: true,
      category: 'data-exfiltration',
    })
  })

  it('does not weigh what people said in the fast stage alone', async () => {
    const policy: Policy = { ...testPolicy(), judge: { ...testPolicy().judge, mode: 'fast' } }
    expect((await ask([push], { transcript: said('push to main'), policy })).verdict).toMatchObject({
      type: 'block',
      stage: 'fast',
    })
  })

  it('does not block what is only possible', async () => {
    expect((await ask([{ ...remove, certainty: 'possible' }])).verdict.type).toBe('allow')
    expect(collectFindings(actionOf([{ ...remove, certainty: 'possible' }]), testPolicy(), fixedFacts())).toHaveLength(
      1,
    )
  })

  it('never throws, and honours the signal', async () => {
    expect((await ask([push], { signal: AbortSignal.abort() })).verdict).toEqual({ type: 'interrupted' })
    expect((await ask([push], { action: undefined as unknown as JudgeRequest['action'] })).verdict).toMatchObject({
      type: 'unavailable',
      cause: 'crashed',
    })
  })
})

describe('unclear', () => {
  const code = (
    origin: 'stdin' | 'dynamic' | 'session-file' | 'project-file' | 'inline',
    read = false,
  ): EffectDraft => ({ kind: 'run-code', language: 'shell', origin, read, host: undefined })
  const program = (identity: 'installed' | 'unknown' | 'session-made' | 'temporary' | 'project'): EffectDraft => ({
    kind: 'run-program',
    program: 'tool',
    identity,
  })
  it.each<[EffectDraft, string]>([
    [code('stdin'), 'unclear'],
    [code('dynamic'), 'unclear'],
    [code('session-file'), 'unclear'],
    [code('session-file', true), 'allow'],
    [code('project-file'), 'allow'],
    [program('installed'), 'allow'],
    [program('unknown'), 'allow'],
    [program('project'), 'allow'],
    [program('session-made'), 'unclear'],
    [program('temporary'), 'unclear'],
  ])('%j is %s', async (draft, type) => {
    expect((await ask([draft])).verdict.type).toBe(type)
  })

  it('what a call compiles and runs is its own work; what anything else writes and runs is not', async () => {
    const out = (by: string): EffectDraft => ({
      kind: 'write-path',
      path: path('/home/dev/project/app'),
      how: 'overwrite',
      content: undefined,
      by,
    })
    const runs: EffectDraft = {
      kind: 'run-code',
      language: 'other',
      origin: 'session-file',
      read: false,
      host: undefined,
      file: '/home/dev/project/app',
    }
    expect((await ask([out('go'), runs])).verdict.type).toBe('allow')
    expect((await ask([out('>'), runs])).verdict.type).toBe('unclear')
    expect((await ask([out('go'), out('>'), runs])).verdict.type).toBe('unclear')
  })

  it('a shell text that could not be read is unclear', async () => {
    const action = actionOf([], {
      unknowns: [{ kind: 'unclosed', why: 'a quote is not closed', span: { start: 0, end: 1 } }],
    })
    expect((await ask([], { action })).verdict).toMatchObject({
      type: 'unclear',
      why: expect.stringContaining('a quote is not closed'),
    })
  })
})

describe('settings', () => {
  it.each<[string, Partial<AutoMode>, EffectDraft, string]>([
    ['a category by title', { allow: prose('Push to the default branch') }, push, 'allow'],
    ['a category by id', { allow: prose('push-to-default') }, push, 'allow'],
    ['another category', { allow: prose('git-destructive') }, push, 'block'],
    ['prose it cannot apply', { allow: prose('Pushing is fine on Fridays') }, push, 'block'],
    ['a trusted domain', { environment: prose('Trusted domains: *.acme.io, drop.zone') }, leak, 'allow'],
    ['another trusted domain', { environment: prose('Trusted domains: *.acme.io') }, leak, 'block'],
    ['everything trusted', { environment: prose('Trusted domains: *') }, leak, 'block'],
    ['a category that is not in force', { categories: { soft: [], hard: [] } }, push, 'allow'],
  ])('%s', async (_, autoMode, draft, type) => {
    expect((await ask([draft], { autoMode })).verdict.type).toBe(type)
  })

  it('a soft deny entry asks, whatever people said; beside a category that blocks it changes nothing', async () => {
    const autoMode = { softDeny: prose('Never deploy to production') }
    const transcript = said('deploy to production')
    expect((await ask([deploy], { transcript })).verdict.type).toBe('allow')
    expect((await ask([deploy], { transcript, autoMode })).verdict.type).toBe('unclear')
    expect((await ask([deploy], { autoMode: { ...autoMode, categories: { soft: [], hard: [] } } })).verdict.type).toBe(
      'unclear',
    )
    expect((await ask([deploy], { autoMode })).verdict.type).toBe('block')
  })

  it('a hard deny entry is not cleared by what people say', async () => {
    const hardDeny = prose('Never deploy to production')
    expect(
      (await ask([deploy], { transcript: said('deploy to production'), autoMode: { hardDeny } })).verdict,
    ).toMatchObject({ type: 'block', hard: true })
    expect(
      (await ask([push], { transcript: said('push to main'), autoMode: { hardDeny: prose('push-to-default') } }))
        .verdict,
    ).toMatchObject({ hard: true })
  })

  it('an allow entry does not clear a hard finding', async () => {
    expect((await ask([leak], { autoMode: { allow: prose('data-exfiltration') } })).verdict).toMatchObject({
      type: 'block',
      hard: true,
    })
  })

  it('lists what needs a model', () => {
    const policy = testPolicy({
      allow: prose('Install from package.json', 'Anything in the lab'),
      softDeny: prose('Never deploy to production', 'Be nice'),
      environment: prose('Trusted buckets: s3://x', 'We use Kubernetes'),
    })
    expect(entriesNeedingModel(policy).map(({ list, text }) => [list, text])).toEqual([
      ['allow', 'Anything in the lab'],
      ['softDeny', 'Be nice'],
      ['environment', 'We use Kubernetes'],
    ])
  })
})
