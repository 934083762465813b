import type { ChangeVerb, Outcome } from './rules.ts'

/** Verbs as cloud tools name their sub-commands, by their first word. */
const VERBS: readonly (readonly [RegExp, ChangeVerb | 'read'])[] = [
  [
    /^(?:describe|list|get|head|ls|show|info|status|search|query|scan|lookup|view|tail|logs?|log|estimate|validate|wait|explain|inspect|preview|diff|plan|check|whoami|ps|count|stat|top|history|versions?|metrics|dashboard|open|test|lint|simulate|list-\S+|current|regions?|sizes?|images?|plans?|graph|doctor|completion)$/,
    'read',
  ],
  [
    /^(?:delete|remove|rm|destroy|terminate|drop|deregister|erase|del|uninstall|forget|unset|detach|disassociate|revoke|release|unlink|leave|unsubscribe|cleanup|undeploy|teardown)$/,
    'delete',
  ],
  [/^(?:purge|empty|flush|wipe|clear|truncate|prune)$/, 'purge'],
  [
    /^(?:stop|cancel|kill|abort|suspend|disable|pause|shutdown|deallocate|poweroff|power-off|drain|halt|hibernate)$/,
    'cancel',
  ],
  [/^(?:restart|reboot|reset|recreate|redeploy|rebuild|failover|recycle|reload)$/, 'restart'],
  [/^(?:scale|resize|autoscale)$/, 'scale'],
  [
    /^(?:create|add|new|register|run|start|launch|allocate|import|put|publish|upload|provision|make|mb|issue|request|generate|clone|copy|restore|invoke|send|push|submit|execute|insert|assign|grant|write|init|up|install)$/,
    'create',
  ],
  [
    /^(?:update|modify|set|edit|patch|apply|enable|attach|associate|tag|untag|change|move|mv|rename|rotate|rollback|deploy|promote|replace|configure|resume|enroll|link|connect|upgrade|migrate|sync|authorize|extend|switch|swap|activate|deactivate|mark|reassign|merge|transfer|lock|unlock)$/,
    'update',
  ],
]

/** What a command of an unknown service does, by the verb in its name: `describe-instances`, `instances delete`. */
export function genericVerb(path: string): Outcome[] | undefined {
  const words = path.split(' ').slice(0, 5)
  const candidates = [...words.slice(1), words[0] ?? '']
  for (const [at, word] of candidates.entries()) {
    const verb = verbOf(word)
    if (verb === 'read' && NOUNS.test(word.split('-')[0] ?? word) && candidates.slice(at + 1, -1).some(isChange))
      continue
    if (verb === 'read') return [{ is: 'read' }]
    if (verb) return [{ is: 'change', verb, ...(verb === 'purge' ? { mass: true } : {}) }]
  }
  return undefined
}

/** Words that name things as often as they ask for them: `monitor metrics alert delete`. */
const NOUNS = /^(?:metrics|logs?|images?|regions?|sizes?|plans?|versions?|history|dashboard|status|graph|test|stat)$/i

function isChange(word: string): boolean {
  return VERBS.some(([pattern, verb]) => verb !== 'read' && pattern.test(word.toLowerCase()))
}

/** Does this word say what is done? */
export function isVerb(word: string): boolean {
  return verbOf(word) !== undefined
}

function verbOf(word: string): ChangeVerb | 'read' | undefined {
  // `DeleteInstance` reads like `delete-instance`.
  const text = word
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .replace(/^(?:batch|bulk|transact)-(?=[a-z])/, '')
  const first = text.split(/[-:]/)[0] ?? ''
  const last = text.split(':').at(-1) ?? ''
  const direct =
    VERBS.find(([pattern]) => pattern.test(text)) ??
    VERBS.find(([pattern]) => pattern.test(first)) ??
    VERBS.find(([pattern]) => pattern.test(last.split('-')[0] ?? '')) ??
    // `service-instance-delete`: some tools put the verb last.
    VERBS.find(([pattern, verb]) => verb === 'delete' && pattern.test(text.split('-').at(-1) ?? ''))
  return direct?.[1]
}
