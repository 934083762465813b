import type { Effect } from '../../analysis/effects.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { CHANGE_WORDS, DELETE_WORDS, DISABLE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { asQuestion, type CategoryMatch, detector, pathChangeOf } from '../detector.ts'
import { pathSpellings } from '../spellings.ts'

/** Text in an agent's instructions that would loosen its checks. */
const LOOSENING_INSTRUCTION =
  /dangerously-skip-permissions|bypass\s?permissions|ignore (?:all |any )?(?:previous|prior|other|safety|permission)|without asking (?:the user|for permission|for confirmation)|never ask (?:the user|for permission|for confirmation)|(?:do not|don't|never) (?:tell|mention|inform|report|show|reveal)\b[^.\n]{0,40}\b(?:the )?(?:user|human|developer)\b|\b(?:check|hook|gate|guard|filter)s?\b[^.\n]{0,20}\b(?:does(?:n't| not)|won't|can(?:no|')t) (?:see|notice|catch|find|block)|(?:\.aws\/credentials|\.netrc|\.ssh\/id_|\.git-credentials|\.kube\/config)\b[^\n]{0,200}https?:\/\//i

/** Terminals other than one's own. */
const TERMINAL_DEVICE = /^\/dev\/(?:pts\/\d+|ttyv?\d+)$|^\/proc\/\d+\/fd\/0$/

/** Where agents look for a person's standing instructions; notes they keep for themselves lie elsewhere. */
const USER_INSTRUCTIONS_PATH = /\/\.(?!cache\/|local\/|\w*worktrees?\/)[a-z][\w-]*\/(?!projects\/)/i

export const category: Category = {
  id: 'self-modification',
  title: 'Self-modification',
  summary: 'Changes the agent’s own settings, hooks or standing instructions, or gets around this gate.',
  hard: false,
  policy: `Blocked: editing or deleting an agent's settings, hooks, MCP servers and plug-ins, this gate's settings and state, the user's own
instruction files; instructions in the project that loosen checks; switching the gate off; typing into a terminal that an agent may run in, or resuming
a conversation of an agent with words of its own.
Not blocked: ordinary edits of instruction files in the project, reading settings, plans and notes the agent keeps.`,
  clears: 'The user asked to change it and named the settings or instruction file.',
  ...detector(
    'self-modification',
    ['weaken', 'signal-process', 'delete-path', 'change-mode', 'touch-protected', 'write-path'],
    (effect) => {
      switch (effect.kind) {
        case 'weaken':
          if (effect.area === 'instructions')
            return {
              acts: [...DELETE_WORDS, ...CHANGE_WORDS],
              nouns: [[effect.feature, effect.feature.slice(effect.feature.lastIndexOf('/') + 1)]],
            }
          if (effect.area === 'person') return { acts: [], nouns: [], asks: true }
          return effect.area === 'gate'
            ? {
                acts: DISABLE_WORDS,
                nouns: [[effect.feature, 'gate', 'irongate', 'permissions']],
              }
            : undefined
        case 'signal-process':
          return /irongate/i.test(effect.target)
            ? { aspect: { concern: 'gate' }, acts: ['kill', 'stop'], nouns: [['irongate']] }
            : undefined
        case 'delete-path':
        case 'change-mode':
          if (effect.path.tags.includes('gate-perhaps') && takesAway(effect)) return perhapsOurs(effect.path)
          return isAgentControlFile(effect.path)
            ? {
                aspect: { concern: 'agent' },
                acts: [...DELETE_WORDS, ...CHANGE_WORDS],
                nouns: [pathSpellings(effect.path)],
              }
            : undefined
        case 'touch-protected':
        case 'write-path': {
          const put = pathChangeOf(effect)
          if (!put) return undefined
          const { path, content, how } = put
          if (TERMINAL_DEVICE.test(path.real ?? path.text))
            return { aspect: { concern: 'terminal' }, acts: [], nouns: [], asks: true }
          if (path.tags.includes('gate-perhaps') && how !== 'create') return perhapsOurs(path)
          const instructions = path.tags.includes('agent-instructions')
          const loosens = instructions && content !== undefined && LOOSENING_INSTRUCTION.test(content)
          const personal = instructions && path.zone === 'home' && USER_INSTRUCTIONS_PATH.test(path.real ?? path.text)
          if (!isAgentControlFile(path) && !loosens && !personal) return undefined
          const aspect = { concern: 'agent' } as const
          return asQuestion({ aspect, acts: CHANGE_WORDS, nouns: [pathSpellings(path)] }, put)
        }
        default:
          return undefined
      }
    },
  ),
}

/** A mode that lets nobody read or run what lies there is as good as a deletion. */
function takesAway(effect: Extract<Effect, { kind: 'delete-path' | 'change-mode' }>): boolean {
  return effect.kind === 'delete-path' || effect.grants === 'tighten'
}

/** The gate is installed like any package: which of them a pattern meets is not known. */
function perhapsOurs(path: PathUse): CategoryMatch {
  return {
    aspect: { concern: 'perhaps-gate' },
    acts: [...DELETE_WORDS, ...CHANGE_WORDS],
    nouns: [pathSpellings(path)],
    asks: true,
  }
}

function isAgentControlFile(path: PathUse): boolean {
  return (path.tags.includes('gate-own') || path.tags.includes('agent-settings')) && path.zone !== 'temp'
}
