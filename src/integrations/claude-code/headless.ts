import type { HostVariables } from '../integration.ts'

/** Nobody is there to answer a prompt, as far as the host says. */
export function isHeadlessRun({ attended, entrypoint }: HostVariables): boolean {
  return attended === '0' || (entrypoint === 'sdk-cli' && attended !== '1')
}
