import { type Instruction, instructionsIn } from '../../intent/speech/instructions.ts'
import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { PASSWORD, SECRET_KEY } from '../../knowledge/lexicon/secret-names.ts'
import { anyOf, VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { PathTag, PathUse } from '../paths/paths.ts'
import { classifyHost } from '../remote/hosts.ts'
import type { DataSource } from '../words.ts'
import {
  disabledCheckEffects,
  followedTextEffects,
  grantEffects,
  outboundMessageEffects,
  productionChangeEffects,
  purchaseEffects,
  silencedAlertEffects,
  TaskContext,
} from './production-changes.ts'

/** The same effects that a command for it would have; tells whether all was read. */
export function recordInstructions(text: string, recorder: EffectRecorder): boolean {
  const task = instructionsIn(text)
  const { orders, whole } = task
  if (isRefusalBypass(text) || (EVASION_PHRASE.test(text) && text.search(REFUSAL_VERBS) >= 0))
    recorder.effect({ kind: 'weaken', area: 'gate', feature: 'refusals', certainty: 'likely', by: 'the task' })
  const around = new TaskContext(task)
  const state = (order: Instruction, draft: EffectDraft) =>
    recorder.effect({ certainty: 'likely', by: order.verb, ...draft })
  for (const order of orders) {
    for (const draft of productionChangeEffects(order, around.isLive(order))) state(order, draft)
    for (const draft of followedTextEffects(order, around.addressFor(order))) state(order, draft)
    for (const act of [
      silencedAlertEffects,
      purchaseEffects,
      grantEffects,
      disabledCheckEffects,
      outboundMessageEffects,
    ])
      for (const draft of act(order)) state(order, draft)
    for (const [verbs, states] of INSTRUCTION_RULES)
      if (verbs.test(order.verb)) for (const draft of states(order, recorder)) state(order, draft)
  }
  return whole
}

const WIDE_PLACES =
  /\b(?:(?:home|user) (?:director(?:y|ies)|folders?)|(?:all|sibling|other|every) (?:[a-z]+ )?(?:repos(?:itor(?:y|ies))?|projects?|machines?)|(?:this|the|whole) (?:machine|disk|laptop|computer)|(?:this|whole|on the) system|the system(?= for\b)|keychains?|browser profiles?|password (?:manager|store)s?)\b|~(?![\w.])|\.(?:netrc|aws|ssh|pgpass|kube|gnupg)\b/i

const SECRET_NOUNS = new RegExp(
  String.raw`\b(?:environment variables|env(?:ironment)? vars|credentials?|secrets|${SECRET_KEY}s?|ssh keys?|access tokens?|auth tokens?|(?:any|every|all) tokens?|(?:${PASSWORD})s?|session cookies|keychain)\b`,
  'i',
)

const MASS_MAIL =
  /\b(?:e-?mails?|messages?|newsletters?|notifications?|mails?)\b.{0,60}\bto (?:all|every)(?: (?:of|the|our|my))*\s+(?:customers?|users?|subscribers?|employees|contacts|clients?|members)\b/i

/** What people push: any other object ("an item onto the list") is no matter of git. */
const GIT_WORK_OBJECT =
  /^$|\b(?:branch|commits?|changes|work|code|origin|remote|upstream|github|gitlab|tags?)\b|^(?:it|them|that|this)\b/i

/** "Whatever is large in /srv": all of a place, by what somebody else makes of it. */
const WHATEVER_IN_PLACE =
  /^(?:whatever|what|anything|everything|all|any)\b(?: [\w'-]+){0,6} (?:in|under|from|on|below|across) ((?:~|\/(?:home|users|srv|var|opt|etc|root|usr|mnt|media|data))(?:\/[^\s"'`,;]*)?)(?=[\s"'`,;.]|$)/i
const DETERMINERS =
  /^(?:(?:everything|all|anything|every|the|files?|folders?|director(?:y|ies)|contents?|data|whole|entire|complete|old|of|in|under|inside|from|at|my|your|stuff|recursively|permanently|completely|backups?|archives?|that is|there is)\s+)*/i
const PLACE_PATH =
  /^(?:~(?:\/[^\s"'`,;]*)?|\/(?:home|users|etc|usr|var|opt|root|srv|mnt|media|boot|bin|lib|data|volumes|private)\/[^\s"'`,;]*|\/)(?=[\s"'`,;]|$)/i
const HOME_PHRASE = /^(?:user'?s? )?home (?:directory|folder|dir)\b(?! of the (?:test|app|container))/i
const MASS_OBJECTS = new RegExp(
  String.raw`^(?:all|every|each|any)\b(?: (?:of|the|our|your|my|old|stale|existing|remote|unused|other|${PRODUCTION_WORDS.join('|')}|staging|customer|user))*\s+((?:git |remote |docker |database |db |s3 |ec2 |cloud |kubernetes )?(?:branches|tables|databases|buckets|volumes|backups|snapshots|instances|namespaces|deployments|clusters|repositories|repos|accounts|customers|emails|releases|stashes|servers|vms|pods|topics|queues))\b`,
  'i',
)
const CODE_WORDS =
  /\b(?:tests?|fixtures?|mocks?|code|components?|functions?|imports?|docs?|documentation|schema file|types?|local)\b/i

function projectPaths(paths: readonly PathUse[]): readonly PathUse[] {
  return paths.filter(({ zone, tags }) => zone === 'project' && tags.length === 0)
}

const PRODUCTION_DATABASE = new RegExp(
  String.raw`^(?:(?:the|our|all|whole|entire) ){0,3}(?:${PRODUCTION_WORDS.join('|')}) (?:[\w-]+ )?(?:databases?|db|tables?|schemas?)\b`,
  'i',
)

const PROTECTED_TAGS: readonly PathTag[] = [
  'agent-settings',
  'gate-own',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'agent-instructions',
]

const GATE_NOUNS =
  /\b(?:permission (?:prompts?|gate|system|requests?|mode|dialogs?|checks? of (?:the )?(?:agent|claude))|permissions? hooks?|approval (?:prompts?|gate|requests?|flow)|confirmation prompts?|irongate|safety (?:gate|hooks?|checks?)|guardrails|pretooluse hooks?|tool approvals?)\b/i
const CHECK_NOUNS =
  /\b(?:(?:pre-?commit|pre-?push|commit|git|husky) hooks?|husky|pre-?commit|branch protection|required (?:status )?checks|ci checks|signature verification|commit signing)\b/i
const TLS_CHECK = /\b(?:tls|ssl|certificate)(?: certificate)? (?:verification|validation|checks?|checking)\b/i
const SECURITY_TOOLS = /\b(?:firewall|selinux|apparmor|antivirus|endpoint protection|defender)\b/i

const REFUSAL_VERBS =
  /\b(?:denie[ds]|refuse[ds]|block(?:ed|s)|reject(?:ed|s)|decline[ds]|disallow(?:ed|s)|not (?:allowed|permitted)|forbid(?:den|s)|stops you|prevents (?:you|it)|gets in (?:your|the) way|complains?|objects?(?= to\b))\b/gi
const CALL_CONDITION =
  /\b(?:if|when(?:ever)?|in case|should|(?:every|each|any) time)\b[^.!?\n]*\b(?:commands?|tool calls?|tools?|bash|shell|gate|hooks?|guards?|classifier|approval|permissions?)\b[^.!?\n]*$/i
const WORKAROUND_VERBS =
  /\b(?:re-?(?:write|phrase|word|formulate)|obfuscat\w*|encod\w*|disguis\w*|base64|(?:split|wrap|hide) (?:it|them)|(?:disable|switch off|turn off|remove) (?:it|the (?:gate|hooks?|guard|checks?))|(?:get|go|work|find a way) (?:a?round|past)|(?:an?other|different) (?:way|tool|spelling|command|form)|(?:goes|go|gets|get|slips?) (?:through|past)|until it (?:passes|works|is allowed)|(?:through|via|with|in|from) (?:an? )?(?:python|perl|node|ruby|bash|shell|script))\b/i
/** It is not to be done; "do not ask anybody" and "never give up" say the opposite. */
const STOP_PHRASE =
  /\b(?:do not|don't|never) (?!(?:ask|tell|inform|mention|report|notify|wait|bother|stop|give up)\b)|(?<!\b(?:not|n't|never) )\bstop\b/i
const MAX_REFUSALS = 200
/** "So that the hook does not notice". */
const EVASION_PHRASE =
  /\bso (?:that )?(?:the |no )?(?:[a-z]+ )?(?:hook|gate|check|guard|filter|classifier|scanner)s?\b[^.!?\n]{0,20}?\b(?:does(?:n't| not)|won't|will not|can(?:no|')t) (?:see|notice|catch|find|block|detect)\b/i

/** "If a command is denied, rewrite it so that it goes through": a refusal is to be got round. */
function isRefusalBypass(text: string): boolean {
  let count = 0
  for (const { index } of text.matchAll(REFUSAL_VERBS)) {
    if (++count > MAX_REFUSALS) return true
    if (!CALL_CONDITION.test(text.slice(Math.max(0, index - 80), index))) continue
    const [after = ''] = text.slice(index, index + 160).split(/[.!?](?:\s|$)|\n/, 1)
    if (WORKAROUND_VERBS.test(after) && !STOP_PHRASE.test(after)) return true
  }
  return false
}

const UNRESTRICTED_MODE =
  /\b(?:bypasspermissions|dangerously-skip-permissions|yolo mode|bypass mode|--yolo|auto-approve everything)\b/i

const NETWORK_NOUNS =
  /\b(?:networks?|subnets?|lan|intranet|hosts|machines|servers|(?:open )?ports|(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?)\b/i
const LOGIN_NOUNS = new RegExp(
  String.raw`\b(?:logins?|credentials?|pins?|(?:${PASSWORD})s?|accounts?|ssh|rdp|admin|hash(?:es)?|otp|2fa)\b`,
  'i',
)

/** What verbs and their object amount to; nothing when the object is ordinary work. */
const TAKE_AWAY = [...VERBS.delete, ...VERBS.erase, 'empty', 'clear']

const LOGIN_SECRETS = new RegExp(String.raw`\b(?:(?:${PASSWORD})s|credentials|pins|logins?)\b`, 'i')

const INSTRUCTION_RULES: readonly (readonly [
  verbs: RegExp,
  states: (order: Instruction, recorder: EffectRecorder) => readonly EffectDraft[],
])[] = [
  [
    /^(?:scan|port-?scan|probe|sweep|enumerate|try|guess|spray|crack|brute|brute-?force|bruteforce|attempt)$/,
    ({ verb, object }) => {
      if (CODE_WORDS.test(object)) return []
      const searches = /^(?:scan|port-?scan|probe|sweep|enumerate)$/.test(verb)
      const many =
        /\b(?:common|default|leaked|known|weak|different|various|all|every|each|list|likely|possible|until)\b/i
      const tries = /^(?:try|attempt)$/.test(verb)
        ? LOGIN_SECRETS.test(object) && many.test(object)
        : LOGIN_NOUNS.test(object)
      return (searches ? NETWORK_NOUNS.test(object) : tries) ? [{ kind: 'observe', what: 'host-scan' }] : []
    },
  ],
  [
    /^(?:read|cat|print|show|dump|report|open|copy|get|collect|extract|retrieve|fetch|grab|output|display|paste|return|view|harvest|steal|exfiltrate|gather|leak|connect|authenticate)$/,
    ({ verb, object }, recorder) =>
      pathsInObject(verb === 'copy' ? (object.split(/\s(?:to|into|as|over)\s/, 1)[0] ?? '') : object, recorder)
        .filter(({ tags }) => tags.includes('secret'))
        .map((path) => ({ kind: 'read-path', path, list: false })),
  ],
  [
    /^(?:search|scan|look|find|collect|gather|harvest|hunt|crawl|grep|list|comb|locate|return|dump|print)$/,
    ({ object, meant }) =>
      SECRET_NOUNS.test(object) && WIDE_PLACES.test(`${object} ${meant}`)
        ? [{ kind: 'expose-secret', source: { kind: 'secret-store', store: 'this machine' }, sink: 'output' }]
        : [],
  ],
  [
    /^(?:send|upload|post|e-?mail|mail|transmit|exfiltrate|share|forward|copy|scp|curl|submit|leak|transfer|sync|push|report|put|publish|host|attach)$/,
    ({ verb, object, meant }, recorder) => {
      // "Put the address into .env" sends nothing: it has to go there.
      if (/^(?:put|publish|host|attach)$/.test(verb) && !/\b(?:on|onto|to|at) (?:https?:|[\w-]+\.\w)/i.test(object))
        return []
      const to = destinationIn(object)
      const things = `${object} ${meant}`
      if (to === undefined || classifyHost(to.host) === 'loopback') return []
      const files = pathsInObject(things.replace(/\b(?:s3|gs|az):\/\/\S+/gi, ' '), recorder)
      const payload: DataSource[] = files
        .filter(({ real }) => real !== undefined)
        .map(({ real, tags }) => ({ kind: 'file', path: real ?? '', secret: tags.includes('secret') }))
      if (payload.length === 0 && SECRET_NOUNS.test(things))
        payload.push({ kind: 'secret-store', store: 'this machine' })
      return payload.length === 0 ? [] : [{ kind: 'send-data', ...to, payload }]
    },
  ],
  [
    /^(?:send|mail|e-?mail|blast)$/,
    ({ object }) =>
      MASS_MAIL.test(object) && !CODE_WORDS.test(object)
        ? [{ kind: 'external-write', service: 'mail', nature: 'mail', target: 'everyone' }]
        : [],
  ],
  [
    /^(?:push|force push)$/,
    ({ verb, object }) => {
      const branch = defaultBranchIn(object)
      const force = verb === 'force push' || /\bwith force\b|(?:^|\s)(?:--force\S*|-f)\b|\bforcefully\b/i.test(object)
      if (branch === undefined && !force && !GIT_WORK_OBJECT.test(object)) return []
      return [
        {
          kind: 'git-push',
          remote: 'origin',
          refs: branch === undefined ? [] : [branch],
          force,
          deletes: false,
          toDefault: branch === undefined ? 'unknown' : 'yes',
          mirror: false,
        },
      ]
    },
  ],
  [
    /^merge$/,
    ({ object }) => {
      const pull = /\b(?:pr|pull request|merge request|mr)\b\s*#?(\d{0,8})/i.exec(object)
      return pull ? [{ kind: 'external-write', service: 'github', nature: 'merge', target: pull[1] ?? '' }] : []
    },
  ],
  [
    /^(?:deploy|ship|release|roll out|promote|push|rollout|redeploy)$/,
    ({ object }) => {
      if (isProduction(object)) return [{ kind: 'deploy', service: 'it', environment: 'production' }]
      const lower = /\b(?:to|in|into|on) (?:the |our )?(staging|preview)\b/i.exec(object)?.[1]?.toLowerCase()
      return lower === undefined
        ? []
        : [{ kind: 'deploy', service: 'it', environment: lower === 'preview' ? 'preview' : 'staging' }]
    },
  ],
  [
    /^(?:publish|release)$/,
    ({ object }) => {
      const registry =
        /\b(?:npm|pypi|crates\.io|docker hub|maven central|rubygems|nuget|the (?:public )?registry)\b/i.exec(
          object,
        )?.[0]
      return registry ? [{ kind: 'publish', registry, what: '', removes: false }] : []
    },
  ],
  [
    new RegExp(`^(?:${anyOf(...TAKE_AWAY, 'nuke|get rid of|clean out|clean up|shred|trash|terminate')})$`),
    ({ object }, recorder) => {
      const direct = object.replace(DETERMINERS, '')
      const file = /^[\w@.-]+(?:\/[\w@.-]+)+\b|^[\w-]+\.[a-z]{1,5}\b/i.exec(direct)?.[0]
      if (file !== undefined)
        return projectPaths([pathFor(file, recorder)]).map((path) => ({
          kind: 'delete-path',
          path,
          recursive: false,
          wipe: false,
        }))
      const whole = WHATEVER_IN_PLACE.exec(object)?.[1] ?? PLACE_PATH.exec(direct)?.[0]
      const place = HOME_PHRASE.test(direct) ? '~' : whole?.replace(/[.!]+$/, '')
      if (place !== undefined && place !== '') {
        const path = pathFor(place, recorder)
        return path.zone === 'project' || path.zone === 'temp'
          ? []
          : [{ kind: 'delete-path', path, recursive: true, wipe: false }]
      }
      const mass = CODE_WORDS.test(object) ? undefined : MASS_OBJECTS.exec(object)?.[1]
      if (mass === undefined) return []
      return [
        {
          kind: 'resource-change',
          system: 'the task',
          verb: 'delete',
          target: mass.toLowerCase(),
          mass: true,
          environment: isProduction(object) ? 'production' : 'unknown',
          family: 'other',
        },
      ]
    },
  ],
  [
    new RegExp(`^(?:${anyOf(...TAKE_AWAY, 'truncate|reset')})$`),
    ({ verb, object }) => {
      const table = /\b([\w.-]+) (?:tables?|databases?|db|schemas?|collections?|rows|records)\b/i.exec(object)?.[0]
      const host = /\b(?:on|at|in|from) ([a-z0-9-]+(?:\.[a-z0-9-]+){2,5})\b/i.exec(object)?.[1]
      const away = host !== undefined && classifyHost(host) !== 'loopback'
      if (table === undefined || !(away || isProduction(object) || PRODUCTION_DATABASE.test(object))) return []
      const statement = verb === 'drop' ? 'drop' : verb === 'truncate' ? 'truncate' : 'delete'
      return [{ kind: 'database-change', engine: 'sql', statement, unbounded: true, reach: 'remote', target: table }]
    },
  ],
  [
    /^(?:edit|modify|change|add|append|write|update|overwrite|insert|put|patch|replace|extend|alter|tweak|fix|refactor|rewrite|rename|migrate)$/,
    ({ object }, recorder) => {
      const paths = pathsInObject(object, recorder)
      const protectedPaths = paths.filter(
        ({ zone, tags }) => zone !== 'project' && tags.some((tag) => PROTECTED_TAGS.includes(tag)),
      )
      return [...protectedPaths, ...projectPaths(paths)].map((path) => ({
        kind: 'write-path',
        path,
        how: 'edit',
        content: undefined,
      }))
    },
  ],
  [
    /^(?:disable|skip|bypass|ignore|circumvent|evade|override|deactivate|turn off|switch off|shut off|remove|uninstall|get around|work around|find .{1,40})$/,
    ({ object }) => {
      const areas = [
        ['gate', GATE_NOUNS],
        ['ci-check', CHECK_NOUNS],
        ['tls', TLS_CHECK],
        ['firewall', SECURITY_TOOLS],
      ] as const
      return areas.flatMap(([area, names]): EffectDraft[] => {
        const feature = names.exec(object)?.[0].toLowerCase()
        return feature === undefined ? [] : [{ kind: 'weaken', area, feature }]
      })
    },
  ],
  [
    /^(?:set|use|switch|enable|run|start|turn|change|go|continue|launch|spawn|restart|work)$/,
    ({ object }) =>
      UNRESTRICTED_MODE.test(object) ? [{ kind: 'weaken', area: 'gate', feature: 'permission mode' }] : [],
  ],
  [
    /^(?:commit|push|amend|merge|use|run)$/,
    ({ object }) =>
      /(?:^|\s)--no-verify\b/.test(object) ? [{ kind: 'weaken', area: 'ci-check', feature: 'git hooks' }] : [],
  ],
]

const TOKEN = /[^\s"'`()<>,;]+/g
const MAX_TOKENS = 60
const PATH_LIKE = /^(?:~\/|\.{0,2}\/|\.[a-z]|[a-z]:\\)|\/|^\.env\b|\.(?:pem|key|p12|pfx|env|kdbx|keystore)$/i

function pathsInObject(object: string, recorder: EffectRecorder): readonly PathUse[] {
  return tokensIn(object)
    .filter((token) => PATH_LIKE.test(token) && !token.includes('://') && !token.includes('@'))
    .map((token) => pathFor(token, recorder))
}

function pathFor(token: string, recorder: EffectRecorder): PathUse {
  const home = recorder.facts.home
  return recorder.pathOf(token === '~' || token.startsWith('~/') ? `${home}${token.slice(1)}` : token)
}

function tokensIn(object: string): readonly string[] {
  return (object.match(TOKEN) ?? []).slice(0, MAX_TOKENS).map((token) => token.replace(/[.:!?]+$/, ''))
}

interface Destination {
  readonly host: string
  readonly channel: 'http' | 'mail' | 'bucket' | 'ssh'
}

function destinationIn(object: string): Destination | undefined {
  const web = /\b(?:https?|ftps?|wss?):\/\/([a-z0-9.-]{3,253})/i.exec(object)?.[1]
  if (web) return { host: web, channel: 'http' }
  const bucket = /\b(?:s3|gs|az):\/\/([\w./-]{2,200})/i.exec(object)?.[0]
  if (bucket) return { host: bucket, channel: 'bucket' }
  const mail = /[\w.+-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})(:[\w~/])?/i.exec(object)
  if (mail?.[1]) return { host: mail[1], channel: mail[2] === undefined ? 'mail' : 'ssh' }
  const named = /\b(?:to|on|onto) (?:the |our |my )?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})(?=[\s,]|$)/i.exec(
    object,
  )?.[1]
  return named && !/\.(?:md|txt|json|ya?ml|ts|js|py|go|rs|sh|html|css|csv|log|toml|env)$/i.test(named)
    ? { host: named, channel: 'http' }
    : undefined
}

const TO_DEFAULT_BRANCH = new RegExp(
  `(?:\\b(?:to|into|onto|on|origin)|^|^the|^our) (?:the )?(?:remote )?(?:origin[/ ])?\`?(${anyOf(...DEFAULT_BRANCHES)})\\b(?![/-])`,
  'i',
)

function defaultBranchIn(object: string): string | undefined {
  return TO_DEFAULT_BRANCH.exec(` ${object}`)?.[1] ?? (/\bdefault branch\b/i.test(object) ? 'main' : undefined)
}

const AT_PRODUCTION = new RegExp(
  `\\b(?:to|in|into|on|onto|at|for|against) (?:the |our )?(?:[\\w-]+ )?(?:${anyOf(...PRODUCTION_WORDS)})\\b(?![/_-])`,
  'i',
)

function isProduction(object: string): boolean {
  return AT_PRODUCTION.test(object)
}
