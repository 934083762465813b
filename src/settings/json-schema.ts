import { MODES } from '../decision.ts'
import { PRESET_NAMES } from './preset-names.ts'

type Schema = Readonly<Record<string, unknown>>

const text = (description: string): Schema => ({ type: 'string', minLength: 1, description })
const flag = (description: string): Schema => ({ type: 'boolean', default: false, description })
const choice = (options: readonly string[], description: string, otherwise?: string): Schema => ({
  enum: options,
  ...(otherwise !== undefined && { default: otherwise }),
  description,
})
const whole = (most: number, description: string, otherwise?: number): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  ...(otherwise !== undefined && { default: otherwise }),
  description,
})
const amount = (description: string): Schema => ({ type: 'number', minimum: 0, description })
const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const object = (properties: Schema, description: string, further: boolean | Schema = false): Schema => ({
  type: 'object',
  properties,
  additionalProperties: further,
  description,
})

const RULE: Schema = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      required: ['rule'],
      properties: {
        rule: text('The rule: Tool or Tool(specifier).'),
        match: list(
          { type: 'string' },
          'Commands, paths or names the rule must match; checked when settings are read.',
        ),
        notMatch: list({ type: 'string' }, 'Commands, paths or names the rule must not match.'),
      },
      additionalProperties: false,
    },
  ],
}

const rules = (description: string): Schema => list(RULE, description)
const prose = (description: string): Schema =>
  list({ type: 'string', pattern: '\\S' }, `${description} "$defaults" stands for the built-in entries.`)

const disabling = (mode: string): Schema => ({
  enum: ['disable', false, null],
  description: `"disable": nobody may enter ${mode} mode.`,
})

const PERMISSIONS = object(
  {
    allow: rules('Calls that need no judge. Every part of a command must be covered.'),
    deny: rules('Calls that are never made. One part of a command is enough.'),
    ask: rules('Calls a person is asked about.'),
    defaultMode: choice(
      MODES,
      'The mode sessions start in. From a project: only when trusted, and never auto or bypassPermissions.',
    ),
    additionalDirectories: list({ type: 'string', minLength: 1 }, 'Working directories beyond the project.'),
    webFetchRules: choice(
      ['host', 'tool'],
      'Do deny and ask rules on domains bind whatever reaches the host, or the WebFetch tool alone? Not from a project.',
      'host',
    ),
    disableAutoMode: disabling('auto'),
    disableBypassPermissionsMode: disabling('bypassPermissions'),
  },
  'Rules and modes.',
)

const AUTO_MODE = object(
  {
    allow: prose('Exceptions: what the judge lets through.'),
    soft_deny: prose('What the judge blocks unless a person asked for exactly that.'),
    hard_deny: prose('What the judge blocks whatever a person said.'),
    environment: prose('What the judge should know about this place, such as "Trusted domains: *.example.com".'),
    lists: choice(['replace', 'add'], 'Do the lists replace the built-in entries or add to them?', 'replace'),
    askRules: choice(
      ['floor', 'classify'],
      'In auto mode an ask rule asks (floor) or goes to the judge (classify).',
      'floor',
    ),
    classifyAllShell: flag('In auto mode no shell command is allowed by a rule.'),
    powershell: flag('Judge PowerShell commands in auto mode instead of asking.'),
  },
  'Auto mode. Ignored in project and local files.',
)

const PRICES: Schema = {
  ...object(
    {
      input: amount('Input.'),
      cacheWrite: amount('Written to the cache for five minutes.'),
      cacheWriteHour: amount('Written to the cache for an hour; twice the input when absent.'),
      cacheRead: amount('Read from the cache.'),
      output: amount('Output.'),
    },
    'The prices of one model.',
  ),
  required: ['input', 'cacheWrite', 'cacheRead', 'output'],
}

const MODELS = object(
  {
    temperature: { type: 'boolean', description: 'It accepts a temperature.' },
    thinking: choice(['off', 'switch', 'between-tools', 'always', 'none'], 'How its thinking is switched off.'),
    padding: { type: 'integer', minimum: 0, maximum: 32_000, description: 'Tokens added to the limit of an answer.' },
    contextTokens: { type: 'integer', minimum: 0, description: 'How much it can read.' },
  },
  'One model.',
)

const JUDGE = object(
  {
    kind: choice(['chain', 'embedded', 'claude'], 'Who judges.', 'chain'),
    mode: choice(['both', 'fast', 'thinking'], 'Which stages run.', 'both'),
    model: text("The judge's model; the agent's own when absent."),
    baseUrl: {
      type: 'string',
      format: 'uri',
      pattern: '^https?:',
      description: 'Another endpoint with the same protocol.',
    },
    apiKey: text('The key.'),
    apiKeyCommand: text('A command that prints the key.'),
    ironGate: choice(
      ['closed', 'open', 'fallback'],
      'What happens when the judge is away: deny, ask, or the embedded judge.',
      'closed',
    ),
    deadlineMs: whole(600_000, 'The longest a judgement may take, in milliseconds.'),
    cacheLife: choice(
      ['5m', '1h'],
      "How long the endpoint keeps what requests have in common. Default: 1h at Anthropic's own, 5m elsewhere.",
    ),
    evidence: { type: 'boolean', default: true, description: 'Show the model what the gate found out itself.' },
    transcript: choice(['jsonl', 'text'], 'How the conversation is written for the model.', 'jsonl'),
    proxy: { type: 'string', format: 'uri', pattern: '^https?:', description: 'The proxy on the way to the endpoint.' },
    flags: object(
      {
        url: { type: 'string', format: 'uri', pattern: '^https?:', description: 'Where they are fetched.' },
        key: text('The public ed25519 key that signs them: base64 of its DER form.'),
      },
      'Flags that a process fetches every 30 minutes while agents work.',
    ),
    dump: flag('Keep every request and answer, without secrets, in the state folder.'),
    aliases: list({ type: 'string' }, 'Further model names that an answer may carry.'),
    budget: object(
      {
        session: amount('Dollars for a session.'),
        day: amount('Dollars for a day.'),
        outcome: choice(['ask', 'deny'], 'What happens beyond it.', 'ask'),
      },
      'What the judge may spend.',
    ),
    prices: object({}, "Dollars for a million tokens, by the model's name.", PRICES),
    models: object({}, "What a model's requests may say, by its name; goes before the built-in table.", MODELS),
  },
  'The judge. Ignored in project and local files.',
)

