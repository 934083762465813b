import { MODES } from '../decision.ts'
import { PRESET_NAMES } from './preset-names.ts'

type Schema = Readonly<Record<string, unknown>>

const textSchema = (description: string): Schema => ({ type: 'string', minLength: 1, description })
const booleanSchema = (description: string): Schema => ({ type: 'boolean', default: false, description })
const enumSchema = (options: readonly string[], description: string, otherwise?: string): Schema => ({
  enum: options,
  ...(otherwise !== undefined && { default: otherwise }),
  description,
})
const integerSchema = (most: number, description: string, otherwise?: number): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  ...(otherwise !== undefined && { default: otherwise }),
  description,
})
const numberSchema = (description: string): Schema => ({ type: 'number', minimum: 0, description })
const listSchema = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const objectSchema = (properties: Schema, description: string, further: boolean | Schema = false): Schema => ({
  type: 'object',
  properties,
  additionalProperties: further,
  description,
})

const RULE_SCHEMA: Schema = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      required: ['rule'],
      properties: {
        rule: textSchema('The rule: Tool or Tool(specifier).'),
        match: listSchema(
          { type: 'string' },
          'Commands, paths or names the rule must match; checked when settings are read.',
        ),
        notMatch: listSchema({ type: 'string' }, 'Commands, paths or names the rule must not match.'),
      },
      additionalProperties: false,
    },
  ],
}

const ruleListSchema = (description: string): Schema => listSchema(RULE_SCHEMA, description)
const proseListSchema = (description: string): Schema =>
  listSchema({ type: 'string', pattern: '\\S' }, `${description} "$defaults" stands for the built-in entries.`)

const disableModeSchema = (mode: string): Schema => ({
  enum: ['disable', false, null],
  description: `"disable" turns ${mode} mode off, from any file.`,
})

const PERMISSIONS_SCHEMA = objectSchema(
  {
    allow: ruleListSchema('Calls that run without the judge. A rule must cover every part of a command.'),
    deny: ruleListSchema('Calls that are denied. One matching part of a command is enough.'),
    ask: ruleListSchema('Calls that ask you first.'),
    defaultMode: enumSchema(
      MODES,
      'The mode that sessions start in. From a project: only if trusted, and never auto or bypassPermissions.',
    ),
    additionalDirectories: listSchema({ type: 'string', minLength: 1 }, 'Working directories beyond the project.'),
    webFetchRules: enumSchema(
      ['host', 'tool'],
      'host: deny and ask rules on domains hold for whatever reaches the host; tool: for the WebFetch tool alone. Not from a project.',
      'host',
    ),
    disableAutoMode: disableModeSchema('auto'),
    disableBypassPermissionsMode: disableModeSchema('bypassPermissions'),
  },
  'Rules and modes.',
)

const AUTO_MODE_SCHEMA = objectSchema(
  {
    allow: proseListSchema('Exceptions: what the judge lets through.'),
    soft_deny: proseListSchema('What the judge blocks unless you asked for exactly that.'),
    hard_deny: proseListSchema('What the judge blocks whatever you said.'),
    environment: proseListSchema(
      'What the judge should know about this place, such as "Trusted domains: *.example.com".',
    ),
    lists: enumSchema(
      ['replace', 'add'],
      'Whether these lists replace the built-in entries or add to them.',
      'replace',
    ),
    askRules: enumSchema(
      ['floor', 'classify'],
      'In auto mode an ask rule asks (floor) or goes to the judge (classify).',
      'floor',
    ),
    classifyAllShell: booleanSchema(
      'In auto mode every shell command goes to the judge, also one that an allow rule covers.',
    ),
    powershell: booleanSchema('Judge PowerShell commands in auto mode instead of asking.'),
  },
  'Auto mode. Ignored in project and local files.',
)

const PRICES_SCHEMA: Schema = {
  ...objectSchema(
    {
      input: numberSchema('Input.'),
      cacheWrite: numberSchema('Written to the cache for five minutes.'),
      cacheWriteHour: numberSchema('Written to the cache for an hour; twice the input when absent.'),
      cacheRead: numberSchema('Read from the cache.'),
      output: numberSchema('Output.'),
    },
    'The prices of one model.',
  ),
  required: ['input', 'cacheWrite', 'cacheRead', 'output'],
}

const MODELS_SCHEMA = objectSchema(
  {
    temperature: { type: 'boolean', description: 'It accepts a temperature.' },
    stop: { type: 'boolean', description: 'It accepts a stop sequence.' },
    thinking: enumSchema(
      ['off', 'switch', 'between-tools', 'always', 'none'],
      'How its thinking is switched off in the Messages API.',
    ),
    reasoning: enumSchema(
      ['none', 'minimal', 'low', 'template', 'unsent'],
      'Its lowest reasoning_effort in Chat Completions; "template" when its chat template switches it off.',
    ),
    limitField: enumSchema(
      ['max_tokens', 'max_completion_tokens'],
      'The field that limits an answer in Chat Completions.',
    ),
    padding: { type: 'integer', minimum: 0, maximum: 32_000, description: 'Tokens added to the limit of an answer.' },
    contextTokens: { type: 'integer', minimum: 0, description: 'How much it can read.' },
  },
  'One model.',
)

