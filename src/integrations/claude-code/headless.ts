import type { Signs } from '../integration.ts'

/**
 * Variables of the host that tell whether somebody is there, by the name they are passed on under. A repository can set them,
 * which can only turn an ask into a denial.
 */
export const SIGNS = {
  /** Newer hosts say `0` when nobody watches. */
  attended: 'CLAUDE_CODE_SESSION_ATTENDED',
  /** `sdk-cli` under `claude -p`. */
  entrypoint: 'CLAUDE_CODE_ENTRYPOINT',
} as const

/** Nobody is there to answer a prompt, as far as the host says. */
export function isHeadless({ attended, entrypoint }: Signs): boolean {
  return attended === '0' || (entrypoint === 'sdk-cli' && attended !== '1')
}
