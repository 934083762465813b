import type { GateCommandName } from '../analysis/gate/gate-commands.ts'
import { MODES } from '../decision.ts'
import { type CliCommand, JSON_OPTION, PLACE_AND_JSON } from './command.ts'
import { RECORD_COMMANDS } from './record-commands.ts'
import { SERVER_COMMANDS } from './server-commands.ts'

const CALL_OPTION_VALUES = {
  mode: MODES,
  cwd: 'directory',
  headless: 'nothing',
  settings: 'file',
  user: 'text',
} as const
const BEHAVIORS = ['allow', 'ask', 'deny'] as const
export const COMPLETION_SHELLS = ['bash', 'zsh', 'fish'] as const

/** Every command. The help and the completions are made of this; who may run each stands in `GATE_COMMANDS`, and must. */
export const COMMANDS: ReadonlyMap<string, CliCommand> = new Map<GateCommandName, CliCommand>([
  [
    'check',
    {
      summary: 'decide one call, or a batch of calls',
      options: { ...CALL_OPTION_VALUES, ...JSON_OPTION, batch: 'nothing', prompt: 'nothing' },
      load: async () => (await import('./check.ts')).run,
    },
  ],
  [
    'explain',
    {
      summary: 'show every step behind a decision',
      options: { ...CALL_OPTION_VALUES, ...JSON_OPTION },
      load: async () => (await import('./explain.ts')).run,
    },
  ],
  [
    'prompt',
    {
      summary: 'print what a model would be sent',
      options: { ...CALL_OPTION_VALUES, stage: ['fast', 'thinking'], text: 'nothing', tokens: 'nothing' },
      load: async () => (await import('./prompt.ts')).run,
    },
  ],
  [
    'judge',
    {
      summary: 'choose and test the model that judges',
      options: {
        ...JSON_OPTION,
        export: 'nothing',
        import: 'file',
        next: 'file',
        use: 'text',
        yes: 'nothing',
        home: 'directory',
      },
      words: { setup: [], test: [] },
      load: async () => (await import('./judge.ts')).run,
    },
  ],
  [
    'analyze',
    {
      summary: 'show what a command would do',
      options: PLACE_AND_JSON,
      load: async () => (await import('./analyze.ts')).run,
    },
  ],
  [
    'categories',
    {
      summary: 'list what is blocked, or show one category',
      options: JSON_OPTION,
      typed: true,
      load: async () => (await import('./categories.ts')).run,
    },
  ],
  [
    'programs',
    {
      summary: 'list known programs, or show one',
      options: JSON_OPTION,
      typed: true,
      load: async () => (await import('./programs.ts')).run,
    },
  ],
  [
    'rule',
    {
      summary: 'list, test, add and remove rules',
      options: { ...PLACE_AND_JSON, mode: MODES, as: BEHAVIORS, everywhere: 'nothing' },
      words: { list: [], test: [], add: BEHAVIORS, remove: BEHAVIORS },
      typed: true,
      load: async () => (await import('./rule.ts')).run,
    },
  ],
  [
    'settings',
    {
      summary: 'show the policy in force and where it comes from',
      options: PLACE_AND_JSON,
      typed: true,
      load: async () => (await import('./settings-command.ts')).run,
    },
  ],
  [
    'policy',
    {
      summary: 'print the built-in rules, or lint your own',
      options: { ...PLACE_AND_JSON, home: 'directory', label: 'text', model: 'text', offline: 'nothing' },
      words: { defaults: [], config: [], critique: [] },
      typed: true,
      load: async () => (await import('./policy.ts')).run,
    },
  ],
  [
    'trust',
    {
      summary: "let this project's settings loosen the policy",
      options: PLACE_AND_JSON,
      typed: true,
      load: async () => (await import('./trust-command.ts')).run,
    },
  ],
  [
    'hook',
    {
      summary: 'answer a hook event of an agent (installed by init)',
      options: {},
      load: async () => (await import('./hook.ts')).run,
    },
  ],
  [
    'init',
    {
      summary: 'install Irongate into the agents on this machine',
      options: {
        host: 'text',
        scope: ['user', 'project', 'managed'],
        manual: ['mirror', 'answer'],
        wait: 'text',
        home: 'directory',
        yes: 'nothing',
        'dry-run': 'nothing',
        plugin: 'nothing',
        powershell: 'nothing',
      },
      load: async () => (await import('./init.ts')).run,
    },
  ],
  [
    'uninstall',
    {
      summary: 'remove Irongate from your agents',
      options: { yes: 'nothing' },
      load: async () => (await import('./uninstall.ts')).run,
    },
  ],
  [
    'doctor',
    {
      summary: 'prove that the installed hook blocks',
      options: { ...JSON_OPTION, fix: 'nothing' },
      typed: true,
      load: async () => (await import('./doctor.ts')).run,
    },
  ],
  [
    'status',
    {
      summary: 'show where Irongate is on, its judge and last denials',
      options: JSON_OPTION,
      typed: true,
      load: async () => (await import('./status.ts')).run,
    },
  ],
  [
    'statusline',
    {
      summary: "print one line for an agent's status line",
      options: {},
      load: async () => (await import('./statusline.ts')).run,
    },
  ],
  ...RECORD_COMMANDS,
  [
    'daemon',
    {
      summary: 'run the daemon that answers hooks (started by the hook)',
      options: {},
      load: async () => (await import('./daemon.ts')).run,
    },
  ],
  [
    'mcp',
    {
      summary: 'serve Irongate over MCP on stdio',
      options: { cwd: 'directory', home: 'directory', model: 'text' },
      load: async () => (await import('./mcp.ts')).run,
    },
  ],
  [
    'gateway',
    {
      summary: "judge an agent's own auto mode in front of its API",
      options: { ...JSON_OPTION, port: 'text', upstream: 'text' },
      load: async () => (await import('./gateway.ts')).run,
    },
  ],
  ...SERVER_COMMANDS,
  [
    'completion',
    {
      summary: 'print shell completions',
      options: {},
      words: Object.fromEntries(COMPLETION_SHELLS.map((shell) => [shell, []])),
      load: async () => (await import('./completion.ts')).run,
    },
  ],
  [
    'demo',
    {
      summary: 'take a short guided tour',
      options: { 'no-pause': 'nothing' },
      load: async () => (await import('./demo.ts')).run,
    },
  ],
])
