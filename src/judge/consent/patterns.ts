/** A rule for names: those that begin so, end so, hold this, or are exactly this. */
export interface NamePattern {
  readonly kind: 'prefix' | 'suffix' | 'part' | 'exact'
  readonly text: string
}

const VALUE = '[`"\']?([\\w./:@*#-]{1,120})'
const SPOKEN: readonly (readonly [NamePattern['kind'], RegExp])[] = [
  [
    'prefix',
    new RegExp(
      `\\b(?:(?:start|starts|starting|started|begin|begins|beginning) (?:with|in|by)|prefixed (?:with|by)?|(?:with|has|have|having) (?:the |a )?prefix(?: of)?|prefix) (?:the (?:word|prefix|letters) )?${VALUE}`,
      'g',
    ),
  ],
  [
    'suffix',
    new RegExp(
      `\\b(?:(?:end|ends|ending) (?:with|in|on)|suffixed (?:with|by)?|(?:with|has|have|having) (?:the |a )?suffix(?: of)?|suffix) (?:the (?:word|suffix|letters) )?${VALUE}`,
      'g',
    ),
  ],
  [
    'part',
    new RegExp(
      `\\b(?:containing|contain|contains|matching|match|matches|with (?=\\S+ in (?:the|their|its) names?\\b)) (?:the (?:word|string|text|pattern|glob) )?${VALUE}`,
      'g',
    ),
  ],
]
const GLOB = /(?<![\w*./:@-])[`"']?([\w./:@-]*\*[\w./:@*-]*)/g

/** The rules for names that a person's words state: "starting with tmp-", "ending in -old", `pr-*`. */
export function patternsIn(text: string): readonly NamePattern[] {
  const spoken = SPOKEN.flatMap(([kind, form]) =>
    [...text.matchAll(form)].map((match): NamePattern => {
      const value = (match[1] ?? '').replace(/[.,;:!?]+$/, '')
      return value.includes('*') ? patternOfGlob(value) : { kind, text: value }
    }),
  )
  const globs = [...text.matchAll(GLOB)].map((match) => patternOfGlob((match[1] ?? '').replace(/[.,;:!?]+$/, '')))
  return [...spoken, ...globs].filter((pattern) => pattern.text.replace(/[^a-z0-9]/gi, '').length > 1)
}

/** `x*` is a prefix, `*x` a suffix; a star inside leaves the part before it. */
export function patternOfGlob(glob: string): NamePattern {
  const starred = glob.startsWith('*')
  const open = glob.endsWith('*')
  const inner = glob.replace(/^\*+|\*+$/g, '')
  if (inner.includes('*')) return { kind: 'prefix', text: starred ? '' : (inner.split('*', 1)[0] ?? '') }
  if (starred) return { kind: open ? 'part' : 'suffix', text: inner }
  return { kind: open ? 'prefix' : 'exact', text: inner }
}

/** A search pattern as a rule for names; undefined when it is more than that. */
export function patternOfRegex(regex: string): NamePattern | undefined {
  const anchored = /^\^(?:\\s\*|\[\[:space:\]\]\*|\s*|\[\*? ?\]\*)/.exec(regex)
  const rest = regex.slice(anchored?.[0].length ?? 0)
  const closed = rest.endsWith('$')
  const body = rest.replace(/\$$/, '').replace(/\.\*$/, '')
  const plain = body.replace(/\\([./_-])/g, '$1')
  if (/[\\^$*+?()[\]{}|]/.test(plain) || plain === '') return undefined
  const text = plain.toLowerCase()
  if (anchored) return { kind: closed ? 'exact' : 'prefix', text }
  return { kind: closed ? 'suffix' : 'part', text }
}

/** Does the rule hold for this name? */
export function fitsPattern({ kind, text }: NamePattern, name: string): boolean {
  const lower = name.toLowerCase()
  switch (kind) {
    case 'prefix':
      return lower.startsWith(text)
    case 'suffix':
      return lower.endsWith(text)
    case 'part':
      return lower.includes(text)
    case 'exact':
      return lower === text
  }
}

/** Is everything that the second rule picks also picked by the first? */
export function isWithin(wide: NamePattern, narrow: NamePattern): boolean {
  return narrowings(narrow).some((rule) => {
    if (rule.kind === 'exact') return fitsPattern(wide, rule.text)
    if (wide.kind === 'part') return rule.text.includes(wide.text)
    return rule.kind === wide.kind && fitsPattern(wide, rule.text)
  })
}

/** `job.batch/x`, `origin/x` and `/x` pick what begins with x, as the listings of such tools print it. */
function narrowings(rule: NamePattern): readonly NamePattern[] {
  const at = rule.text.lastIndexOf('/')
  const head = rule.text.slice(0, Math.max(at, 0))
  const printed = at >= 0 && (head === '' || head.includes('.') || LISTED.test(head))
  return printed && rule.kind !== 'suffix'
    ? [rule, { kind: rule.kind === 'part' ? 'prefix' : rule.kind, text: rule.text.slice(at + 1) }]
    : [rule]
}

const LISTED =
  /^(?:(?:remotes\/)?(?:origin|upstream)|refs\/(?:heads|tags|remotes\/\w+)|pods?|jobs?|deployments?|services?|statefulsets?|namespaces?|cronjobs?)$/
