import type { Action } from '../../analysis/action.ts'
import { commandOf } from '../../analysis/call-words.ts'
import type { Effect } from '../../analysis/effects.ts'
import { areAlike, isKind } from '../../analysis/kinds.ts'
import { isBase } from '../../analysis/speech/verb-forms.ts'
import { stageOfName } from '../../analysis/stages.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { EDITS } from '../../analysis/verbs.ts'
import { isHeadNamed, isNamed } from './naming.ts'

/** What people call a file that is put out, by how its name ends. */
const ARTIFACTS: readonly (readonly [ending: RegExp, called: string])[] = [
  [/\.whl$/, 'wheel'],
  [/\.(?:tar\.\w+|tgz)$/, 'sdist|tarball|source distribution'],
  [/\.(gem|vsix|nupkg|crate|jar|deb|rpm)$/, '$1'],
]
/** Where a build leaves what it makes. */
const BUILT = /^(?:\.\/)?(?:dist|build|out|pkg|target)$/

/** "The wheel in dist", "the gem": the words for the one file that the call puts out, where no other is meant by them. */
export function artifactSaid(text: string, { name }: Extract<Target, { kind: 'package' }>, action: Action): string {
  const published = action.effects.filter(({ kind }) => kind === 'publish')
  const [, folder = '', file = ''] = /^(?:\.\/)?(?:(.+)\/)?([^/]+)$/.exec(name) ?? []
  const [ending, called = ''] = ARTIFACTS.find(([form]) => form.test(file)) ?? []
  if (ending === undefined || /[*?]/.test(name) || published.flatMap(targetsOf).length !== 1) return ''
  const kind = `\\b(?:${called.replace('$1', ending.exec(file)?.[1] ?? '')})`
  const [phrase = ''] = new RegExp(`${kind} (?:in|from|under|inside) (?:the )?\\S+`).exec(text) ?? []
  if (phrase !== '') return phrase.replace(/[/,.;:]+$/, '').endsWith(` ${folder.toLowerCase()}`) ? phrase : ''
  return BUILT.test(folder) ? (new RegExp(`${kind}(?= (?:to|on)\\b|$)`).exec(text)?.[0] ?? '') : ''
}

type Change = Extract<Effect, { kind: 'resource-change' }>

const isRollOut = (effect: Effect): effect is Change => effect.kind === 'resource-change' && effect.verb === 'apply'

/** "Deploy the chart to staging", as far as nothing says which, and the stage is all there is of the place. */
const THE_ONE =
  /^(?:deploy|roll(?: out)?|rollout|apply|ship|install|upgrade) (?:the|our|this|my) (?:new |current |latest )?([a-z]+)(?: out)? (?:to|in|on|into|onto) (?:the )?([a-z]+)(?: (?:cluster|environment|env|namespace|stage))?(?=,| (?:with|now|again)\b|$)/

/** The only thing of its kind that the call rolls out, and the stage that it is rolled out to. */
export function isOnlyOne(effect: Effect, text: string, { effects }: Action): boolean {
  if (!isRollOut(effect) || /^(?:production|unknown)$/.test(effect.stage)) return false
  if (effects.filter(({ kind }) => kind === 'resource-change').length > 1) return false
  const [, kind = '', stage = ''] = THE_ONE.exec(text.trim()) ?? []
  const [target, ...others] = targetsOf(effect)
  if (target === undefined || others.length > 0 || stageOfName(stage) !== effect.stage) return false
  if (target.kind === 'path') return /^manifests?$/.test(kind) && target.path.zone === 'project'
  return target.kind === 'cluster' && target.name !== '' && areAlike(kind, target.type)
}

/** All there is to roll out, in whatever tool. */
const ROLLED =
  /\b(?:changes?|plans?|config(?:uration)?|manifests?|infra(?:structure)?|stacks?|migrations?|playbooks?|everything|terraform|tofu|state)\b/
const AROUND = /\s(?=(?:in|to|on|from|for|of|with|into|onto|at|inside|as|under|via|using|against)\s)|:\s|,\s/
const LITTLE =
  /^(?:the|a|an|my|our|this|that|these|those|it|them|new|current|latest|all|now|again|please|out|up|only|just|everything|both|same|one)$/

/**
 * Is something else spoken of than what is rolled out: "apply prettier to dev.tfvars", "set a label in app.yaml"? What an order
 * is about stands before the words for where; one without any object says only where.
 */
export function rollsOutOther(effect: Effect, text: string, names: readonly string[]): boolean {
  if (!isRollOut(effect)) return false
  // Whoever has a file updated does not have it applied.
  if (
    /^(?:update|set|push|publish|release)\b/.test(text.trim()) &&
    targetsOf(effect).every(({ kind }) => kind === 'path')
  )
    return true
  const [direct = ''] = text.trim().split(AROUND, 1)
  const words = direct
    .split(/\s+/)
    .slice(1)
    .filter((word) => !LITTLE.test(word))
  if (words.length === 0 || ROLLED.test(direct) || words.some((word) => isKind(word))) return false
  return !isNamed(direct, [...names, effect.system, effect.doer.name])
}

/** "Update the web tests" changes tests: whoever asks in words for an edit has to speak of the very thing. */
export function isAboutMore(effect: Effect, text: string, names: readonly string[]): boolean {
  const [verb = ''] = text.trim().split(/[^a-z-]+/, 1)
  if (effect.kind !== 'resource-change' || !/^(?:apply|update|create)$/.test(effect.verb) || !EDITS.includes(verb))
    return false
  const said = names.filter((name) => isNamed(text, [name]) && text.includes(name.toLowerCase()))
  return said.length > 0 && !said.some((name) => isHeadNamed(text, [name]) || isBeforeKind(text, name))
}

function isBeforeKind(text: string, name: string): boolean {
  const [next = ''] = text.slice(text.indexOf(name.toLowerCase()) + name.length).match(/^[`'"]?\s+[a-z]+/) ?? []
  return isKind(next.trim())
}

/** Effects of programs that are told by a first word what to do. */
const TOLD = /^(?:resource-change|database-change|git-discard|publish|grant|weaken)$/

/** The sub-command itself, where it is no word of everyday and so has but one meaning: `strip`, `taint`, `expire`. */
export function ownVerbs(effect: Effect, action: Action): readonly string[] {
  if (!TOLD.test(effect.kind)) return []
  const names = targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names))
  return [...effect.doer.words.slice(1), commandOf(effect, action)?.args[0]?.known ?? ''].filter(
    (word) => /^[a-z]{4,}$/.test(word) && !isBase(word) && !isKind(word) && !names.includes(word),
  )
}
