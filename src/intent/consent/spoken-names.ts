import type { Effect } from '../../analysis/effects.ts'
import { partsOf, type TargetPart } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'

/** Is a part of a target said in words that are not its spelling: "stash number 2", "PostgreSQL 16", "the team share bucket"? */
export function isSaidInWords(text: string, { role, names: [name = ''] }: TargetPart): boolean {
  if (role === 'ref') return isStashMentioned(text, name)
  // What cannot be undone is said by its full name.
  if (role === 'bucket' && !UPLOAD_VERB.test(text.trim())) return false
  return spokenForms(role, name).some((said) => holdsWords(text, said)) || isSpelledApart(text, role, name)
}

const UPLOAD_VERB = /^(?:upload|copy|put|send|publish|store|save)\b/

/** An order without what it says in words: that names nothing else than the call. */
export function withoutSpokenNames(effect: Effect, order: string): string {
  const parts = targetsOf(effect).flatMap(partsOf)
  const said = parts.flatMap(({ role, names: [name = ''] }) => spokenForms(role, name))
  const held = said.filter((words) => holdsWords(order, words)).toSorted((one, other) => other.length - one.length)
  return held.reduce((text, words) => text.replace(words, ' '), withoutBmcPhrase(effect, order))
}

const BMC_PHRASE =
  /\s[\w.-]+,? (?:through|via|over|by|using|with|on) its (?:bmc|ilo|idrac|drac|imm|xcc|cimc|ipmi|amt)(?: (?:at|called|address|host))? `?([\w.-]+)/

/** "Node a7 through its BMC a7-mgmt": the machine goes by the board that switches it, where a person says whose that is. */
function withoutBmcPhrase(effect: Effect, order: string): string {
  if (effect.kind !== 'service-control' || effect.verb !== 'power') return order
  return order.replace(BMC_PHRASE, (all, board: string) => (board === effect.service.toLowerCase() ? ` ${board}` : all))
}

function spokenForms(role: string, name: string): readonly string[] {
  if (role === 'service') return serviceInstanceForms(name)
  if (role !== 'bucket') return []
  return nameAsWords(name).flatMap((said) =>
    BUCKET_ARTICLES.flatMap((lead) => [`${lead} ${said} bucket`, `${lead} bucket ${said}`]),
  )
}

/** With any other word before it, it may be another one. */
const BUCKET_ARTICLES = ['the', 'our', 'my', 'to', 'into']

/** `acme-team-share` is "team share" and "acme team share": the owner's name may be left out, if it tells no stage. */
function nameAsWords(name: string): readonly string[] {
  const words = name
    .toLowerCase()

    .split(/[-_.]/)
  if (words.length < 2 || !words.every((word) => /^[a-z][a-z0-9]+$/.test(word))) return []
  const [owner = '', ...rest] = words
  const isOwned = rest.length > 1 && /^[a-z]+$/.test(owner) && environmentOfName(owner) === 'unknown'
  return [words, ...(isOwned ? [rest] : [])].map((each) => each.join(' '))
}

const LOCAL_NETWORK = /^([a-z][a-z0-9-]{3,})\.(?:local|lan|home|home\.arpa)$/
/** What may come after a name without making it say which: "my media server docs" are docs. */
const AFTER_NAME =
  /^(?:$|[,.;:!)]|(?:and|as|now|please|again|at|in|into|under|with|via|over|too|so|then|before|after|for)$)/

/** `raspberrypi.local` is "my Raspberry Pi": a machine of one's own network, by its words written apart. */
function isSpelledApart(text: string, role: string, name: string): boolean {
  const [, label] = (role === 'host' ? LOCAL_NETWORK.exec(name.toLowerCase()) : null) ?? []
  if (label === undefined) return false
  const wanted = label.replace(/-/g, '')
  const words = text.trim().split(/\s+/)
  return words.some((_, at) =>
    [1, 2, 3, 4].some((count) => {
      const run = words.slice(at, at + count).join('')
      const closed = /[,.;:!)]$/.test(run)
      return (
        /^(?:the|my|our)$/.test(words[at - 1] ?? '') &&
        run.replace(/[,.;:!)]$/, '') === wanted &&
        (closed || AFTER_NAME.test(words[at + count] ?? ''))
      )
    }),
  )
}

/** Where a file goes on such a machine without being said: the home of a person, or a temporary folder, and nothing hidden there. */
const USUAL_REMOTE_PATH = /^(?!\.|\S*\/\.)(?:$|~\/?|\/home\/[\w-]+(?:\/|$)|\/tmp\/|(?=\w))[\w./+-]*$/

/** Where a file is taken for settings, code or a key by being there: nobody means that who only says the machine. */
const ACTIVE_REMOTE_PATH =
  /^\/(?:etc|usr|s?bin|lib\w*|boot|dev|proc|sys|root\/\.|var\/spool|library)(?:\/|$)|(?:^|\/)\.[a-z]/

/** On a machine that is said in words alone: does something else go there, or to a place of its own? */
export function isUnexpectedRemotePath(effect: Effect, text: string, call: string): boolean {
  if (effect.kind !== 'send-data' && effect.kind !== 'remote-exec') return false
  const host = effect.host.toLowerCase()
  const [, place = ''] = call.split(`${host}:`, 2)[1]?.match(/^['"]?([^\s'"]*)/) ?? []
  if (ACTIVE_REMOTE_PATH.test(place) && !text.includes(place.replace(/\/[^/]*$/, '/')) && !text.includes(place))
    return true
  if (!LOCAL_NETWORK.test(host) || text.includes(host)) return false
  if (!call.includes(`${host}:`) || !(USUAL_REMOTE_PATH.test(place) || text.includes(place))) return true
  const sent = targetsOf(effect).flatMap((target) => (target.kind === 'source' ? [target.name] : []))
  return !sent.every((file) => isFileMentioned(text, file.toLowerCase()))
}

/** By its name, or by a word of it: "the firmware image". */
function isFileMentioned(text: string, file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const said = new Set(text.split(/[^\p{L}\p{N}]+/u))
  return text.includes(name) || name.split(/[^\p{L}\p{N}]+/u).some((word) => word.length > 3 && said.has(word))
}

/** "Stash 2", "the stash at index 2", "stashes 1 and 2"; the newest is the first. "The second one" may be either of two. */
function isStashMentioned(text: string, name: string): boolean {
  const [, number] = /^stash@\{(\d+)\}$/.exec(name) ?? []
  if (number === undefined) return false
  const list = '(?:#?\\d+(?:,|,? and) )*'
  const said = `\\bstash(?:es)? (?:(?:with |at )?(?:the )?(?:number|no\\.?|nr\\.?|index|position) )?${list}#?${number}`
  if (
    new RegExp(`${said}(?![\\w.-]| \\w{3,}s?\\b(?<! (?:please|now|and|because|since|that|which|from|too)))`).test(text)
  )
    return true
  return number === '0' && /\b(?:latest|newest|last|top(?:most)?|most recent) (?:git )?stash(?! \w)/.test(text)
}

