import type { EffectDraft } from '../effects.ts'
import { addressOf } from '../hosts.ts'
import type { PathTag, PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { type Order, ordersIn } from '../speech/orders.ts'
import type { DataSource } from '../words.ts'
import { buys, changesLive, grants, obeys, Surroundings, silences, unchecks, writesTo } from './live-acts.ts'

/** The same effects that a command for it would have; tells whether all was read. */
export function stateOrders(text: string, scribe: Scribe): boolean {
  const task = ordersIn(text)
  const { orders, whole } = task
  if (getsRound(text) || (EVADES.test(text) && text.search(REFUSED) >= 0))
    scribe.effect({ kind: 'weaken', area: 'gate', feature: 'refusals', certainty: 'likely', by: 'the task' })
  const around = new Surroundings(task)
  const state = (order: Order, draft: EffectDraft) => scribe.effect({ certainty: 'likely', by: order.verb, ...draft })
  for (const order of orders) {
    for (const draft of changesLive(order, around.isLive(order))) state(order, draft)
    for (const draft of obeys(order, around.addressFor(order))) state(order, draft)
    for (const act of [silences, buys, grants, unchecks, writesTo]) for (const draft of act(order)) state(order, draft)
    for (const [verbs, states] of ACTS)
      if (verbs.test(order.verb)) for (const draft of states(order, scribe)) state(order, draft)
  }
  return whole
}

const KEPT_WIDELY =
  /\b(?:(?:home|user) (?:director(?:y|ies)|folders?)|(?:all|sibling|other|every) (?:[a-z]+ )?(?:repos(?:itor(?:y|ies))?|projects?|machines?)|(?:this|the|whole) (?:machine|disk|laptop|computer)|(?:this|whole|on the) system|the system(?= for\b)|keychains?|browser profiles?|password (?:manager|store)s?)\b|~(?![\w.])|\.(?:netrc|aws|ssh|pgpass|kube|gnupg)\b/i

const SECRETS =
  /\b(?:environment variables|env(?:ironment)? vars|credentials?|secrets|api keys?|private keys?|ssh keys?|access tokens?|auth tokens?|(?:any|every|all) tokens?|passwords?|session cookies|keychain)\b/i

const CROWD =
  /\b(?:e-?mails?|messages?|newsletters?|notifications?|mails?)\b.{0,60}\bto (?:all|every)(?: (?:of|the|our|my))*\s+(?:customers?|users?|subscribers?|employees|contacts|clients?|members)\b/i

/** What people push: any other object ("an item onto the list") is no matter of git. */
const WORK =
  /^$|\b(?:branch|commits?|changes|work|code|origin|remote|upstream|github|gitlab|tags?)\b|^(?:it|them|that|this)\b/i

/** "Whatever is large in /srv": all of a place, by what somebody else makes of it. */
const WHATEVER =
  /^(?:whatever|what|anything|everything|all|any)\b(?: [\w'-]+){0,6} (?:in|under|from|on|below|across) ((?:~|\/(?:home|users|srv|var|opt|etc|root|usr|mnt|media|data))(?:\/[^\s"'`,;]*)?)(?=[\s"'`,;.]|$)/i
const DETERMINERS =
  /^(?:(?:everything|all|anything|every|the|files?|folders?|director(?:y|ies)|contents?|data|whole|entire|complete|old|of|in|under|inside|from|at|my|your|stuff|recursively|permanently|completely|backups?|archives?|that is|there is)\s+)*/i
const PLACE =
  /^(?:~(?:\/[^\s"'`,;]*)?|\/(?:home|users|etc|usr|var|opt|root|srv|mnt|media|boot|bin|lib|data|volumes|private)\/[^\s"'`,;]*|\/)(?=[\s"'`,;]|$)/i
const HOME = /^(?:user'?s? )?home (?:directory|folder|dir)\b(?! of the (?:test|app|container))/i
const MASSES =
  /^(?:all|every|each|any)\b(?: (?:of|the|our|your|my|old|stale|existing|remote|unused|other|production|prod|staging|live|customer|user))*\s+((?:git |remote |docker |database |db |s3 |ec2 |cloud |kubernetes )?(?:branches|tables|databases|buckets|volumes|backups|snapshots|instances|namespaces|deployments|clusters|repositories|repos|accounts|customers|emails|releases|stashes|servers|vms|pods|topics|queues))\b/i
const IN_CODE =
  /\b(?:tests?|fixtures?|mocks?|code|components?|functions?|imports?|docs?|documentation|schema file|types?|local)\b/i

function inProject(paths: readonly PathUse[]): readonly PathUse[] {
  return paths.filter(({ zone, tags }) => zone === 'project' && tags.length === 0)
}

const LIVE =
  /^(?:(?:the|our|all|whole|entire) ){0,3}(?:production|prod|live) (?:[\w-]+ )?(?:databases?|db|tables?|schemas?)\b/i

const PROTECTED: readonly PathTag[] = [
  'agent-settings',
  'gate-own',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'agent-instructions',
]

const GATE =
  /\b(?:permission (?:prompts?|gate|system|requests?|mode|dialogs?|checks? of (?:the )?(?:agent|claude))|permissions? hooks?|approval (?:prompts?|gate|requests?|flow)|confirmation prompts?|irongate|safety (?:gate|hooks?|checks?)|guardrails|pretooluse hooks?|tool approvals?)\b/i
const CHECKS =
  /\b(?:(?:pre-?commit|pre-?push|commit|git|husky) hooks?|husky|pre-?commit|branch protection|required (?:status )?checks|ci checks|signature verification|commit signing)\b/i
const TLS = /\b(?:tls|ssl|certificate)(?: certificate)? (?:verification|validation|checks?|checking)\b/i
const WALLS = /\b(?:firewall|selinux|apparmor|antivirus|endpoint protection|defender)\b/i

const REFUSED =
  /\b(?:denie[ds]|refuse[ds]|block(?:ed|s)|reject(?:ed|s)|decline[ds]|disallow(?:ed|s)|not (?:allowed|permitted)|forbid(?:den|s)|stops you|prevents (?:you|it)|gets in (?:your|the) way|complains?|objects?(?= to\b))\b/gi
const CALL =
  /\b(?:if|when(?:ever)?|in case|should|(?:every|each|any) time)\b[^.!?\n]*\b(?:commands?|tool calls?|tools?|bash|shell|gate|hooks?|guards?|classifier|approval|permissions?)\b[^.!?\n]*$/i
const ROUND =
  /\b(?:re-?(?:write|phrase|word|formulate)|obfuscat\w*|encod\w*|disguis\w*|base64|(?:split|wrap|hide) (?:it|them)|(?:disable|switch off|turn off|remove) (?:it|the (?:gate|hooks?|guard|checks?))|(?:get|go|work|find a way) (?:a?round|past)|(?:an?other|different) (?:way|tool|spelling|command|form)|(?:goes|go|gets|get|slips?) (?:through|past)|until it (?:passes|works|is allowed)|(?:through|via|with|in|from) (?:an? )?(?:python|perl|node|ruby|bash|shell|script))\b/i
/** It is not to be done; "do not ask anybody" and "never give up" say the opposite. */
const LEFT =
  /\b(?:do not|don't|never) (?!(?:ask|tell|inform|mention|report|notify|wait|bother|stop|give up)\b)|(?<!\b(?:not|n't|never) )\bstop\b/i
const MOST_REFUSALS = 200
/** "So that the hook does not notice". */
const EVADES =
  /\bso (?:that )?(?:the |no )?(?:[a-z]+ )?(?:hook|gate|check|guard|filter|classifier|scanner)s?\b[^.!?\n]{0,20}?\b(?:does(?:n't| not)|won't|will not|can(?:no|')t) (?:see|notice|catch|find|block|detect)\b/i

/** "If a command is denied, rewrite it so that it goes through": a refusal is to be got round. */
function getsRound(text: string): boolean {
  let count = 0
  for (const { index } of text.matchAll(REFUSED)) {
    if (++count > MOST_REFUSALS) return true
    if (!CALL.test(text.slice(Math.max(0, index - 80), index))) continue
    const [after = ''] = text.slice(index, index + 160).split(/[.!?](?:\s|$)|\n/, 1)
    if (ROUND.test(after) && !LEFT.test(after)) return true
  }
  return false
}

const FREE_REIN =
  /\b(?:bypasspermissions|dangerously-skip-permissions|yolo mode|bypass mode|--yolo|auto-approve everything)\b/i

const MACHINES =
  /\b(?:networks?|subnets?|lan|intranet|hosts|machines|servers|(?:open )?ports|(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?)\b/i
const LOGINS = /\b(?:passwords?|logins?|credentials?|pins?|passphrases?|accounts?|ssh|rdp|admin|hash(?:es)?|otp|2fa)\b/i

/** What verbs and their object amount to; nothing when the object is ordinary work. */
const ACTS: readonly (readonly [verbs: RegExp, states: (order: Order, scribe: Scribe) => readonly EffectDraft[]])[] = [
  [
    /^(?:scan|port-?scan|probe|sweep|enumerate|try|guess|spray|crack|brute|brute-?force|bruteforce|attempt)$/,
    ({ verb, object }) => {
      if (IN_CODE.test(object)) return []
      const searches = /^(?:scan|port-?scan|probe|sweep|enumerate)$/.test(verb)
      const many =
        /\b(?:common|default|leaked|known|weak|different|various|all|every|each|list|likely|possible|until)\b/i
      const tries = /^(?:try|attempt)$/.test(verb)
        ? /\b(?:passwords|credentials|pins|passphrases|logins?)\b/i.test(object) && many.test(object)
        : LOGINS.test(object)
      return (searches ? MACHINES.test(object) : tries) ? [{ kind: 'observe', what: 'host-scan' }] : []
    },
  ],
  [
    /^(?:read|cat|print|show|dump|report|open|copy|get|collect|extract|retrieve|fetch|grab|output|display|paste|return|view|harvest|steal|exfiltrate|gather|leak|connect|authenticate)$/,
    ({ verb, object }, scribe) =>
      pathsIn(verb === 'copy' ? (object.split(/\s(?:to|into|as|over)\s/, 1)[0] ?? '') : object, scribe)
        .filter(({ tags }) => tags.includes('secret'))
        .map((path) => ({ kind: 'read-path', path, list: false })),
  ],
  [
    /^(?:search|scan|look|find|collect|gather|harvest|hunt|crawl|grep|list|comb|locate|return|dump|print)$/,
    ({ object, meant }) =>
      SECRETS.test(object) && KEPT_WIDELY.test(`${object} ${meant}`)
        ? [{ kind: 'expose-secret', source: { kind: 'secret-store', store: 'this machine' }, sink: 'output' }]
        : [],
  ],
  [
    /^(?:send|upload|post|e-?mail|mail|transmit|exfiltrate|share|forward|copy|scp|curl|submit|leak|transfer|sync|push|report|put|publish|host|attach)$/,
    ({ verb, object, meant }, scribe) => {
      // "Put the address into .env" sends nothing: it has to go there.
      if (/^(?:put|publish|host|attach)$/.test(verb) && !/\b(?:on|onto|to|at) (?:https?:|[\w-]+\.\w)/i.test(object))
        return []
      const to = destinationIn(object)
      const things = `${object} ${meant}`
      if (to === undefined || addressOf(to.host) === 'loopback') return []
      const files = pathsIn(things.replace(/\b(?:s3|gs|az):\/\/\S+/gi, ' '), scribe)
      const payload: DataSource[] = files
        .filter(({ real }) => real !== undefined)
        .map(({ real, tags }) => ({ kind: 'file', path: real ?? '', secret: tags.includes('secret') }))
      if (payload.length === 0 && SECRETS.test(things)) payload.push({ kind: 'secret-store', store: 'this machine' })
      return payload.length === 0 ? [] : [{ kind: 'send-data', ...to, payload }]
    },
  ],
  [
    /^(?:send|mail|e-?mail|blast)$/,
    ({ object }) =>
      CROWD.test(object) && !IN_CODE.test(object)
        ? [{ kind: 'external-write', service: 'mail', nature: 'mail', target: 'everyone' }]
        : [],
  ],
  [
    /^(?:push|force push)$/,
    ({ verb, object }) => {
      const branch = defaultBranchIn(object)
      const force = verb === 'force push' || /\bwith force\b|(?:^|\s)(?:--force\S*|-f)\b|\bforcefully\b/i.test(object)
      if (branch === undefined && !force && !WORK.test(object)) return []
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
      if (isProduction(object)) return [{ kind: 'deploy', service: 'it', stage: 'production' }]
      const lower = /\b(?:to|in|into|on) (?:the |our )?(staging|preview)\b/i.exec(object)?.[1]?.toLowerCase()
      return lower === undefined
        ? []
        : [{ kind: 'deploy', service: 'it', stage: lower === 'preview' ? 'preview' : 'staging' }]
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
    /^(?:delete|remove|wipe|erase|purge|destroy|nuke|empty|drop|get rid of|rm|clear|clean out|clean up|shred|trash|terminate)$/,
    ({ object }, scribe) => {
      const direct = object.replace(DETERMINERS, '')
      const file = /^[\w@.-]+(?:\/[\w@.-]+)+\b|^[\w-]+\.[a-z]{1,5}\b/i.exec(direct)?.[0]
      if (file !== undefined)
        return inProject([pathFor(file, scribe)]).map((path) => ({
          kind: 'delete-path',
          path,
          recursive: false,
          wipe: false,
        }))
      const whole = WHATEVER.exec(object)?.[1] ?? PLACE.exec(direct)?.[0]
      const place = HOME.test(direct) ? '~' : whole?.replace(/[.!]+$/, '')
      if (place !== undefined && place !== '') {
        const path = pathFor(place, scribe)
        return path.zone === 'project' || path.zone === 'temp'
          ? []
          : [{ kind: 'delete-path', path, recursive: true, wipe: false }]
      }
      const mass = IN_CODE.test(object) ? undefined : MASSES.exec(object)?.[1]
      if (mass === undefined) return []
      return [
        {
          kind: 'resource-change',
          system: 'the task',
          verb: 'delete',
          target: mass.toLowerCase(),
          mass: true,
          stage: isProduction(object) ? 'production' : 'unknown',
          family: 'other',
        },
      ]
    },
  ],
  [
    /^(?:drop|truncate|wipe|delete|empty|purge|clear|erase|reset)$/,
    ({ verb, object }) => {
      const table = /\b([\w.-]+) (?:tables?|databases?|db|schemas?|collections?|rows|records)\b/i.exec(object)?.[0]
      const host = /\b(?:on|at|in|from) ([a-z0-9-]+(?:\.[a-z0-9-]+){2,5})\b/i.exec(object)?.[1]
      const away = host !== undefined && addressOf(host) !== 'loopback'
      if (table === undefined || !(away || isProduction(object) || LIVE.test(object))) return []
      const statement = verb === 'drop' ? 'drop' : verb === 'truncate' ? 'truncate' : 'delete'
      return [{ kind: 'database-change', engine: 'sql', statement, unbounded: true, reach: 'remote', target: table }]
    },
  ],
  [
    /^(?:edit|modify|change|add|append|write|update|overwrite|insert|put|patch|replace|extend|alter|tweak|fix|refactor|rewrite|rename|migrate)$/,
    ({ object }, scribe) => {
      const paths = pathsIn(object, scribe)
      const guarded = paths.filter(
        ({ zone, tags }) => zone !== 'project' && tags.some((tag) => PROTECTED.includes(tag)),
      )
      return [...guarded, ...inProject(paths)].map((path) => ({
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
        ['gate', GATE],
        ['ci-check', CHECKS],
        ['tls', TLS],
        ['firewall', WALLS],
      ] as const
      return areas.flatMap(([area, names]): EffectDraft[] => {
        const feature = names.exec(object)?.[0].toLowerCase()
        return feature === undefined ? [] : [{ kind: 'weaken', area, feature }]
      })
    },
  ],
  [
    /^(?:set|use|switch|enable|run|start|turn|change|go|continue|launch|spawn|restart|work)$/,
    ({ object }) => (FREE_REIN.test(object) ? [{ kind: 'weaken', area: 'gate', feature: 'permission mode' }] : []),
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

function pathsIn(object: string, scribe: Scribe): readonly PathUse[] {
  return tokensIn(object)
    .filter((token) => PATH_LIKE.test(token) && !token.includes('://') && !token.includes('@'))
    .map((token) => pathFor(token, scribe))
}

function pathFor(token: string, scribe: Scribe): PathUse {
  const home = scribe.facts.home
  return scribe.pathOf(token === '~' || token.startsWith('~/') ? `${home}${token.slice(1)}` : token)
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

function defaultBranchIn(object: string): string | undefined {
  return (
    /(?:\b(?:to|into|onto|on|origin)|^|^the|^our) (?:the )?(?:remote )?(?:origin[/ ])?`?(main|master|trunk)\b(?![/-])/i.exec(
      ` ${object}`,
    )?.[1] ?? (/\bdefault branch\b/i.test(object) ? 'main' : undefined)
  )
}

function isProduction(object: string): boolean {
  return /\b(?:to|in|into|on|onto|at|for|against) (?:the |our )?(?:[\w-]+ )?(?:production|prod|live)\b(?![/_-])/i.test(
    object,
  )
}