const urlSchema = (description: string): Schema => ({ type: 'string', format: 'uri', pattern: '^https?:', description })

const CLIENT_SCHEMA: Schema = {
  ...objectSchema(
    {
      program: textSchema('The absolute path of the program.'),
      sha256: {
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
        description: 'Its hash when the judge was last tested; a program that changed is not started.',
      },
      model: textSchema('The model it asks; judge.model when absent.'),
    },
    'A client that is installed and logged in.',
  ),
  required: ['program', 'sha256'],
}

const OPENAI_SCHEMA: Schema = {
  ...objectSchema(
    {
      baseUrl: urlSchema('Where it is, with the version: https://api.openai.com/v1.'),
      apiKey: textSchema('The key.'),
      apiKeyCommand: textSchema('A command that prints the key.'),
      model: textSchema('The model; judge.model when absent.'),
    },
    'An endpoint that speaks Chat Completions.',
  ),
  required: ['baseUrl'],
}

const JUDGE_SCHEMA = objectSchema(
  {
    kind: enumSchema(
      ['chain', 'embedded', 'model', 'claude'],
      'Who judges: both, the offline judge alone, or the model alone. `claude` means `model`.',
      'chain',
    ),
    mode: enumSchema(['both', 'fast', 'thinking'], 'Which stages run.', 'both'),
    model: textSchema("The judge's model. Default: the agent's own."),
    stageModels: objectSchema(
      { fast: textSchema('For the first stage.'), thinking: textSchema('For the second stage.') },
      'Another model for one stage alone.',
    ),
    statements: objectSchema(
      {
        enabled: { type: 'boolean', default: true, description: 'Let the model read them.' },
        deadlineMs: integerSchema(
          600_000,
          'How long a call waits while your turn is read, in milliseconds. Default: 6000.',
        ),
        model: textSchema("The model that reads. Default: the judge's."),
      },
      'What you say is read once by a model: limits and orders that every call is checked against.',
    ),
    baseUrl: urlSchema('Another endpoint that speaks the Messages API.'),
    apiKey: textSchema('The key.'),
    apiKeyCommand: textSchema('A command that prints the key.'),
    transports: listSchema(
      { enum: ['messages', 'openai', 'claude-cli', 'codex-cli', 'acp'] },
      'How the model is reached. The next one is tried only when the one before it is briefly away.',
    ),
    clients: objectSchema(
      { 'claude-cli': CLIENT_SCHEMA, 'codex-cli': CLIENT_SCHEMA, acp: CLIENT_SCHEMA },
      'The programs of claude-cli, codex-cli and acp. `irongate judge setup` writes them.',
    ),
    openai: OPENAI_SCHEMA,
    ironGate: enumSchema(
      ['closed', 'open', 'fallback'],
      "If the model can't be reached: closed denies, open asks, fallback lets the offline judge decide.",
      'closed',
    ),
    deadlineMs: integerSchema(600_000, 'The longest that a judgment may take, in milliseconds.'),
    cacheLife: enumSchema(
      ['5m', '1h'],
      "How long the endpoint caches what requests have in common. Default: 1h at Anthropic's own, 5m elsewhere.",
    ),
    evidence: { type: 'boolean', default: true, description: 'Show the model what Irongate found out itself.' },
    facts: {
      type: 'boolean',
      description:
        'Let the second stage ask for facts of the project. Default: only where `billing` says plan or local.',
    },
    billing: objectSchema(
      Object.fromEntries(
        ['messages', 'openai', 'claude-cli', 'codex-cli', 'acp'].map((id) => [
          id,
          enumSchema(['plan', 'metered', 'local'], 'Who pays for its checks.'),
        ]),
      ),
      'Who pays. `irongate judge setup` writes it.',
    ),
    transcript: enumSchema(['jsonl', 'text'], 'How the conversation is written for the model.', 'jsonl'),
    proxy: urlSchema('The proxy on the way to the endpoint.'),
    flags: objectSchema(
      {
        url: urlSchema('Where they are fetched.'),
        key: textSchema('The public ed25519 key that signs them: base64 of its DER form.'),
      },
      'Flags that a process fetches every 30 minutes while agents work.',
    ),
    dump: booleanSchema('Keep every request and answer, without secrets, in the state folder.'),
    aliases: listSchema({ type: 'string' }, 'Further model names that an answer may carry.'),
    budget: objectSchema(
      {
        unit: enumSchema(['dollars', 'tokens', 'checks'], 'What is counted; a plan has no dollars.', 'dollars'),
        session: numberSchema('The most for a session.'),
        day: numberSchema('The most for a day.'),
        outcome: enumSchema(['ask', 'deny'], "What happens when it's used up.", 'ask'),
      },
      'What the judge may spend.',
    ),
    prices: objectSchema({}, "Dollars for a million tokens, by the model's name.", PRICES_SCHEMA),
    models: objectSchema(
      {},
      "What a model's requests may say, by its name; goes before the built-in table.",
      MODELS_SCHEMA,
    ),
  },
  'The judge. Ignored in project and local files.',
)

