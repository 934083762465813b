/** What the shim passes on of the host's environment. A repository can set both, which can only turn an ask into a denial. */
export interface HostSigns {
  /** `CLAUDE_CODE_SESSION_ATTENDED`: newer hosts say `0` when nobody watches. */
  readonly attended?: string | undefined
  /** `CLAUDE_CODE_ENTRYPOINT`: `sdk-cli` under `claude -p`. */
  readonly entrypoint?: string | undefined
}

/** Nobody is there to answer a prompt. A setting decides first, then what the host says of itself. */
export function isHeadless({ attended, entrypoint }: HostSigns, setting: boolean | undefined): boolean {
  if (setting !== undefined) return setting
  if (attended === '0') return true
  return entrypoint === 'sdk-cli' && attended !== '1'
}
