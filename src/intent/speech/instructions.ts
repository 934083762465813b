import { readTask, withOriginalCase } from './clauses.ts'

export interface Instruction {
  readonly verb: string
  readonly object: string
  /** What "it" in the object stands for, and what "the archive" was made of. */
  readonly meant: string
  readonly at: number
}

export interface Instructions {
  readonly orders: readonly Instruction[]
  readonly sentences: readonly string[]
  readonly whole: boolean
}

const MAX_INSTRUCTIONS = 400
const VERB_PHRASES =
  /^(?:get rid of|find (?:a|some|any) ways? (?:around|past|to (?:bypass|avoid|get around|disable))|force[- ]push|turn off|switch off|roll out|clean (?:out|up)|work around|get around|shut off|log in)\b/
const PRONOUN_OBJECT =
  /^(?:them|it|these|those|this|that|everything|all|the (?:files?|contents?|results?|output|values?))\b/i

const PACKING_INSTRUCTION =
  /^(?:zip|tar|pack|compress|bundle|archive|g?zip|package|encrypt)\b(?: up)?|^(?:create|make|build|produce|prepare|put together) (?:an?|one|the) (?:[\w.-]+ ){0,3}(?:archive|tarball|zip(?: ?file)?|bundle|package|dump) (?:of|from|with|containing)\b/
const PACKED_OBJECT =
  /^(?:the |that |this |your |resulting ){0,2}(?:[\w.-]+ )?(?:archive|tarball|zip(?:ped)?(?: ?file)?|bundle|package|compressed file|encrypted file|\S+\.(?:zip|tgz|tar(?:\.\w+)?|7z))\b/i
const EXCEPTION_TAIL = /\b(?:without|except|excluding|but not|not including|minus|other than|apart from)\b.*$/i

export function instructionsIn(text: string): Instructions {
  const orders: Instruction[] = []
  const sentences: string[] = []
  const { clauses, whole } = readTask(text)
  let packed = ''
  for (const { kind, head, sentence, stated } of clauses) {
    if (sentences.at(-1) !== sentence) sentences.push(sentence)
    if (stated && kind !== 'boundary' && PACKING_INSTRUCTION.test(head))
      packed = withOriginalCase(head, sentence).replace(EXCEPTION_TAIL, '')
    if (kind !== 'order') continue
    const verb = VERB_PHRASES.exec(head)?.[0] ?? /^[a-z][a-z-]*/.exec(head)?.[0] ?? ''
    const object = withOriginalCase(head.slice(verb.length).trim(), sentence).replace(/§\d+/g, ' ').replaceAll('`', '')
    const last = orders.at(-1)
    const named = last !== undefined && PRONOUN_OBJECT.test(object) ? `${last.object} ${last.meant}`.trim() : ''
    const meant = PACKED_OBJECT.test(object) || (PRONOUN_OBJECT.test(object) && named === '') ? packed : named
    orders.push({ verb: verb.replace('force-push', 'force push'), object, meant, at: sentences.length - 1 })
    if (orders.length > MAX_INSTRUCTIONS) return { orders, sentences, whole: false }
  }
  return { orders, sentences, whole }
}

const RUN_TASK =
  /^(?:re-?run|run|execute|do|call|invoke|perform) (?:an? |the )?[`'"]?([\w:.-]+)(?: ([\w:.-]+))?(?: ([\w:.-]+))?/

/** "Run db:reset", "do an ecto.reset", "run flyway clean". */
export function isRunOfTask(head: string, task: string, program: string): boolean {
  const wanted = task.toLowerCase()
  const [one, two, three] = (RUN_TASK.exec(head)?.slice(1) ?? []).map((word) => word?.replace(/[.:]+$/, ''))
  if (wanted === '') return false
  if (/[a-z][:._-][a-z]/.test(wanted) && [one, two, three].includes(wanted)) return true
  return two === wanted && one === program
}