/** An address that is told something, signed. */
function webhookSchema(description: string): Schema {
  return {
    ...objectSchema(
      {
        url: urlSchema('Where it is posted to.'),
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

const HOST_SCHEMA = objectSchema(
  {
    gate: enumSchema(
      ['auto', 'mirror'],
      'Where the agent asks you by itself: auto answers with an allow too, mirror only tightens.',
    ),
    auto: enumSchema(
      ['tighten', 'replace'],
      "In the agent's own auto mode: only tighten its decisions, or replace its judge.",
    ),
    bypass: enumSchema(
      ['auto', 'bypassPermissions'],
      "In the agent's bypassPermissions mode: judge as in auto mode, or let only rules and protected paths stop a call.",
      'auto',
    ),
    headless: {
      type: 'boolean',
      description: 'Nobody can be asked, so every ask is a denial. Default: as the agent says.',
    },
    daemon: {
      type: 'boolean',
      default: true,
      description: 'Keep a daemon between events, so that each is answered sooner.',
    },
    prompts: enumSchema(
      ['typed', 'script'],
      'Which prompts count as yours: only those you typed, or also those from your scripts and pipes.',
      'typed',
    ),
    upstream: textSchema('The real API behind `irongate gateway`. Default: https://api.anthropic.com.'),
  },
  'How one agent is treated.',
)

/** The JSON Schema of a settings file, for editors. The committed file is this, and a test compares them. */
export function settingsSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Irongate settings',
    allowTrailingCommas: true,
    ...objectSchema(
      {
        $schema: { type: 'string' },
        permissions: PERMISSIONS_SCHEMA,
        autoMode: AUTO_MODE_SCHEMA,
        judge: JUDGE_SCHEMA,
        limits: objectSchema(
          {
            consecutive: integerSchema(1000, "Blocks in a row before you're asked.", 3),
            total: integerSchema(100_000, "Blocks in a session before you're asked.", 20),
          },
          'Denial limits. Ignored in project and local files.',
        ),
        audit: objectSchema(
          { keepDays: integerSchema(36_500, 'For how many whole days records are kept. Default: forever.') },
          'How long records are kept, in the files and in the store of a server. Ignored in project and local files.',
        ),
        stripInternal: booleanSchema('Auto mode also sets aside allow rules for git, gh, curl, kubectl and the like.'),
        wrappers: listSchema(
          { type: 'string', pattern: '^[\\w.+-]+$' },
          'Programs whose arguments are the command that runs. Ignored in project and local files.',
        ),
        preset: enumSchema(
          PRESET_NAMES,
          'A named list of settings that the rest of the file overrides; `docs/presets.md`. From a project: only "strict".',
        ),
        projects: objectSchema(
          {},
          "Your own rules for one project, by its root (absolute, or from ~/). Only in the user's and managed files.",
          objectSchema({ permissions: PERMISSIONS_SCHEMA }, 'One project.'),
        ),
        allowOff: {
          type: 'boolean',
          default: true,
          description: 'Whether `irongate off` may pause Irongate. Ignored in project and local files.',
        },
        updateCheck: booleanSchema(
          'Commands that you type look for a newer version once a day. Ignored in project and local files.',
        ),
        approvals: objectSchema(
          {
            waitSeconds: {
              type: 'integer',
              minimum: 0,
              maximum: 86_400,
              default: 0,
              description:
                'How long a call waits for your answer where nobody can be asked on the spot; 0 denies at once. Never longer than the agent waits for its hook, less ten seconds.',
            },
            webhook: webhookSchema('Where `irongate serve --public-url` announces a pending call.'),
          },
          'Pending calls. Ignored in project and local files.',
        ),
        alerts: objectSchema(
          { webhook: webhookSchema('Where `irongate serve` reports incidents.') },
          "Many denials, a judge that can't be reached, Irongate paused. Ignored in project and local files.",
        ),
        shadow: booleanSchema(
          'Only record what would have been decided, and leave every call to the agent and its own rules. Ignored in project and local files.',
        ),
        hosts: objectSchema({}, 'By agent. Ignored in project and local files.', HOST_SCHEMA),
      },
      'Settings of Irongate.',
    ),
  }
}

/** The file's text. */
export function settingsSchemaText(): string {
  return `${JSON.stringify(settingsSchema(), null, 2)}\n`
}
