import type { Finding } from '../../categories/category.ts'
import type { Occasion } from './grant.ts'
import type { Order } from './orders.ts'

const CONTRAST =
  /(?:^|[\s,(])(?:not|instead of|rather than|except for|except|other than) (?:(?:to|on|in|the|from|at|for|with|my|our|via|through) ){0,3}([\w./~@:-]{2,80})/g

/** Does the call keep to what the order says beside its object: what it is not to be, which remote, where, which number? */
export function fits(finding: Finding, order: Order, { command = '', cwd = '' }: Occasion): boolean {
  return (
    !isRuledOut(order, command) &&
    isSameRemote(finding, order) &&
    isSamePlace(finding, order, `${cwd} ${command}`) &&
    isSameNumber(finding, order, command)
  )
}

/** "Not origin": the call must not have that word in it. */
function isRuledOut({ sentence }: Order, command: string): boolean {
  const words = new Set(command.toLowerCase().split(/[\s"'=:;|&()<>]+/))
  for (const match of sentence.matchAll(CONTRAST)) {
    const name = (match[1] ?? '').replace(/[.,:]+$/, '')
    if (words.has(name) || words.has(`--${name}`)) return true
  }
  return false
}

const REMOTE =
  /\b(?:to|on|at|of|the|my|our|your) ([\w.-]{2,60}) remote\b(?! (?:branch|branches|tag|tags|refs?)\b)|\bremote (?:named |called )?[`"']?([\w.-]{2,60})/
const ANY_REMOTE = new Set(
  'the a git same right correct default branch branches repo repository main master and so it is as then now that this with to on too for my our your github gitlab only'.split(
    ' ',
  ),
)

function isSameRemote({ effect }: Finding, { sentence }: Order): boolean {
  if (effect.kind !== 'git-push' || effect.remote === '') return true
  const match = REMOTE.exec(sentence)
  const name = (match?.[1] ?? match?.[2] ?? '').replace(/[.,:;]+$/, '')
  return name === '' || ANY_REMOTE.has(name) || name === effect.remote.toLowerCase()
}

const PLACE = /\b(?:in|inside|within|under|at) (?:[\w-]+ ){0,4}[`"']?((?:~|\/)[\w.~/@-]{1,200})/

/** "In the sandbox repo /tmp/x": an act on a repository must be in that place. */
function isSamePlace({ effect }: Finding, { sentence }: Order, whereabouts: string): boolean {
  if (effect.kind !== 'git-push' && effect.kind !== 'git-discard') return true
  const place = PLACE.exec(sentence)?.[1]?.replace(/^~\/?|[/.]+$/g, '') ?? ''
  return place === '' || whereabouts.trim() === '' || whereabouts.toLowerCase().includes(place)
}

const NUMBERED =
  /(?:\b(?:prs?|mrs?|pull requests?|merge requests?|issues?|tickets?|orders?|invoices?|bookings?|incidents?|cases?|customers?|payments?|transactions?)(?: number| no\.?)? ?#?|(?:^|\s)[#!])\d{1,9}\b/

/** "Merge PR 6" is about 6 and no other. */
function isSameNumber({ effect }: Finding, { text }: Order, command: string): boolean {
  if (effect.kind !== 'external-write') return true
  // "The PR for issue 12" has a number of its own.
  const told = /\bpr\b|\bmr\b/.test(command) ? text.replace(/\b(?:issues?|tickets?) ?#?\d+/g, ' ') : text
  if (!NUMBERED.test(told)) return true
  const said = new Set(told.match(/\d+/g) ?? [])
  const done =
    `${effect.target} ${command}`.match(
      /(?<![\w.=-])#?\d{1,9}(?![\w.-])|(?<=\/(?:pull|issues|pulls|merge_requests)\/)\d{1,9}/g,
    ) ?? []
  const isSaid = (number: string) => said.has(number.replace('#', ''))
  // "Close 51" is not about 52: of a list of numbers each must have been said.
  const listed = effect.target.split(/[\s,]+/).filter((word) => /^#?\d{1,9}$/.test(word))
  if (listed.length > 1 && /^(?:#?\d{1,9}\s+)+#?\d{1,9}$/.test(effect.target)) return listed.every(isSaid)
  return done.length === 0 || done.some(isSaid)
}
