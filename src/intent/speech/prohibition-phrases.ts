import { withBaseVerb } from './verb-forms.ts'

/** A way to rule something out without "don't". Frozen: what the table lacks, only a model reads. */
interface ProhibitionPhrase {
  readonly form: RegExp
  /** The act, its verb first, in words of what the form holds apart. */
  readonly says: (what: string) => string
  /** A clause, and what it rules out. */
  readonly example: readonly [clause: string, out: string]
}

const edits = () => 'edit anything'
const shares = () => 'share anything'
const downloads = () => 'download anything'
const leaves = (place: string) => `leave ${place}`
const touches = (thing: string) => `touch ${thing}`

/** Ways to say that somebody has to agree, and that somebody does it in person. */
const MY_OK = '(?:ok(?:ay)?|approval|confirmation|go-ahead)'
const ASKING = `ask|check(?: first)? with|confirm(?: first)? with|consult|wait for|talk to|ping|get (?:my|an?) (?:${MY_OK}|permission)(?: from me)?`
const IN_PERSON = '(?:myself|ourselves|on my own|by hand)'
const OWN_ACTS = 'cut|deploy|push|publish|release|merge|run|send|delete|ship|tag|commit|apply|install|do'
const CHANGED = '(?:touched|changed|edited|modified|deleted|removed)'
const UNTOUCHABLE = `off[- ]limits|out of bounds|read[- ]only|frozen|untouchable|untouched|not yours(?: to [a-z]+)?`

