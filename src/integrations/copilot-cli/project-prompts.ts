import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hostFacts } from '../../facts/host.ts'
import { isFields } from '../hook-runtime/fields.ts'
import { readJsonFile } from './calls.ts'

const PROJECT_SETTINGS_FILES = ['.github/copilot', '.claude'].flatMap((folder) =>
  ['settings.json', 'settings.local.json'].map((name) => `${folder}/${name}`),
)
const MOST_FILES = 64
const MAX_DEPTH = 8

/**
 * A folder that a person trusts can have texts submitted at the start of a session, and the event for them is the one for what was
 * typed. They are no person's word. One with a placeholder may stand for anything.
 */
export function isSubmittedByProject(text: string, at: { readonly cwd: string; readonly home: string }): boolean {
  const { projectRoot } = hostFacts(at)
  const files = [
    ...hookFiles(join(projectRoot, '.github/hooks')),
    ...PROJECT_SETTINGS_FILES.map((name) => join(projectRoot, name)),
  ]
  return files
    .flatMap((file) => promptsIn(readJsonFile(file), MAX_DEPTH))
    .some((prompt) => prompt.trim() === text.trim() || /\{\{|\$/.test(prompt))
}

function hookFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    return names.slice(0, MOST_FILES).map((name) => join(folder, name))
  } catch {
    // Most projects have none.
    return []
  }
}

function promptsIn(value: unknown, deeper: number): readonly string[] {
  if (deeper === 0) return []
  if (Array.isArray(value)) return value.flatMap((one) => promptsIn(one, deeper - 1))
  if (!isFields(value)) return []
  const prompt = value['type'] === 'prompt' ? value['prompt'] : undefined
  return [
    ...(typeof prompt === 'string' ? [prompt] : []),
    ...Object.values(value).flatMap((one) => promptsIn(one, deeper - 1)),
  ]
}
