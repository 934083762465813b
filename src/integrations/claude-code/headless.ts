import type { Signs } from '../integration.ts'

/** Nobody is there to answer a prompt, as far as the host says. */
export function isHeadless({ attended, entrypoint }: Signs): boolean {
  return attended === '0' || (entrypoint === 'sdk-cli' && attended !== '1')
}
