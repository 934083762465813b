import { execFile } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { TransportId } from '../../judge/model/transport-id.ts'
import { argvOf } from '../../judge/model/transports/local/pinned-program.ts'

/** A way to a model that is there, as it was found. Nothing was asked of a model yet. */
export interface JudgeChoice {
  readonly transport: TransportId
  /** `Claude Code, logged in as anna@example.com`. */
  readonly title: string
  readonly billing: 'plan' | 'metered' | 'local'
  /** What is said before anything is spent: whose terms, whose money. */
  readonly terms: string
  /** What of `judge` in the settings makes it the judge; the program's hash is added when it is chosen. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly program?: string
}

/** Where to look. A person runs this and sees what is found; what is chosen is stored as a whole path. */
export interface ProbePlace {
  readonly home: string
  readonly path: string
  /** Local servers by their addresses. */
  readonly servers?: readonly LocalServer[]
}

export interface LocalServer {
  readonly title: string
  readonly baseUrl: string
}

/** Servers that people run on their own machine, where they listen by default; each speaks the Messages API. */
const LOCAL_SERVERS: readonly LocalServer[] = [
  { title: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
  { title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234' },
  { title: 'llama-server', baseUrl: 'http://127.0.0.1:8080' },
  { title: 'vLLM', baseUrl: 'http://127.0.0.1:8000' },
]

/** What is there, the best first: a client that is logged in, then what runs on this machine. */
export async function findJudgeChoices(place: ProbePlace): Promise<readonly JudgeChoice[]> {
  const { servers = LOCAL_SERVERS } = place
  const found = await Promise.all([claudeCode(place), codex(place), ...servers.map(localServer)])
  return found.filter((choice) => choice !== undefined)
}

async function claudeCode(place: ProbePlace): Promise<JudgeChoice | undefined> {
  const program = findProgram('claude', place, ['.local/bin', '.claude/local'])
  if (program === undefined) return undefined
  const { output } = await ask(program, ['auth', 'status'], place)
  const status = fieldsOf(output)
  if (status['loggedIn'] !== true) return undefined
  const who = typeof status['email'] === 'string' ? ` as ${status['email']}` : ''
  const plan = status['authMethod'] === 'claude.ai'
  return {
    transport: 'claude-cli',
    title: `Claude Code, logged in${who}`,
    billing: plan ? 'plan' : 'metered',
    terms: plan
      ? 'Each check counts against the limits of your Claude plan, under its terms.'
      : 'Each check is paid for with the key that Claude Code uses.',
    settings: { transports: ['claude-cli'] },
    program,
  }
}

async function codex(place: ProbePlace): Promise<JudgeChoice | undefined> {
  const program = findProgram('codex', place, ['.local/bin'])
  if (program === undefined) return undefined
  const { status, output } = await ask(program, ['login', 'status'], place)
  if (status !== 0) return undefined
  const plan = /chatgpt/i.test(output)
  return {
    transport: 'codex-cli',
    title: `Codex, logged in${plan ? ' with ChatGPT' : ''}`,
    billing: plan ? 'plan' : 'metered',
    terms: plan
      ? 'Each check counts against the limits of your ChatGPT plan, under its terms.'
      : 'Each check is paid for with the key that Codex uses.',
    settings: { transports: ['codex-cli'] },
    program,
  }
}

const SERVER_MS = 1_500

/** Both lists of models that such servers give; a page that is no list is another server. */
async function localServer({ title, baseUrl }: LocalServer): Promise<JudgeChoice | undefined> {
  try {
    const response = await fetch(`${baseUrl}/v1/models`, { signal: AbortSignal.timeout(SERVER_MS), redirect: 'error' })
    const list = fieldsOf(await response.text())['data']
    const models = (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((one) => {
      const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined
      return typeof id === 'string' && /^[\w./:@-]{1,120}$/.test(id) ? [id] : []
    })
    const [model] = models
    if (model === undefined) return undefined
    const count = models.length === 1 ? `the model ${model}` : `${models.length} models, of which ${model}`
    return {
      transport: 'messages',
      title: `${title} on this machine, with ${count}`,
      billing: 'local',
      terms: 'Nothing leaves this machine, and nothing is paid.',
      settings: { transports: ['messages'], baseUrl, model },
    }
  } catch (error) {
    // Nobody answers there, or somebody else does.
    void error
    return undefined
  }
}

/** The first of this name that can be run: on the person's PATH, then where its installer puts it. */
function findProgram(name: string, { home, path }: ProbePlace, installed: readonly string[]): string | undefined {
  const folders = [...path.split(delimiter), ...installed.map((folder) => join(home, folder))].filter(isAbsolute)
  for (const folder of folders) {
    try {
      const file = realpathSync(join(folder, name))
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch (error) {
      // Not there; another folder may have it.
      void error
    }
  }
  return undefined
}

interface Asked {
  readonly status: number
  readonly output: string
}

const ASK_MS = 15_000

/** What a client says of itself. */
function ask(program: string, args: readonly string[], { home }: ProbePlace): Promise<Asked> {
  const [file = program, ...words] = [...argvOf(program), ...args]
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', DISABLE_AUTOUPDATER: '1' }
  return new Promise((resolve) => {
    execFile(file, words, { cwd: home, env, timeout: ASK_MS, maxBuffer: 1 << 20 }, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ status, output: `${stdout}${stderr}` })
    })
  })
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch (error) {
    void error
    return {}
  }
}
