import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { commandOfEffect } from '../../analysis/generic/call-texts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { LOSING_STATEMENTS, wordsOf } from './verbs.ts'

/** Words for kinds of things; those of a row may stand for each other. A word may stand in several rows. */
const KIND_SYNONYMS: readonly (readonly string[])[] = [
  'branch ref head worktree',
  'tag version ref image release',
  'commit revision changeset patch change',
  'stash',
  'pr pull mr merge request',
  'issue ticket bug card task story',
  'table relation collection topic',
  'column field attribute',
  'database db schema keyspace instance cluster dbs sqlite redis postgres mysql mongo cache store dropdb flushdb',
  'index collection alias indice',
  'bucket container store',
  'namespace ns project tenant',
  'deployment deploy workload service app application statefulset daemonset replicaset pod rollout',
  'pod',
  'release chart helm app application',
  'service svc unit daemon server app application process container systemctl site function timer socket',
  'server machine vm instance droplet node host box computer guest domain container vps dyno linode',
  'container',
  'image artifact package repository',
  'volume disk drive pvc pv device partition dataset pool lun namespace card stick',
  'network vpc subnet vnet link interface uplink',
  'user account login role member identity principal person people iam mailbox userdel adduser useradd usermod deluser',
  'group team role org organization organisation',
  'key secret token credential certificate cert password keypair',
  'queue topic stream exchange subscription channel vhost',
  'file folder directory dir path script module package document backup archive cache log tree',
  'line section paragraph heading chapter sentence footnote bullet snippet',
  'package module gem crate library extension plugin addon app',
  'zone domain record cname dns entry host',
  'app application site project service website',
  'environment env stage workspace',
  'job workflow pipeline cronjob cron run build action schedule timer task process',
  'cluster',
  'stack deployment',
  'function lambda',
  'row entry record document item',
  'rule policy permission grant firewall port',
  'repository repo project',
  'snapshot backup image volume dataset',
  'variable env var setting config secret',
  'event meeting appointment invite',
  'contact customer subscriber user person member client',
  'order invoice booking purchase payment',
  'message mail email letter',
  'mailbox folder inbox label',
].map((row) => row.split(' '))

const KNOWN_KINDS: ReadonlySet<string> = new Set(KIND_SYNONYMS.flat())
const VAGUE_KINDS =
  /^(?:change|patch|request|entry|item|record|store|head|card|version|project|action|build|run|task|cache|person|people|client|port|config|setting|stage|store|log|tree|path|device|pool|role|alias|store|site|stick|grant|merge|pull|deploy|document|event|message|mail|email|module|host|domain|host|app|application|env|environment|release|image|backup|process|instance|archive)$/

const singular = (word: string) => (KNOWN_KINDS.has(word) ? word : word.replace(/(?:(?<=ch|sh|ss|x)es|s)$/, ''))

export function areSameKind(one: string, other: string): boolean {
  return one === other || KIND_SYNONYMS.some((row) => row.includes(one) && row.includes(other))
}

function targetKinds(target: Target): readonly string[] {
  switch (target.kind) {
    case 'path':
      return ['file', 'volume']
    case 'ref':
      return ['branch', 'tag', 'commit']
    case 'local-work':
      return ['branch', 'tag', 'commit', 'stash', ...wordsOf(target.what)]
    case 'data':
      return target.type === 'object' ? [] : wordsOf(target.type)
    case 'cluster':
      return target.type === '' ? [] : wordsOf(target.type)
    case 'bucket':
      return target.prefix === '' ? ['bucket'] : ['bucket', 'file']
    case 'package':
      return ['package', 'tag', 'image', 'extension']
    case 'service':
    case 'process':
      return ['service', 'server', 'process', 'job']
    case 'container':
      return /^(?:volume|image|network|secret|config)s?$/.test(target.type)
        ? wordsOf(target.type)
        : [...wordsOf(target.type), 'service']
    case 'record':
      return wordsOf(target.type)
    case 'right':
      return ['user', 'group', 'rule']
    default:
      return []
  }
}

function effectKindWords(effect: Effect): readonly string[] {
  return effect.kind === 'resource-change' && effect.family === 'job' ? ['job'] : []
}

const LOCATION_ROLES =
  /^(?:namespace|context|database|remote|host|port|source|repository|system|type|what|store|area|version)$/

