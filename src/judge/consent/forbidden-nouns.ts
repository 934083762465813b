/** "No deploys today": a noun that rules out an act. The verb is what the clause would begin with. */
const NOUNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:deploys?|deployments?)\b/, 'deploy'],
  [/^force[- ]push(?:es)?\b/, 'force'],
  [/^push(?:es)?\b/, 'push'],
  [/^commits?\b/, 'commit'],
  [/^amend(?:s|ments)?\b/, 'amend'],
  [/^merges?\b/, 'merge'],
  [/^rebases?\b/, 'rebase'],
  [/^releases?\b/, 'release'],
  [/^(?:installs?|installations?)\b/, 'install'],
  [/^(?:dependenc(?:y|ies)|packages?|deps)\b/, 'install new dependencies'],
  [/^(?:deletes?|deletions?|removals?)\b/, 'delete'],
  [/^downloads?\b/, 'download'],
  [/^uploads?\b/, 'upload'],
  [/^(?:edits?|writes|file (?:edits|changes|writes))\b/, 'edit'],
  [/^(?:network|internet|web)(?: (?:access|calls?|requests?|connections?|traffic))?\b/, 'network'],
  [/^(?:prs?|pull requests?|merge requests?)\b/, 'open pull request'],
  [/^migrations?\b/, 'migrate'],
  [/^(?:e-?mails?|messages?)\b/, 'send email message'],
  [/^(?:docker|podman|sudo|kubectl|terraform|ssh|curl|wget|npm|yarn|pnpm|pip|brew|make)\b/, 'run'],
]
const OPENING = /^no (?:(?:more|further|other|extra|additional|new|any) ){0,2}/
/** What may follow without making it a remark about something else: "no network in the tests" is about tests. */
const CLOSING =
  /^(?:[\s,]+(?:today|tonight|now|yet|please|for now|at all|allowed|whatsoever|here|right now|this time|either|of any kind|for this(?: task| one)?|in this session))*(?:[\s,]+(?:to|on|until|before|unless|without) .{1,200})?$/

/** The prohibition that a clause of the form "no …" amounts to, as a clause head. */
export function forbiddenByNoun(clause: string): string | undefined {
  const opening = OPENING.exec(clause)
  if (!opening) return undefined
  const rest = clause.slice(opening[0].length)
  for (const [noun, verb] of NOUNS) {
    const found = noun.exec(rest)
    const after = rest.slice(found?.[0].length ?? 0)
    if (!found || !CLOSING.test(after)) continue
    return verb === 'run' ? `run ${found[0]}` : `${verb}${/^\s+(?:to|on) /.test(after) ? after : ''}`
  }
  return undefined
}

const OFFLINE = /^(?:work|stay|keep|remain|operate|do this|do it)(?: (?:fully|completely|strictly|entirely))? offline\b/
const NETWORK =
  /^(?:make|use|access|do|hit|reach|go|connect|call|send|perform|issue|contact)\b.{0,30}?\b(?:network|internet|online|web|external (?:apis?|services?|hosts?|servers?)|(?:http|network|web|external|outbound) (?:requests?|calls?|access|connections?|traffic))(?: (?:access|requests?|calls?|connections?|traffic))?(?: (?:today|now|yet|please|at all|for this(?: task)?|for now))*$/

/** "Do not make any network requests" and "work offline" rule out the network itself. */
export function forbidsNetwork(head: string): boolean {
  return NETWORK.test(head)
}

export function worksOffline(clause: string): boolean {
  return OFFLINE.test(clause)
}
