import type { Action } from '../../analysis/action.ts'
import { actorOf } from '../../analysis/actor.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { JudgeSettings, Policy } from '../../settings/policy.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { JudgeRequest } from '../judge.ts'
import { createModelJudge, type ModelJudgeOptions } from './judge.ts'
import type { PromptCategory, PromptException } from './prompt.ts'
import type { ModelSettings } from './settings.ts'
import type { ModelClient } from './transport.ts'
import { createClient } from './transports/messages/client.ts'
import type { ApiKey } from './transports/messages/key.ts'
import { messagesTransport } from './transports/messages/messages.ts'

/** Fixtures for the tests of this folder. */

export const TEST_KEY = 'test-key-0123456789'
export const TEST_MODEL = 'claude-sonnet-4-6'
export const TEST_FENCE = 'f3nc3f3nc3f3nc3f'

const prose = (text: string) => ({ text, source: { scope: 'user' as const } })

export const CATEGORIES_FIXTURE: readonly PromptCategory[] = [
  {
    id: 'data-exfiltration',
    title: 'Sending data away',
    policy: 'Blocked: sending project data to a place that is not trusted.',
    clears: 'Nothing clears it.',
  },
  {
    id: 'git-destructive',
    title: 'Destructive git',
    policy: 'Blocked: force pushes.\nNot blocked: fetches.',
    clears: 'The user named the branch and the force push.',
  },
]

export const EXCEPTIONS_FIXTURE: readonly PromptException[] = [
  { id: 'read-only', title: 'Reading', policy: 'Listing and reading files of the project.' },
]

export function policy(judge: Partial<JudgeSettings> = {}): Policy {
  return {
    rules: [],
    defaultMode: 'auto',
    additionalDirectories: [],
    autoMode: {
      allow: [prose('Git push to agent-created branches')],
      softDeny: [prose('Never deploy to production')],
      hardDeny: [],
      environment: [prose('Trusted domains: *.company.example')],
      categories: { soft: ['git-destructive'], hard: ['data-exfiltration'] },
      exceptions: ['read-only'],
      askRules: 'floor',
      classifyAllShell: false,
      powershell: false,
    },
    judge: { kind: 'model', mode: 'both', model: TEST_MODEL, ironGate: 'closed', extra: {}, ...judge },
    limits: { consecutive: 3, total: 20 },
    stripInternal: false,
    wrappers: [],
    notices: [],
    broken: [],
    version: 'v1',
  }
}

export function action(command: string, more: Partial<Action> = {}): Action {
  return {
    call: { tool: 'Bash', input: { command }, cwd: '/home/dev/project', sessionId: 's1', callId: 'c1' },
    tool: 'Bash',
    judgeText: command,
    commands: [],
    effects: [],
    paths: [],
    unknowns: [],
    reads: [],
    grade: undefined,
    ...more,
  }
}

export function effect(draft: Partial<Effect> & Pick<Effect, 'kind'>): Effect {
  const actor = actorOf(draft.by ?? 'test')
  return {
    span: { start: 0, end: 1 },
    wrapperNames: [],
    wrappers: [],
    certainty: 'certain',
    by: 'test',
    actor,
    ...draft,
  } as Effect
}

export const user = (text: string): Entry => ({ kind: 'user', text, trusted: true })

export const callEntry = (command: string, judged?: boolean): Entry => ({
  kind: 'call',
  tool: 'Bash',
  input: { command },
  ...(judged !== undefined && { judged }),
})

export function encodeCall(_tool: string, input: Readonly<Record<string, unknown>>): string {
  return typeof input['command'] === 'string' ? input['command'] : ''
}

export function judgeRequest(command: string, more: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    action: action(command),
    transcript: [user('fix the bug in main.py'), callEntry('npm test')],
    policy: policy(),
    headless: false,
    fence: TEST_FENCE,
    ...more,
  }
}

export interface TestJudgeOptions extends Partial<ModelJudgeOptions> {
  readonly client?: (settings: ModelSettings, key: string | undefined) => ModelClient
  readonly key?: () => Promise<ApiKey | undefined>
}

export function options(baseUrl: string, { client, key, ...more }: TestJudgeOptions = {}): ModelJudgeOptions {
  return {
    transport: messagesTransport({
      client: client ?? (({ proxy }, key) => createClient({ baseUrl, key, proxy })),
      key: key ?? (() => Promise.resolve({ value: TEST_KEY, from: 'settings' })),
    }),
    now: () => performance.now(),
    encodeCall,
    categories: CATEGORIES_FIXTURE,
    exceptions: EXCEPTIONS_FIXTURE,
    ...more,
  }
}

/** A judge that talks to this address, whatever the settings name. */
export function judgeAt(baseUrl: string, more: TestJudgeOptions = {}) {
  return createModelJudge(options(baseUrl, more))
}