/** An address that is told something, signed. */
function webhook(description: string): Schema {
  return {
    ...object(
      {
        url: { type: 'string', format: 'uri', pattern: '^https?:', description: 'Where it is posted to.' },
        secretFile: {
          type: 'string',
          pattern: '^(?:/|~/).',
          description: 'The file with the secret that signs it; an absolute path, or one from ~/.',
        },
      },
      description,
    ),
    required: ['url', 'secretFile'],
  }
}

const HOST = object(
  {
    gate: choice(
      ['auto', 'mirror'],
      'Where the host asks a person by itself: answer with an allow too (auto), or only tighten (mirror).',
    ),
    auto: choice(
      ['tighten', 'replace'],
      "In the host's own auto mode: only tighten its answers, or replace its judge.",
    ),
    bypass: choice(
      ['auto', 'bypassPermissions'],
      "In the host's bypassPermissions mode: judge as in auto mode, or let only rules and guarded files stop a call.",
      'auto',
    ),
    headless: {
      type: 'boolean',
      description: 'Nobody can be asked, so every ask is a denial; as the host says when absent.',
    },
    resident: {
      type: 'boolean',
      default: true,
      description: 'Keep a process between events, so that each is answered sooner.',
    },
    prompts: choice(
      ['typed', 'script'],
      'Which prompts count as yours: those that you typed, or also those that a script or pipe of yours hands over.',
      'typed',
    ),
    upstream: text(
      'Where `irongate gateway` sends requests on to: the real API. https://api.anthropic.com when absent.',
    ),
  },
  'How one host is treated.',
)

/** The JSON Schema of a settings file, for editors. The committed file is this, and a test compares them. */
export function settingsSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Irongate settings',
    allowTrailingCommas: true,
    ...object(
      {
        $schema: { type: 'string' },
        permissions: PERMISSIONS,
        autoMode: AUTO_MODE,
        judge: JUDGE,
        limits: object(
          {
            consecutive: whole(1000, 'Blocks in a row before a person is asked.', 3),
            total: whole(100_000, 'Blocks in a session before a person is asked.', 20),
          },
          'Denial limits. Ignored in project and local files.',
        ),
        audit: object(
          { keepDays: whole(36_500, 'For how many whole days Records are kept; without it, for ever.') },
          'How long Records are kept, in the files and in the store of a server. Ignored in project and local files.',
        ),
        stripInternal: flag('Auto mode also sets aside allow rules for git, gh, curl, kubectl and the like.'),
        wrappers: list(
          { type: 'string', pattern: '^[\\w.+-]+$' },
          'Programs whose arguments are the command that really runs. Ignored in project and local files.',
        ),
        preset: choice(
          PRESET_NAMES,
          'A named list of settings that the rest of the file overrides; `docs/presets.md`. From a project: only "strict".',
        ),
        projects: object(
          {},
          "Your own rules for one project, by its root (absolute, or from ~/). Only in the user's and managed files.",
          object({ permissions: PERMISSIONS }, 'One project.'),
        ),
        allowOff: {
          type: 'boolean',
          default: true,
          description: 'May a person switch the gate off for a while? Ignored in project and local files.',
        },
        updateCheck: flag(
          'Commands that you type look for a newer version once a day. Ignored in project and local files.',
        ),
        approvals: object(
          {
            waitSeconds: {
              type: 'integer',
              minimum: 0,
              maximum: 86_400,
              default: 0,
              description:
                "How long a call waits for a person's answer where nobody can be asked on the spot; 0: it is denied at once. Never longer than the host waits for its hook, less ten seconds.",
            },
            webhook: webhook('Where `irongate serve --public-url` announces a call that waits.'),
          },
          'Calls that wait for a person. Ignored in project and local files.',
        ),
        alerts: object(
          { webhook: webhook('Where `irongate serve` tells of incidents.') },
          'Many denials, a judge that cannot be asked, a gate that was switched off. Ignored in project and local files.',
        ),
        shadow: flag(
          'Only note what would have been decided, and leave every call to the agent and its own rules. Ignored in project and local files.',
        ),
        hosts: object({}, 'By host. Ignored in project and local files.', HOST),
      },
      'Settings of the permission gate.',
    ),
  }
}

/** The file's text. */
export function settingsSchemaText(): string {
  return `${JSON.stringify(settingsSchema(), null, 2)}\n`
}