/** A text in which something is named: it is written there, and not kept. */
const NAMED_IN_TEXT =
  /\s(?:from|in|of|on|inside|within|out of) (?:the |our |my |this |that )?(?:[a-z]+ )?(?:docs?|documentation|read-?me(?:\.\w+)?|changelog(?:\.\w+)?|wiki|diagram|drawing|slides?|notes|article|paragraph|section|guide|tutorial|runbook|glossary|comments?|docstrings?|code(?:base)?|source(?: code)?|(?:unit )?tests?|fixtures?|examples?|template|[\w./-]+\.(?:md|rst|adoc|txt))(?=$|[`,.;:)!]| (?:and|or|but|too|where|please|now|because|since|file|section|page|instead|as|there|again|for)\b)/

const PLACING_WORDS = /^(?:from|in|of|on|inside|within|out|the|our|my|this|that)$/

/** "The branch web1" for a machine, "the user bob in the docs" for an account. */
export function namesOtherKind(effect: Effect, order: string, things: readonly string[], action: Action): boolean {
  if (!isActOnTarget(effect)) return false
  const { call } = action
  const targets = targetsOf(effect)
  const parts = targets.flatMap((target) => partsOf(target).filter(({ role }) => !LOCATION_ROLES.test(role)))
  const names = [...parts.flatMap((part) => part.names), ...things].map((name) => name.toLowerCase())
  const said = inputWords(call.input, new Set(names))
  const text = wordsOf(NAMED_IN_TEXT.exec(order)?.[0] ?? '').filter((word) => !PLACING_WORDS.test(word))
  if (text.length > 0 && effect.kind !== 'delete-path' && !text.some((word) => said.has(singular(word)))) return true
  // What stands beside its own command tells only where that says nothing: `cancel 12; list --user x`.
  const command = commandOfEffect(effect, action)
  const words = [command?.name ?? '', ...(command?.args ?? []).map(({ raw }) => raw)].join(' ')
  const named = [...targets.flatMap(targetKinds), ...effectKindWords(effect), ...inputWords(words, new Set(names))].map(
    singular,
  )
  const own = [named, [...said]]
    .map((each) => each.filter((word) => KNOWN_KINDS.has(word)))
    .find(({ length }) => length > 0)
  // What is longer than is read may be of any kind: then only a kind that is told counts.
  if (own === undefined && !Object.values(call.input).some(isLongText)) return false
  return [...new Set(names)].some((name) => {
    const kind = kindWordBeside(order, name)
    return kind !== undefined && !VAGUE_KINDS.test(kind) && own?.some((each) => areSameKind(kind, each)) !== true
  })
}

/** Acts on a thing itself: what it is called, it has to be. Where something is added, a name may be a place. */
export function isActOnTarget(effect: Effect): boolean {
  switch (effect.kind) {
    case 'git-push':
      return effect.deletes || effect.force
    case 'resource-change':
      return effect.verb !== 'create' && effect.verb !== 'update' && effect.verb !== 'apply' && effect.verb !== 'scale'
    case 'external-write':
      return effect.nature === 'deletion'
    case 'publish':
      return effect.removes
    case 'database-change':
      return LOSING_STATEMENTS.has(effect.statement)
    default:
      return (
        effect.kind === 'delete-path' ||
        effect.kind === 'git-discard' ||
        effect.kind === 'signal-process' ||
        effect.kind === 'service-control'
      )
  }
}

const MAX_TEXT_LENGTH = 4_000
const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > MAX_TEXT_LENGTH

const NEGATED_OPTIONS = /\s--(?:ignore|skip|no|with|without|include|exclude|keep|delete)-[\w-]+/g

function inputWords(input: unknown, names: ReadonlySet<string>): ReadonlySet<string> {
  if (typeof input === 'string') {
    const words = input
      .slice(0, MAX_TEXT_LENGTH)
      .replace(NEGATED_OPTIONS, ' ')
      .split(/[\s'"=]+/)
    return new Set(
      words
        .filter((word) => !names.has(word.toLowerCase()) || KNOWN_KINDS.has(singular(word)))
        .flatMap((word) => wordsOf(word).map(singular)),
    )
  }
  if (typeof input !== 'object' || input === null) return new Set()
  const inner = Object.entries(input).flatMap(([key, value]) => [
    ...wordsOf(key).map(singular),
    ...(typeof value === 'string' ? inputWords(value, names) : []),
  ])
  return new Set(inner)
}

function kindWordBeside(order: string, name: string): string | undefined {
  const at = order.indexOf(name)
  if (at < 0 || name.length < 2) return undefined
  const words = (text: string) => text.split(/[\s`'"]+/).filter((word) => word !== '')
  const after = words(order.slice(at + name.length))
  const last = after
    .slice(0, 3)
    .findLastIndex(
      (_, index) =>
        after.slice(0, index + 1).every(isKindWord) && after.slice(0, index).every((each) => /\w$/.test(each)),
    )
  const behind = after[last]
  if (/^[`'"]?\s/.test(order.slice(at + name.length)) && behind !== undefined)
    return singular(withoutPunctuation(behind))
  const before = words(order.slice(0, at))
  for (let index = before.length - 1; index >= 0; index--) {
    const word = before[index] ?? ''
    if (isKindWord(word) && !word.endsWith(',')) return singular(withoutPunctuation(word))
    if (!/^(?:named|called|and|or|&|id|with|name)$|,$/.test(word) && !/^(?:and|or|&)$|,$/.test(before[index + 1] ?? ''))
      return undefined
  }
  return undefined
}

const withoutPunctuation = (word: string) => word.replace(/[:,.;)]+$/, '')
export const isKindWord = (word: string): boolean => KNOWN_KINDS.has(singular(withoutPunctuation(word)))