export const PROHIBITION_PHRASES: readonly ProhibitionPhrase[] = [
  {
    form: /^(?:only|just) (?:look|read|investigate|analy[sz]e|inspect|report|research|review)(?: (?:around|at it|it|into it))?$/,
    says: edits,
    example: ['only look around', 'edit anything'],
  },
  {
    form: new RegExp(
      '^(?:this is )?(?:read[- ]only|analysis[- ]only|look[- ]only|investigation only|plan(?:ning)? only|design only|review only)' +
        '(?: (?:task|mode|for now|please|today|here))*$',
    ),
    says: edits,
    example: ['this is read-only', 'edit anything'],
  },
  {
    form: /^(?:no|zero|without) (?:code |file )?(?:edits|changes|modifications|writes)(?: (?:please|for now|yet|to (?:the )?(?:code|files|anything)))*$/,
    says: edits,
    example: ['no code changes yet', 'edit anything'],
  },
  { form: /^look,? (?:but )?don't touch$/, says: edits, example: ["look but don't touch", 'edit anything'] },
  {
    form: /^keep (?:it|this|everything|all of (?:it|this)|the changes|your changes) (?:local|on this machine|off the (?:remote|internet))\b/,
    says: shares,
    example: ['keep it local', 'share anything'],
  },
  {
    form: new RegExp(
      '^nothing (?:should|must|may|can|is to|goes|gets|leaves)(?: be)? ?' +
        '(?:pushed|published|deployed|shared|uploaded|to the remote|to origin|this machine|my machine|online)\\b',
    ),
    says: shares,
    example: ['nothing leaves this machine', 'share anything'],
  },
  {
    form: /^(?:stay|remain|keep) on (?:this|the current|my|the same|`?[\w./-]+`?)(?: branch)?$/,
    says: () => 'switch branches',
    example: ['stay on this branch', 'switch branches'],
  },
  {
    form: /^(?:edit|change|modify|touch) nothing (?:except|but|besides|other than|outside(?: of)?) (.{2,100})$/,
    says: leaves,
    example: ['touch nothing but src/', 'leave src/'],
  },
  {
    form: new RegExp(
      '^(?:only|just) (?:edit|change|modify|touch|work (?:in|on|inside|within)|update|write (?:to|in)|make changes (?:in|to))' +
        '(?: files| anything)?(?: in| to| inside| under| within| below)? (.{2,100})$',
    ),
    says: leaves,
    example: ['only touch src/', 'leave src/'],
  },
  {
    form: new RegExp(
      '^(?:limit|restrict|confine|keep) (?:your |all |any )?(?:changes|edits|work|yourself)(?: strictly)?' +
        ' (?:to|in|inside|within) (.{2,100})$',
    ),
    says: leaves,
    example: ['keep your changes to src/', 'leave src/'],
  },
  { form: /^(?:stay|keep) (?:inside|within|in) (.{2,100})$/, says: leaves, example: ['stay in src/', 'leave src/'] },
  {
    form: new RegExp(
      `^(?!(?:it|this|that) is (?:now )?frozen)(.{2,100}?) (?:is|are|stays?|remains?)(?: still| strictly| now| currently)? (?:${UNTOUCHABLE}|not to be (?:${CHANGED}|pushed|deployed))\\b`,
    ),
    says: touches,
    example: ['src/legacy is off limits', 'touch src/legacy'],
  },
  {
    form: new RegExp(`^(.{2,80}?) (?:must|may|should|can) not be ${CHANGED}(?: by you)?$`),
    says: touches,
    example: ['a.ts must not be changed', 'touch a.ts'],
  },
  {
    form: new RegExp(
      '^leave (.{2,100}?) (?:(?:(?:completely|all) )?(?:alone|untouched)|(?:(?:exactly|just|completely|all) )?' +
        '(?:as (?:it|they) (?:is|are)|as[- ]is|unchanged|in place|intact|be))$',
    ),
    says: touches,
    example: ['leave the tests alone', 'touch the tests'],
  },
  {
    form: new RegExp(
      '^(?:hands off|stay (?:away from|out of|off)|keep (?:out of|away from|your hands off)|steer clear of' +
        "|keep your (?:fingers|paws) (?:off|out of)|don't go near) (?:of )?(.{2,100})$",
    ),
    says: touches,
    example: ['hands off src/legacy', 'touch src/legacy'],
  },
  {
    form: /^treat (.{2,80}?) as (?:read[- ]only|frozen|off[- ]limits)/,
    says: touches,
    example: ['treat main as frozen', 'touch main'],
  },
  { form: /^hands off(?: please)?$/, says: () => 'touch it', example: ['hands off', 'touch it'] },
  {
    form: new RegExp(
      '^(?:keep|leave|let) (?!(?:it|this|that|things|everything) (?:up|going|alive)$)(.{2,80}?)' +
        ' (?:(?:keep |go on |stay )?(?:running|going|alive|up and running|up)|run(?: on)?|go on|finish|live)' +
        '(?: (?:for now|please|meanwhile|until .*))?$',
    ),
    says: (thing) => `stop ${thing}`,
    example: ['keep process 4711 running', 'stop process 4711'],
  },
  {
    form: /^(?:work|stay|keep|remain)(?: completely| strictly)? offline(?:,? (?:please|for now|today|here|only))*$/,
    says: downloads,
    example: ['work offline', 'download anything'],
  },
  {
    form: /^nothing from the (?:internet|web|network)(?:,? (?:please|for now|today))*$/,
    says: downloads,
    example: ['nothing from the internet', 'download anything'],
  },
  {
    form: /^(?:i|we) (?:have|need|want) to approve (?:every|each|all|any) (.{3,40})$/,
    says: (noun) => actOfNoun(noun),
    example: ['i want to approve every commit', 'commit'],
  },
  {
    form: new RegExp(
      `^(?:always )?(?:${ASKING})(?: me| my ${MY_OK})?(?: first)? (?:before|prior to) (?:you |we )?(.+)$`,
    ),
    says: withBaseVerb,
    example: ['ask me before pushing', 'push'],
  },
  {
    form: /^run (.{3,60}?) (?:past|by) me(?: first)?$/,
    says: withBaseVerb,
    example: ['run deploying by me first', 'deploy'],
  },
  {
    form: /^before (?:you )?(.{3,120}?),? (?:ask|check with|confirm with|get my|wait for)\b/,
    says: withBaseVerb,
    example: ['before you push, ask me', 'push'],
  },
  {
    form: /^(?:i|we)(?:'ll| will| want to| am going to|'m going to) (.{3,80}?) (?:myself|manually|ourselves|on my own|by hand|later)\b/,
    says: withBaseVerb,
    example: ["i'll push it myself", 'push it'],
  },
  {
    form: new RegExp(`^(?:i|we) (?=(?:${OWN_ACTS})\\b)(.{3,80}?) ${IN_PERSON}\\b`),
    says: withBaseVerb,
    example: ['i deploy it myself', 'deploy it'],
  },
  {
    form: /^([a-z]+ing)(?: .{1,40})? is my (?:job|business|thing|call)\b/,
    says: withBaseVerb,
    example: ['committing is my job', 'commit'],
  },
  {
    form: /^(?:i|we)(?:'ll| will)? (?:handle|do|take care of) (?:all )?(?:the )?([a-z-]+)(?:s|ing)? (?:myself|ourselves|here|on my own)\b/,
    says: (job) => `use ${job}`,
    example: ['i handle docker myself', 'use docker'],
  },
]

const ACT_BY_NOUN: readonly (readonly [RegExp, string])[] = [
  [/^(?:new )?(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|installs?|installations?)\b/, 'install packages'],
  [/^force[- ]?push(?:es)?\b/, 'force-push'],
  [/^pushe?s?\b/, 'push'],
  [/^commits?\b/, 'commit'],
  [/^(?:deploys?|deployments?|rollouts?)\b/, 'deploy'],
  [/^(?:releases?|publications?)\b/, 'release'],
  [/^merges?\b/, 'merge'],
  [/^(?:prs?|pull requests?|mrs?|merge requests?)\b/, 'open pr'],
  [/^(?:deletions?|deletes?)\b/, 'delete anything'],
  [/^(?:edits?|(?:code |file )?changes?|modifications?|writes?)(?: (?:to|in|under|inside) )?/, 'edit '],
  [/^(?:network|internet|downloads?|web(?: access| requests?)|online|external|the internet|the network)\b/, 'download'],
  [/^new files?\b/, 'create files'],
  [/^(?:sub-?agents?|agents?)\b/, 'spawn'],
  [/^(?:e?mails?|messages?|notifications?|comments?)\b/, 'send'],
  [/^(?:migrations?)\b/, 'migrate'],
]

export function actOfNoun(text: string): string {
  for (const [noun, act] of ACT_BY_NOUN) {
    if (noun.test(text)) return `${act}${act.endsWith(' ') ? text.replace(noun, '') || 'anything' : ''}`.trim()
  }
  return ''
}
