import { isEverybody } from '../everybody.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import type { Verb } from './verbs.ts'

const WHO =
  /(?:^|_)(?:access|visibility|type|role|scope|sharing|share|policy|permissions?|audience|acl|privacy|level|who|to|grantee|general_access|link_access|mode)(?:_|$)/
const OPENS =
  /(?:^|_)(?:public|publicly|indexing|indexed|indexable|searchable|search_engines?|anonymous|discoverable|world_readable|unauthenticated|anyone)(?:_|$)/
const CLOSES = /^(?:is_)?(?:private|restricted|requires?_(?:auth|login|password)|authenticated_only)$/
const WEB = /^(?:web|internet|public|publicly|world|online)$/

/** Does a call open something to everybody rather than to somebody: by its own name, or by what it is handed? */
export function opensToAll(tool: string, verb: Verb, input: Input): boolean {
  if (verb.type !== 'write' && verb.type !== 'publish') return false
  // What is said or taken away is no place that is opened; `public` is a kind of reply or event there.
  const words = wordsOf(tool)
  const publishes = words.includes('publish')
  if (verb.type === 'write' && !publishes && /^(?:mail|message|payment|deletion|calendar|approval)$/.test(verb.nature))
    return false
  if (publishes && words.some((word) => WEB.test(word))) return true
  return Object.entries(input).some(([key, value]) => {
    if (OPENS.test(key) && isYes(value)) return true
    if (CLOSES.test(key) && isNo(value)) return true
    return typeof value === 'string' && WHO.test(key) && isEverybody(value)
  })
}

const isYes = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(?:true|yes|on)$/i.test(value))
const isNo = (value: unknown): boolean =>
  value === false || (typeof value === 'string' && /^(?:false|no|off)$/i.test(value))
