/**
 * Variables of the host that tell whether somebody is there, by the name they are passed on under. A repository can set them,
 * which can only turn an ask into a denial.
 */
export const CLAUDE_CODE_VARIABLES = {
  /** Newer hosts say `0` when nobody watches. */
  attended: 'CLAUDE_CODE_SESSION_ATTENDED',
  /** `sdk-cli` under `claude -p`. */
  entrypoint: 'CLAUDE_CODE_ENTRYPOINT',
} as const
