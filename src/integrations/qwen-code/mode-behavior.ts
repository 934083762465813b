import type { CallEvent, ModeBehavior, ModeContext } from '../integration.ts'

/** What the host's mode means for a call. It asks, or its own judge does, before the hook is called: a yes of ours spares nothing. */
export function qwenCodeModeBehavior({ mode }: CallEvent, { settings }: ModeContext): ModeBehavior {
  const ownJudge = mode === 'auto' && settings.auto === 'tighten'
  return {
    mode: mode === 'plan' ? mode : mode === 'yolo' ? settings.bypass : 'auto',
    allow: ownJudge || settings.gate === 'mirror' ? 'nothing' : 'allow',
    // In its other modes it puts a question of its own in the place of ours.
    ask: mode === 'yolo' ? 'ask' : 'deny',
  }
}
