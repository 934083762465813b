import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AcpClient } from '../../settings.ts'
import type { JudgeChoice, ProbePlace } from '../choice.ts'
import { findProgram, jsonFields } from '../local/ask-program.ts'

/** Where a client keeps its key, and how to tell that there is one; what the key is nobody reads. */
const LOGINS: Readonly<Record<AcpClient, { readonly title: string; isReady(home: string): boolean }>> = {
  gemini: {
    title: 'Gemini CLI',
    isReady: (home) => /^\s*(?:GEMINI|GOOGLE)_API_KEY\s*=\s*\S/m.test(textOf(join(home, '.gemini/.env'))),
  },
  qwen: {
    title: 'Qwen Code',
    isReady: (home) => {
      const { auth } = fields(jsonFields(textOf(join(home, '.qwen/settings.json')))['security'])
      const { selectedType, apiKey } = fields(auth)
      return selectedType === 'openai' && typeof apiKey === 'string' && apiKey !== ''
    },
  },
}

/** Gemini CLI or Qwen Code, where it has a key of its own. Neither can be asked without starting a conversation. */
export function acpChoice(client: AcpClient, place: ProbePlace): JudgeChoice | undefined {
  const program = findProgram(client, place, ['.local/bin'])
  const { title, isReady } = LOGINS[client]
  if (program === undefined || !isReady(place.home)) return undefined
  return {
    transport: 'acp',
    title: `${title}, with its own key`,
    billing: 'metered',
    terms: `Each check is paid for with the key that ${title} uses.`,
    settings: { transports: ['acp'] },
    program,
    client,
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // No such file, no login.
    void error
    return ''
  }
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
