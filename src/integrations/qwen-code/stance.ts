import type { CallEvent, Stance, StanceFor } from '../integration.ts'

/** What the host's mode means for a call. It asks, or its own judge does, before the hook is called: a yes of ours spares nothing. */
export function stanceTo({ mode }: CallEvent, { settings }: StanceFor): Stance {
  const ownJudge = mode === 'auto' && settings.auto === 'tighten'
  return {
    mode: mode === 'plan' ? mode : mode === 'yolo' ? settings.bypass : 'auto',
    allow: ownJudge || settings.gate === 'mirror' ? 'nothing' : 'allow',
    ask: 'ask',
  }
}