/** `postgresql@16-main` is PostgreSQL 16, where `main` is the one that everybody has; `wg-quick@wg0` is wg-quick wg0. */
function serviceInstanceForms(service: string): readonly string[] {
  const [, unit = '', instance = ''] = /^([\w-]+)@([\w.-]+?)(?:\.service)?$/.exec(service.toLowerCase()) ?? []
  if (unit === '') return []
  const version = /^(\d+(?:\.\d+)?)-(?:main|default)$/.exec(instance)?.[1]
  const instances = [instance, instance.replace(/-/g, ' '), ...(version === undefined ? [] : [version])]
  return [...new Set([unit, unit.replace(/(?<=postgres)ql$/, '')])].flatMap((each) =>
    ['', 'service ', 'unit ', 'server '].flatMap((word) => instances.map((said) => `${each} ${word}${said}`)),
  )
}

/** A text holds words that stand alone, and are not of a longer name. */
function holdsWords(text: string, words: string): boolean {
  const at = text.indexOf(words)
  return (
    at >= 0 &&
    !/[\w.@/-]$/.test(text.slice(0, at)) &&
    !/^(?:[\w@/-]|\.\w)/.test(text.slice(at + words.length)) &&
    !/^ (?:tests?|client|tables?|users?|docs?|driver|code|support|image|container|package|config\w*|dump|backups?)\b/.test(
      text.slice(at + words.length),
    )
  )
}
