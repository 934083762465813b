import type { Scribe } from '../programs/program.ts'
import { wordsOf } from '../verbs.ts'
import { verbOf } from './verbs.ts'

const MEMORY = new Set(['memory', 'memories', 'remember', 'memorize', 'memo'])
const MODAL = /\b(?:always|never|whenever|from now on|every time|must|on each|in every)\b/i
/** Acts that reach others, or the word of the person. "Always use pnpm" is a fact about a project. */
const GRAVE =
  /\b(?:send|forward|copy|cc|bcc|share|pay|transfer|approv\w*|ask|confirm\w*|permission|passwords?|credentials?|tokens?|delete|deploy|upload|post|mails?|emails?|invite|grant|allow|user's consent)\b/i
const PERMITS =
  /\b(?:do not ask|don't ask|without (?:asking|confirm\w*|approval)|in advance|pre-?approved|(?:has|have|is|are|was) (?:already )?(?:approved|authori[sz]ed|permitted)|ignore (?:all|any|previous|the)|override|bypass|skip (?:the |any |all )?(?:checks?|confirmations?|approvals?)|trust (?:all|any|every))\b/i

/** A note that tells a later session what to do, or that it may. */
function instructs(text: string): boolean {
  return PERMITS.test(text) || (MODAL.test(text) && GRAVE.test(text))
}

interface MemoryCall {
  readonly server: string
  readonly tool: string
  readonly texts: readonly (readonly [string, string])[]
}

/** Facts may be noted freely; instructions stay and steer later sessions. True when it was a tool of a memory. */
export function stateMemory({ server, tool, texts }: MemoryCall, scribe: Scribe): boolean {
  const words = [...wordsOf(server), ...wordsOf(tool)]
  const verb = verbOf(tool)
  if (!words.some((word) => MEMORY.has(word)) || verb.type !== 'write') return false
  const steering = texts.map(([, text]) => text).find((text) => instructs(text))
  if (steering === undefined) return verb.nature !== 'deletion'
  scribe.effect({
    kind: 'external-write',
    service: server,
    nature: 'setting',
    target: steering.slice(0, 120),
    by: `memory ${tool}`,
    certainty: 'likely',
  })
  return true
}
