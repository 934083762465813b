import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { commandFolders, commandOfEffect } from '../../analysis/generic/call-texts.ts'
import { artifactNames, partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { areSameKind, isKindWord } from '../../knowledge/lexicon/object-kinds.ts'
import { EDIT_VERBS } from '../../knowledge/lexicon/verbs.ts'
import { isBaseVerb } from '../speech/verb-forms.ts'
import { isHeadNamed, isNamed } from './naming.ts'

/** What people call a file that is put out, by how its name ends. */
const ARTIFACT_NOUNS: readonly (readonly [ending: RegExp, called: string])[] = [
  [/\.whl$/, 'wheel'],
  [/\.(?:tar\.\w+|tgz)$/, 'sdist|tarball|source distribution'],
  [/\.(gem|vsix|nupkg|crate|jar|deb|rpm)$/, '$1'],
]
/** Where a build leaves what it makes. */
const BUILD_FOLDER = /^(?:\.\/)?(?:dist|build|out|pkg|target)$/

/** "From dist" is not from another folder. */
export function isOtherFolder(text: string, what: string): boolean {
  const [, folder = ''] =
    /\b(?:in|from|under|inside) (?:the |our |my )?(dist|build|out|pkg|target)\b(?!\/)/.exec(text) ?? []
  return folder !== '' && what.includes('/') && !what.split(/[\s/]+/).includes(folder)
}

/** A path in its folder and its name. */
const FOLDER_AND_NAME = /^(?:\.\/)?(?:(.+)\/)?([^/]+)$/

/** "The wheel in dist", "the gem": the words for the one file that the call puts out, where no other is meant by them. */
function artifactPhrase(text: string, { name }: Extract<Target, { kind: 'package' }>, action: Action): string {
  const published = action.effects.filter(({ kind }) => kind === 'publish').flatMap(targetsOf)
  const [, folder = '', file = ''] = FOLDER_AND_NAME.exec(name) ?? []
  const [ending, called = ''] = ARTIFACT_NOUNS.find(([form]) => form.test(file)) ?? []
  if (ending === undefined || /[*?]/.test(name)) return ''
  const kind = `\\b(?:${called.replace('$1', ending.exec(file)?.[1] ?? '')})`
  // "dist/kit-2.1.tar.gz and its wheel": the one of that kind which was built with the file that is named.
  if (published.length === 2 && published.some((other) => isBuiltWith(text, other, { folder, file })))
    return new RegExp(`(?<=\\b(?:its|and the|with the|plus the) )${kind}(?=[,.]? |[,.]?$)`).exec(text)?.[0] ?? ''
  if (published.length !== 1) return ''
  const [phrase = ''] = new RegExp(`${kind} (?:in|from|under|inside) (?:the )?\\S+`).exec(text) ?? []
  if (phrase !== '') return phrase.replace(/[/,.;:]+$/, '').endsWith(` ${folder.toLowerCase()}`) ? phrase : ''
  return BUILD_FOLDER.test(folder) ? (new RegExp(`${kind}(?= (?:to|on)\\b|$)`).exec(text)?.[0] ?? '') : ''
}

/** Another file of the same folder, name and version, which a text names. */
function isBuiltWith(text: string, other: Target, own: { readonly folder: string; readonly file: string }): boolean {
  if (other.kind !== 'package') return false
  const [, folder = '', file = ''] = FOLDER_AND_NAME.exec(other.name) ?? []
  const [built] = artifactNames(file)
  if (folder !== own.folder || file === own.file || built === undefined) return false
  return artifactNames(own.file).includes(built) && isNamed(text, [other.name])
}

/** What is put out by such a tag is run by others. */
const RELEASE_TAG = /^(?:latest|stable|release|main|master|live|current)$|^v?\d/

/** "The dev image to my sandbox folder in the registry": the one image of the call by its tag, and a folder of its own registry. */
function imagePhrase(text: string, target: Extract<Target, { kind: 'package' }>, action: Action): string {
  const name = `${target.name}:${target.version}`
  const [, folders = '', tag = ''] =
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/((?:[\w.-]+\/)+)[\w.-]+:([\w.-]+)$/.exec(name.toLowerCase()) ?? []
  const [pushed, ...others] = action.effects.filter(({ kind }) => kind === 'publish')
  if (tag === '' || RELEASE_TAG.test(tag) || pushed === undefined || others.length > 0) return ''
  if (commandOfEffect(pushed, action)?.args.some(({ known }) => /^(?:-a|--all.*)$/.test(known)) !== false) return ''
  if ([tag, ...folders.split('/')].some((word) => environmentOfName(word) === 'production')) return ''
  const said =
    /^push (?:the |my |our )(?:([\w.-]+) image|image (?:tagged|with (?:the )?tag) ([\w.-]+)) (?:to|into) (?:my|the|our) ([\w-]+) (?:folder|namespace|project|space|area)(?: (?:in|of|on) (?:the|our|my) registry)?(?=[,.]|$| (?:now|please|again)\b)/.exec(
      text.trim(),
    )
  const isMeant = (said?.[1] ?? said?.[2]) === tag && folders.split('/').includes(said?.[3] ?? '')
  return isMeant ? (said?.[0] ?? '') : ''
}

/** What has no name of its own goes by the place where it is: a package by its folder, a machine by its host. */
export function targetByPlace(target: Target, text: string, effect: Effect, action: Action): Target {
  const said = target.kind === 'package' ? artifactPhrase(text, target, action) : ''
  if (target.kind === 'package' && said !== '') return { ...target, name: said }
  const image = target.kind === 'package' ? imagePhrase(text, target, action) : ''
  if (target.kind === 'package' && image !== '') return { ...target, name: image, source: '' }
  if (target.kind === 'package' && /^$|^(?:\.\/)?(?:dist|build|out|pkg|target)\/\*/.test(target.name))
    return { ...target, name: commandFolders(effect, action).split(' ').at(-1) ?? '' }
  if (target.kind === 'service' && target.name === 'machine') {
    const [host, ...others] = action.effects.flatMap((each) => (each.kind === 'remote-exec' ? [each.host] : []))
    if (host !== undefined && others.length === 0) return { kind: 'host', host, port: '', path: '', amount: 'one' }
  }
  if (target.kind !== 'path' || target.path.real === undefined) return target
  // Both halves of a key go by one name.
  const real = target.path.real.replace(/(\/\.ssh\/[^/]+)\.pub$/, '$1')
  return { ...target, path: { ...target.path, real, text: real } }
}

type Change = Extract<Effect, { kind: 'resource-change' }>

const isRollOut = (effect: Effect): effect is Change => effect.kind === 'resource-change' && effect.verb === 'apply'

/** "Deploy the chart to staging", as far as nothing says which, and the stage is all there is of the place. */
const SINGLE_ROLLOUT_ORDER =
  /^(?:deploy|roll(?: out)?|rollout|apply|ship|install|upgrade) (?:(?:the|our|this|my) (?:new |current |latest )?([a-z]+)|(?:the |our |my )?([a-z]+) (?:version )?v?\d+\.\d[\w.+-]*)(?: out)? (?:to|in|on|into|onto) (?:the )?([a-z]+)(?: (?:cluster|environment|env|namespace|stage))?(?=,| (?:with|now|again)\b|$)/

/** The only thing of its kind that the call rolls out, and the stage that it is rolled out to. */
export function isOnlyRolloutTarget(effect: Effect, text: string, { effects }: Action): boolean {
  if (!isRollOut(effect) || /^(?:production|unknown)$/.test(effect.environment)) return false
  if (effects.filter(({ kind }) => kind === 'resource-change').length > 1) return false
  const [, only, versioned, stage = ''] = SINGLE_ROLLOUT_ORDER.exec(text.trim()) ?? []
  const kind = only ?? versioned ?? ''
  const [target, ...others] = targetsOf(effect)
  if (target === undefined || others.length > 0 || environmentOfName(stage) !== effect.environment) return false
  if (target.kind === 'path') return /^manifests?$/.test(kind) && target.path.zone === 'project'
  return target.kind === 'cluster' && target.name !== '' && areSameKind(kind, target.type)
}

const PLAYBOOK_ORDER =
  /^(?:re-?run|run|play|execute|apply|deploy|roll out) (?:only |just )?(?:(?:the )?([a-z0-9][\w-]*) (?:parts?|tags?|tasks|roles?|section) of )?(?:the |our |my )(?:([a-z0-9][\w-]*) )?(playbook|manifest)s? (?:to|in|on|onto|against|with|for|using) (?:the |our )?([a-z]+)(?: (?:inventory|hosts|machines|servers|cluster|environment|env|namespace|stage))?(?=,| (?:now|again|please)\b|$)/

/**
 * "Run the users playbook against staging", "apply the nginx part of the playbook to staging": the one file that is rolled out, by
 * its kind and its own name, or a part of the only playbook of the call, and its stage.
 */
export function isPlaybookRollout(effect: Effect, text: string, action: Action): boolean {
  const [all, part, name = '', kind = '', stage = ''] = PLAYBOOK_ORDER.exec(text.trim()) ?? []
  const [change, ...others] = action.effects.filter((each) => each.kind === 'resource-change')
  if (all === undefined || change === undefined || others.length > 0 || !isRollOut(change)) return false
  // The machines that a playbook works on are those of the same command.
  if (effect !== change && !(effect.kind === 'remote-exec' && effect.span.start === change.span.start)) return false
  if (/^(?:production|unknown)$/.test(change.environment) || environmentOfName(stage) !== change.environment)
    return false
  if ((kind === 'playbook') !== (change.system === 'ansible')) return false
  if (part !== undefined && !isOnlyTag(part, change, action)) return false
  const files = change.target.match(/\S+\.ya?ml\b/g) ?? []
  const isMeant = name === '' ? kind === 'playbook' : new RegExp(`(?:^|/)${name}\\.ya?ml$`).test(files[0] ?? '')
  return files.length === 1 && isMeant
}

/** Is the part that is asked for all that the command plays? */
function isOnlyTag(part: string, effect: Effect, action: Action): boolean {
  const words = (commandOfEffect(effect, action)?.args ?? []).map(({ known = '' }) => known.toLowerCase())
  const tags = words.flatMap((word, at) =>
    /^(?:--tags|-t)$/.test(word) ? [words[at + 1] ?? ''] : (/^(?:--tags=|-t)(.+)$/.exec(word)?.slice(1) ?? []),
  )
  return tags.length === 1 && tags[0] === part
}

/** What may stand in an order for one thing of a kind, beside the words of its name. */
const WORKTREE_ORDER_FILLERS =
  /^(?:the|that|which|you|we|i|made|created|used|set|up|opened|for|of|from|a|an|my|our|your|this|old|local|now|again|please|away|rid|completely|too|with|earlier|before|had|have|was|were|is|to|it|in|on)$/

/** "The worktree that you made for the bisect": the only one of its kind in the call, by the words of its name. */
export function isOnlyWorktree(effect: Effect, text: string, { effects }: Action): boolean {
  if (effect.kind !== 'git-discard' || effect.refs.length !== 1 || !/^(?:worktree|branch)$/.test(effect.what))
    return false
  if (effects.filter(({ kind }) => kind === 'git-discard').length > 1) return false
  const [name = ''] = effect.refs.map((ref) => ref.replace(/\/+$/, '').split('/').at(-1) ?? '')
  const parts = name
    .toLowerCase()
    .split(/[-_.]/)
    .filter((part) => part !== '')
  const [, ...said] = text
    .trim()
    .replace(/[`'"]/g, '')
    .split(/[\s,]+/)
  const words = said.filter((word) => !WORKTREE_ORDER_FILLERS.test(word) && word !== effect.what)
  const told = words.filter((word) => word.length > 3 && parts.includes(word))
  // One more word, such as the project's: a number or a stage would tell it from another.
  const rest = parts.filter((part) => !told.includes(part))
  const isPlain =
    rest.length < 2 && rest.every((part) => /^[a-z]+$/.test(part) && environmentOfName(part) === 'unknown')
  return said.includes(effect.what) && told.length > 0 && told.length === words.length && isPlain
}

/** All there is to roll out, in whatever tool. */
const ROLLOUT_NOUNS =
  /\b(?:changes?|plans?|config(?:uration)?|manifests?|infra(?:structure)?|stacks?|migrations?|playbooks?|everything|terraform|tofu|state)\b/
const PLACE_PREPOSITION = /\s(?=(?:in|to|on|from|for|of|with|into|onto|at|inside|as|under|via|using|against)\s)|:\s|,\s/
const ROLLOUT_FILLERS =
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
  const [direct = ''] = text.trim().split(PLACE_PREPOSITION, 1)
  const words = direct
    .split(/\s+/)
    .slice(1)
    .filter((word) => !ROLLOUT_FILLERS.test(word))
  if (words.length === 0 || ROLLOUT_NOUNS.test(direct) || words.some((word) => isKindWord(word))) return false
  return !isNamed(direct, [...names, effect.system, effect.actor.name])
}

/** "Update the web tests" changes tests: whoever asks in words for an edit has to speak of the very thing. */
export function isFileEditOrder(effect: Effect, text: string, names: readonly string[]): boolean {
  const [verb = ''] = text.trim().split(/[^a-z-]+/, 1)
  if (effect.kind !== 'resource-change' || !/^(?:apply|update|create)$/.test(effect.verb)) return false
  if (IN_FILE.test(text) && (verb === 'bump' || EDIT_VERBS.includes(verb))) return true
  if (!EDIT_VERBS.includes(verb)) return false
  const said = names.filter((name) => isNamed(text, [name]) && text.includes(name.toLowerCase()))
  return said.length > 0 && !said.some((name) => isHeadNamed(text, [name]) || isBeforeKind(text, name))
}

/** Whoever changes what stands in a file has it applied by nobody yet. */
const IN_FILE =
  /\sin (?:\S+ ){0,3}?(?:values|manifests?|config|files?|\S+\.(?:ya?ml|json|toml|tf|tfvars|ini|conf))(?=$|[\s,;:])/

function isBeforeKind(text: string, name: string): boolean {
  const [next = ''] = text.slice(text.indexOf(name.toLowerCase()) + name.length).match(/^[`'"]?\s+[a-z]+/) ?? []
  return isKindWord(next.trim())
}

/** Effects of programs that are told by a first word what to do. */
const SUBCOMMAND_EFFECTS = /^(?:resource-change|database-change|git-discard|publish|grant|weaken)$/

/** The sub-command itself, where it is no word of everyday and so has but one meaning: `strip`, `taint`, `expire`. */
export function distinctSubcommands(effect: Effect, action: Action): readonly string[] {
  if (!SUBCOMMAND_EFFECTS.test(effect.kind)) return []
  const names = targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names))
  return [...effect.actor.words.slice(1), commandOfEffect(effect, action)?.args[0]?.known ?? ''].filter(
    (word) => /^[a-z]{4,}$/.test(word) && !isBaseVerb(word) && !isKindWord(word) && !names.includes(word),
  )
}

const DOMAIN_NAME = /\s(?:(?:on|at|in|with|via) )?(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+)\.([a-z]{2,6})\b(?![\w./:-])/g

/** An address of a service. */
const SERVICE_ADDRESS =
  /:\/\/|(?<![\w./-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev|app|sh|ai|cloud|co|eu)(?![\w./-])/

/**
 * "Create instance 7 on acme.ai" for `acmeai`, `acme` or `acmectl`: the service of the tool itself is no other place. So is the one that
 * is said beside the tool's own name, where the call has no address: "push it to acme.io with courier".
 */
export function withoutOwnDomain({ actor }: Effect, order: string, call: string): string {
  const name = actor.name.replace(/-?(?:ctl|cli)$/, '')
  // A call holds its registry's own addresses too, whether it says them or not.
  const said = call.replaceAll(`${actor.name}.org`, ' ').replaceAll(`${actor.name}.io`, ' ')
  const isBy = isNamed(order, [`with ${name}`, `using ${name}`, `via ${name}`]) && !SERVICE_ADDRESS.test(said)
  const several = (order.match(DOMAIN_NAME) ?? []).length > 1
  return order.replace(DOMAIN_NAME, (all, label: string, top: string) =>
    [label, `${label}${top}`].includes(name) || (isBy && !several && SERVICE_ADDRESS.test(all)) ? '' : all,
  )
}
