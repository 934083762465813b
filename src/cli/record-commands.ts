import type { GateCommandName } from '../analysis/gate/gate-commands.ts'
import { OUTCOMES } from '../decision.ts'
import { type CliCommand, JSON_OPTION, PLACE_AND_JSON } from './command.ts'

/** What shows Records, and what a person does about what they tell. */
export const RECORD_COMMANDS: readonly (readonly [name: GateCommandName, command: CliCommand])[] = [
  [
    'log',
    {
      summary: 'list decisions, with filters',
      options: {
        ...JSON_OPTION,
        since: 'text',
        until: 'text',
        project: 'directory',
        session: 'text',
        agent: 'text',
        host: 'text',
        category: 'text',
        decision: OUTCOMES,
        text: 'text',
        limit: 'text',
        follow: 'nothing',
      },
      typed: true,
      load: async () => (await import('./log.ts')).run,
    },
  ],
  [
    'why',
    {
      summary: 'explain one decision',
      options: { ...JSON_OPTION, agent: 'nothing', share: 'nothing' },
      typed: true,
      load: async () => (await import('./why.ts')).run,
    },
  ],
  [
    'stats',
    {
      summary: 'show counts, times and cost',
      options: { ...PLACE_AND_JSON, since: 'text', until: 'text', database: 'text' },
      typed: true,
      load: async () => (await import('./stats.ts')).run,
    },
  ],
  [
    'audit',
    {
      summary: 'verify, export, erase and back up the audit log',
      options: {
        ...JSON_OPTION,
        since: 'text',
        until: 'text',
        session: 'text',
        'older-than': 'text',
        database: 'text',
      },
      words: { verify: [], export: [], erase: [], backup: [], restore: [] },
      typed: true,
      load: async () => (await import('./audit.ts')).run,
    },
  ],
  [
    'replay',
    {
      summary: 'decide past calls again under other settings',
      options: {
        ...JSON_OPTION,
        settings: 'file',
        judge: ['recorded', 'embedded', 'model', 'claude'],
        model: 'text',
      },
      typed: true,
      load: async () => (await import('./replay.ts')).run,
    },
  ],
  [
    'dumps',
    {
      summary: "list the judge's saved requests and errors",
      options: { ...JSON_OPTION, errors: 'nothing' },
      typed: true,
      load: async () => (await import('./dumps.ts')).run,
    },
  ],
  [
    'denied',
    {
      summary: 'list the last denials',
      options: { ...JSON_OPTION, all: 'nothing' },
      typed: true,
      load: async () => (await import('./denied.ts')).run,
    },
  ],
  [
    'approve',
    {
      summary: 'allow one denied call, once',
      options: { session: 'nothing' },
      typed: true,
      load: async () => (await import('./approve.ts')).run,
    },
  ],
  [
    'limits',
    {
      summary: 'list the limits and grants you stated, or remove one',
      options: { ...PLACE_AND_JSON, all: 'nothing', session: 'text' },
      words: { remove: [] },
      typed: true,
      load: async () => (await import('./limits.ts')).run,
    },
  ],
  [
    'pending',
    {
      summary: 'list calls that wait for your answer',
      options: { ...JSON_OPTION, follow: 'nothing' },
      typed: true,
      load: async () => (await import('./pending.ts')).run,
    },
  ],
  [
    'answer',
    {
      summary: 'answer a pending call: yes, no or session',
      options: { ...JSON_OPTION, equal: 'nothing', note: 'text' },
      typed: true,
      load: async () => (await import('./answer.ts')).run,
    },
  ],
  [
    'allow',
    {
      summary: 'allow a denied call from now on, by a rule',
      options: { ...JSON_OPTION, everywhere: 'nothing', 'dry-run': 'nothing', rule: ['1', '2'] },
      typed: true,
      load: async () => (await import('./allow.ts')).run,
    },
  ],
  [
    'off',
    {
      summary: 'pause Irongate',
      options: { ...JSON_OPTION, for: ['10m', '30m', '1h', '2h'] },
      typed: true,
      load: async () => (await import('./off.ts')).runOff,
    },
  ],
  [
    'on',
    {
      summary: 'resume Irongate',
      options: JSON_OPTION,
      typed: true,
      load: async () => (await import('./off.ts')).runOn,
    },
  ],
  [
    'shadow',
    {
      summary: 'record what would be blocked, without blocking',
      options: JSON_OPTION,
      words: { on: [], off: [] },
      typed: true,
      load: async () => (await import('./shadow.ts')).run,
    },
  ],
]
