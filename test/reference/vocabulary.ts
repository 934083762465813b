/**
 * A small world of calls and rules whose properties are written down by hand, so that the reference evaluator
 * needs none of the gate's code to know them.
 */
export interface KnownCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The simple commands of a shell call, in plain words. */
  readonly parts?: readonly string[]
  /** What the call is to the flow. */
  readonly nature:
    | 'safe-tool' // on the safe list, reads nothing secret
    | 'secret-read' // a safe tool on a secret place
    | 'irrelevant'
    | 'proven' // a shell command that changes nothing
    | 'ordinary-edit' // passes acceptEdits
    | 'acting-edit' // in the project, but the file acts
    | 'protected-edit' // git internals, agent settings
    | 'outside-edit'
    | 'powershell'
    | 'agent'
    | 'other'
  /** The path an edit or read is about, relative to the project. */
  readonly path?: string
  /** It is itself a question to the person. */
  readonly asksPerson?: boolean
}

const shell = (command: string, nature: KnownCall['nature'], parts = [command]): KnownCall => ({
  tool: 'Bash',
  input: { command },
  parts,
  nature,
})
const edit = (path: string, nature: KnownCall['nature']): KnownCall => ({
  tool: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  nature,
  path,
})

export const CWD = '/home/dev/project'

export const CALLS: readonly KnownCall[] = [
  shell('ls -la', 'proven'),
  shell('pwd', 'proven'),
  shell('frobnicate --all', 'other'),
  shell('frobnicate one && frobnicate two', 'other', ['frobnicate one', 'frobnicate two']),
  shell('frobnicate one; quuxify', 'other', ['frobnicate one', 'quuxify']),
  shell('quuxify', 'other'),
  edit('src/a.ts', 'ordinary-edit'),
  edit('docs/guide.txt', 'ordinary-edit'),
  edit('.github/workflows/ci.yml', 'acting-edit'),
  edit('.git/config', 'protected-edit'),
  edit('.claude/settings.json', 'protected-edit'),
  edit('/srv/elsewhere/a.ts', 'outside-edit'),
  { tool: 'Read', input: { file_path: 'src/a.ts' }, nature: 'safe-tool', path: 'src/a.ts' },
  { tool: 'Read', input: { file_path: '/home/dev/.ssh/id_ed25519' }, nature: 'secret-read' },
  { tool: 'TodoWrite', input: { todos: [] }, nature: 'safe-tool' },
  { tool: 'AskUserQuestion', input: { questions: [] }, nature: 'safe-tool', asksPerson: true },
  { tool: 'TaskOutput', input: { id: '1' }, nature: 'irrelevant' },
  { tool: 'PowerShell', input: { command: 'Invoke-Frobnicate -All' }, nature: 'powershell' },
  { tool: 'Agent', input: { subagent_type: 'worker', prompt: 'tidy the notes' }, nature: 'agent' },
  { tool: 'WebFetch', input: { url: 'https://docs.example.org/page' }, nature: 'other' },
  { tool: 'mcp__tracker__list_items', input: { project: 'x' }, nature: 'other' },
  { tool: 'NobodyRegisteredThis', input: { a: 1 }, nature: 'other' },
  { tool: 'constructor', input: { a: 1 }, nature: 'other' },
]

export interface KnownRule {
  readonly text: string
  matches(call: KnownCall, part: string | undefined): boolean
  /** Auto mode strips it from the allow rules. */
  readonly dangerous?: boolean
}

const bare = (tool: string, dangerous = false): KnownRule => ({
  text: tool,
  dangerous,
  matches: (call) => call.tool === tool,
})
const prefix = (start: string): KnownRule => ({
  text: `Bash(${start} *)`,
  matches: (call, part) =>
    call.tool === 'Bash' && part !== undefined && (part === start || part.startsWith(`${start} `)),
})

export const RULES: readonly KnownRule[] = [
  bare('Bash', true),
  { ...bare('Bash', true), text: 'Bash(*)' },
  prefix('frobnicate'),
  prefix('quuxify'),
  {
    text: 'Bash(ls:*)',
    matches: (call, part) => call.tool === 'Bash' && part !== undefined && (part === 'ls' || part.startsWith('ls ')),
  },
  { text: 'Bash(frobnicate one)', matches: (call, part) => call.tool === 'Bash' && part === 'frobnicate one' },
  bare('TodoWrite'),
  bare('Agent', true),
  bare('PowerShell', true),
  bare('WebFetch'),
  { text: 'WebFetch(domain:docs.example.org)', matches: (call) => call.tool === 'WebFetch' },
  { text: 'WebFetch(domain:other.example.org)', matches: () => false },
  { text: 'mcp__tracker', matches: (call) => call.tool.startsWith('mcp__tracker__') },
  { text: 'mcp__tracker__list_items', matches: (call) => call.tool === 'mcp__tracker__list_items' },
  { text: 'mcp__other', matches: () => false },
  bare('NobodyRegisteredThis'),
  bare('constructor'),
]

/** Path rules, apart: a Read rule binds edits in deny only, and an Edit rule binds every edit. */
export const EDIT_RULES: readonly KnownRule[] = [
  bare('Edit'),
  { text: 'Edit(./src/**)', matches: (call) => call.tool === 'Edit' && call.path?.startsWith('src/') === true },
  { text: 'Edit(./docs/**)', matches: (call) => call.tool === 'Edit' && call.path?.startsWith('docs/') === true },
]

/** A Read rule also binds edits, searches and `cat` when it denies; what it binds is pinned in the rules' own tests. */
export const READ_RULE = bare('Read')

export const ALL_RULES: readonly KnownRule[] = [...RULES, ...EDIT_RULES]
