import { resolve } from 'node:path'
import type { Mode } from '../../decision.ts'
import type { ResolvedHostSettings } from '../hook-runtime/host-settings.ts'
import type { CallEvent, ModeBehavior, ModeContext } from '../integration.ts'

/** What a plan is researched with. Sub-agents stay in plan mode themselves, so what they do is checked as such. */
const PLAN_RESEARCH_TOOLS: ReadonlySet<string> = new Set(['Agent', 'Task', 'WebFetch', 'WebSearch'])

/** What the host's mode means for a call. */
export function claudeCodeModeBehavior(
  event: CallEvent,
  { settings, headless, home, fronted = false }: ModeContext,
): ModeBehavior {
  const { mode, tool } = event
  return {
    mode: gateModeFor(mode, settings, tool),
    allow: leavesAllowToHost(mode, settings, fronted) ? 'nothing' : 'allow',
    ask: askOutcome(mode, headless),
    ownFile: isPlanFile(event, home),
    // Its own dontAsk denies what no rule of its own allows; it reads the project's files without one.
    ownReads: mode === 'dontAsk',
  }
}

/** Which mode the gate runs in for the host's mode. A mode we do not know runs as auto. */
function gateModeFor(mode: string | undefined, settings: ResolvedHostSettings, tool: string): Mode {
  switch (mode) {
    case 'plan':
      return PLAN_RESEARCH_TOOLS.has(tool) ? 'auto' : mode
    case 'dontAsk':
      return mode
    case 'bypassPermissions':
      return settings.bypass
    default:
      return 'auto'
  }
}

/** Modes in which the host decides by itself about what the gate does not mind. A mode we do not know may ask a person. */
function leavesAllowToHost(mode: string | undefined, { auto, gate }: ResolvedHostSettings, fronted: boolean): boolean {
  switch (mode) {
    case 'plan':
    case 'bypassPermissions':
      return true
    case 'auto':
      return auto === 'tighten' || fronted
    case 'dontAsk':
      return false
    default:
      return gate === 'mirror'
  }
}

function askOutcome(mode: string | undefined, headless: boolean): ModeBehavior['ask'] {
  if (mode === 'dontAsk') return 'deny'
  return mode === 'bypassPermissions' && headless ? 'deny' : 'ask'
}

/** The host itself has its plan written in plan mode. */
function isPlanFile({ mode, tool, input, transcript }: CallEvent, home: string): boolean {
  const path = input['file_path']
  if (mode !== 'plan' || typeof path !== 'string') return false
  // The host's folder is not always in the home; its conversations lie two folders below it.
  const folder = transcript === undefined ? `${home}/.claude` : resolve(transcript, '../../..')
  const plans = `${folder}/plans/`
  return (
    ['Write', 'Edit', 'MultiEdit'].includes(tool) &&
    path.startsWith(plans) &&
    /^[\w.-]+\.md$/.test(path.slice(plans.length))
  )
}
