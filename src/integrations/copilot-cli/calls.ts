import { join } from 'node:path'
import { hostFacts } from '../../facts/host.ts'
import { readPlainText } from '../../facts/plain-file.ts'
import { derivedCallId } from '../hook-runtime/call-id.ts'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'

export interface CopilotCall {
  readonly tool: string
  readonly input: Fields
  readonly callId: string
}

/** A call as an event or the record tells it; undefined for what isn't one. Neither tells an id that the other knows as well. */
export function readCopilotCall(tool: unknown, told: unknown): CopilotCall | undefined {
  const input = typeof tool === 'string' && tool !== '' ? inputOf(tool, told) : undefined
  return typeof tool === 'string' && input ? { tool, input, callId: derivedCallId(tool, input) } : undefined
}

/** A patch is one text; earlier versions wrote every input as the text of an object. */
function inputOf(tool: string, told: unknown): Fields | undefined {
  if (isFields(told)) return told
  if (typeof told !== 'string') return undefined
  return tool === 'apply_patch' ? { patch: told } : parseJsonObject(told)
}

/** Servers that it brings itself. */
const BUILT_IN_SERVERS = ['github-mcp-server', 'githubiq']
const MAX_SIZE = 1024 * 1024

/** Where servers are named: in its own folder, and in a project. */
const PROJECT_SERVER_FILES = ['.mcp.json', '.github/mcp.json', '.vscode/mcp.json']

export interface ServerConfigAt {
  readonly cwd: string
  readonly home: string
  /** The folder of the host's own settings. */
  readonly configDir: string
}

/** A server's tool has one name that joins both with a dash, and both may have dashes: which servers there are tells them apart. */
export function mcpRuleName(tool: string, where: ServerConfigAt): string {
  const dash = tool.indexOf('-')
  if (dash <= 0) return tool
  const known = [...BUILT_IN_SERVERS, ...serversIn(where)].filter((server) => tool.startsWith(`${server}-`))
  const server = known.sort((left, right) => right.length - left.length)[0] ?? tool.slice(0, dash)
  return `mcp__${server}__${tool.slice(server.length + 1)}`
}

function serversIn({ cwd, home, configDir }: ServerConfigAt): readonly string[] {
  const { projectRoot } = hostFacts({ cwd, home })
  const files = [join(configDir, 'mcp-config.json'), ...PROJECT_SERVER_FILES.map((name) => join(projectRoot, name))]
  return files.flatMap((file) => {
    const config = readJsonFile(file) ?? {}
    return [ownField(config, 'mcpServers'), ownField(config, 'servers')].flatMap((servers) =>
      isFields(servers) ? Object.keys(servers) : [],
    )
  })
}

/** The object that a file holds; undefined for whatever else lies there. */
export function readJsonFile(file: string): Fields | undefined {
  try {
    return parseJsonObject(readPlainText(file, MAX_SIZE))
  } catch {
    // It is not there, as most of them are not.
    return undefined
  }
}

export function parseJsonObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
