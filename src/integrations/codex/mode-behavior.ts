import type { Mode } from '../../decision.ts'
import type { ResolvedHostSettings } from '../hook-runtime/host-settings.ts'
import type { CallEvent, ModeBehavior, ModeContext } from '../integration.ts'

/**
 * What the host's mode means for a call. Silence lets a call run here, in every mode: an ask is never left to the host. An allow is
 * said where the host would ask the person, and there only.
 */
export function codexModeBehavior({ mode }: CallEvent, { settings }: ModeContext): ModeBehavior {
  return { mode: gateModeFor(mode, settings), allow: settings.gate === 'mirror' ? 'nothing' : 'allow', ask: 'ask' }
}

/** Its `bypassPermissions` is every run that may ask nobody, `codex exec` among them. A mode we do not know runs as auto. */
function gateModeFor(mode: string | undefined, { bypass }: ResolvedHostSettings): Mode {
  switch (mode) {
    case 'plan':
    case 'dontAsk':
      return mode
    case 'bypassPermissions':
      return bypass
    default:
      return 'auto'
  }
}
