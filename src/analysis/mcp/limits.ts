import type { Scribe } from '../programs/program.ts'
import type { Input } from '../tool.ts'
import { keyOf } from './keys.ts'
import type { Verb } from './verbs.ts'

/** Settings that say what a tool may do: `blockedCommands`, `allowed_directories`, `permissions`. */
const LIMITS =
  /^(?:(?:blocked|allowed?|denied|deny|disallowed|forbidden|permitted|restricted|auto_approved?)_(?:commands?|tools?|director(?:y|ies)|dirs?|paths?|roots?|hosts?|domains?|patterns?|list)|(?:command|tool|path)_(?:allow|deny|block|white|black)_?list|permissions?(?:_mode)?)$/
const NAMES = ['key', 'name', 'setting', 'option', 'field', 'property']

/** A tool's own limits are changed: what it is kept from today it may do tomorrow. */
export function stateLimits(
  server: string,
  { verb, input }: { readonly verb: Verb; readonly input: Input },
  scribe: Scribe,
): void {
  if (verb.type !== 'write' || verb.nature !== 'setting') return
  const named = NAMES.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
  const found = [...Object.keys(input), ...named].find(
    (name): name is string => typeof name === 'string' && name.length < 80 && LIMITS.test(keyOf(name)),
  )
  if (found !== undefined) scribe.effect({ kind: 'weaken', area: 'gate', feature: `${server} ${found}` })
}
