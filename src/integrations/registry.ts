import type { Install } from '../state/installs.ts'
import { CLAUDE_CODE } from './claude-code/index.ts'
import { CODEX } from './codex/index.ts'
import { COPILOT_CLI } from './copilot-cli/index.ts'
import { GEMINI_CLI } from './gemini-cli/index.ts'
import { GENERIC } from './generic/index.ts'
import type { LauncherHosts } from './install/launcher-script.ts'
import type { Installer } from './installer.ts'
import type { AgentMarks, Host } from './integration.ts'
import { OPENCODE } from './opencode/index.ts'
import { OTHER_AGENTS } from './other-agents.ts'
import { QWEN_CODE } from './qwen-code/index.ts'

/** Every host of the gate. A new one is a folder beside this file, and a line here. */
export const HOSTS: readonly Host[] = [CLAUDE_CODE, CODEX, GEMINI_CLI, QWEN_CODE, COPILOT_CLI, OPENCODE, GENERIC]

export function findHostById(id: string | undefined): Host | undefined {
  return HOSTS.find((host) => host.id === id)
}

/** The hosts that the hook can be put into. */
export async function installers(): Promise<readonly Installer[]> {
  return Promise.all(HOSTS.flatMap(({ installer }) => installer?.() ?? []))
}

/** What the hook's launcher passes on of the environment: the signs of every host, since one launcher serves them all. */
export function allHostVariables(): Readonly<Record<string, string>> {
  return Object.assign({}, ...HOSTS.map(({ signs }) => signs))
}

/** What one launcher for all hosts must know of them, and of the files that it is started from. */
export async function launcherHosts(from: readonly Pick<Install, 'host' | 'file'>[] = []): Promise<LauncherHosts> {
  const stranded = (await installers()).map(({ id, stranded: texts }) => ({
    id,
    stranded: texts,
    files: [...new Set(from.flatMap(({ host, file }) => (host === id ? [file] : [])))],
  }))
  return { signs: allHostVariables(), stranded }
}

/** By what agents are known, hosts of the gate or not. */
export function agentMarks(): readonly AgentMarks[] {
  return [...HOSTS.map(({ marks }) => marks), OTHER_AGENTS]
}
