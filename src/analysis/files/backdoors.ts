import { environmentOfName, TEST_PLACE_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { anyOf, DELETING_CHANGES, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { CodeLanguage, Effect, EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { classifyHost } from '../remote/hosts.ts'
import { isUsualSource } from '../remote/package-sources.ts'
import type { DataSource } from '../words.ts'
import { isKnownInstaller } from './dockerfile.ts'
import type { Recipe } from './recipes.ts'
import { CI_SECRET_NAME } from './template-expressions.ts'

/** What no recipe has a good reason to hide. All else is judged when the recipe runs. */
export function isHiddenAttack(effect: Effect, facts: Facts): boolean {
  switch (effect.kind) {
    case 'send-data':
      return effect.payload.some((source) => isSensitiveSource(source, facts))
    case 'run-code':
      return effect.origin === 'download'
    case 'listen':
      return effect.reach === 'reverse-shell' || effect.reach === 'tunnel'
    case 'persist':
    case 'grant':
    case 'observe':
    case 'exhaust':
      return true
    case 'weaken':
      return effect.area !== 'ci-check' && effect.area !== 'signing'
    case 'read-path':
      return effect.path.tags.includes('secret') && effect.path.zone !== 'project'
    case 'delete-path':
      return (
        effect.path.zone === 'root' ||
        (effect.path.zone === 'system' && !isInstalledPath(effect.path.real)) ||
        effect.path.zone === 'home-root' ||
        effect.path.zone === 'home'
      )
    case 'write-path':
      return /authorized_keys/.test(effect.path.text) && effect.path.zone !== 'project'
    case 'spawn-agent':
      return effect.broad
    case 'git-push':
      return effect.force && effect.toDefault === 'yes' && /^(?:origin|upstream)$/.test(effect.remote)
    case 'database-change':
      return (
        effect.reach === 'remote' &&
        (effect.statement === 'drop' || effect.statement === 'truncate') &&
        !TEST_NAME.test(effect.target)
      )
    case 'expose-secret':
      return effect.sink === 'output' && effect.source.kind === 'environment' && effect.source.name === CI_SECRET_NAME
    default:
      return false
  }
}

/** What loads code calls its functions: one that nothing here calls counts when what it does is fixed and outside. */
export function isTargetedAttack(effect: Effect, facts: Facts): boolean {
  return isHiddenAttack(effect, facts) && !('path' in effect && effect.path?.dynamic)
}

/** What code does to files of the person, when it runs as soon as it is written. */
export function isPersonalFileHarm(effect: Effect): boolean {
  if (effect.kind !== 'write-path' && effect.kind !== 'delete-path') return false
  const { zone, dynamic } = effect.path
  if (dynamic && effect.kind === 'delete-path' && effect.recursive) return zone === 'home' || zone === 'home-root'
  const adds = effect.kind === 'write-path' && /^(?:create|append)$/.test(effect.how)
  return !dynamic && !adds && (zone === 'home' || zone === 'home-root')
}

const TEST_NAME = new RegExp(
  `(?:^|[\\W_])(?:${anyOf(...TEST_PLACE_WORDS)}|ci|te?mp|spec|e2e|fixtures?)(?:[\\W_]|$)`,
  'i',
)

function isInstalledPath(real: string | undefined): boolean {
  return real !== undefined && /^\/(?:usr\/local\/[^/]+|opt)\/[^/]+/.test(real)
}

/** Secrets, files outside the project, and all of the project; a part of it is sent by every deployment. */
function isSensitiveSource(source: DataSource, { projectRoot }: Facts): boolean {
  if (source.kind !== 'file') return source.kind === 'secret-store' || ('secret' in source && source.secret)
  if (source.secret || `${source.path}/`.startsWith(`${projectRoot}/.git/`)) return true
  return source.path.startsWith('/') && !source.path.startsWith(`${projectRoot}/`)
}

function isUnreadShellCode(effect: Effect): boolean {
  return effect.kind === 'run-code' && !effect.read && effect.origin === 'inline' && effect.language === 'shell'
}

export function isReportableEffect(effect: Effect, runs: Recipe['runs'], facts: Facts): boolean {
  if (isUnreadShellCode(effect)) return effect.certainty !== 'possible' && runs !== 'perhaps'
  switch (runs) {
    case 'by-itself':
      return effect.certainty !== 'possible'
    case 'when-called':
      return isHiddenAttack(effect, facts) || isProductionDeletion(effect)
    case 'in-image':
    case 'by-an-agent':
      return isImageEscape(effect, facts)
    case 'on-a-runner':
      return isImageEscape(effect, facts) || isRunnerHarm(effect, facts) || isProductionChange(effect)
    case 'perhaps':
      return effect.certainty !== 'possible' && isAttack(effect, facts)
  }
}

export function isProductionDeletion(effect: Effect): boolean {
  return (
    effect.kind === 'resource-change' &&
    DELETING_CHANGES.has(effect.verb) &&
    (effect.environment === 'production' ||
      (effect.mass && effect.environment === 'unknown' && effect.family === 'storage')) &&
    effect.certainty !== 'possible' &&
    !TEST_NAME.test(effect.target)
  )
}

const REPLACING_VERB = /^(?:deploy|publish|release|upload|restore|undeploy|recreate|rebuild|rollback)$/
const TIDYING_VERB = /^(?:sync|seed|down|fresh)$/

/** To tidy up means one's own, unless the name says whose. */
export function isImpliedByName(name: string, effect: Effect): boolean {
  const words = wordsOf(name)
  const own =
    environmentOfName(name) === 'production' || !('environment' in effect && effect.environment === 'production')
  return words.some((word) => {
    const meaning = verbMeaning(word)
    const takes = meaning?.act === 'destroy' || meaning?.act === 'remove'
    const plainly = meaning?.change === 'delete' && !word.startsWith('clean')
    return (
      REPLACING_VERB.test(word) ||
      (takes && (own || plainly || meaning.act === 'destroy')) ||
      (own && TIDYING_VERB.test(word))
    )
  })
}

/** A roll-out is what pipelines are for; what takes away is none, whatever conditions stand beside it. */
export function isRollout(effect: EffectDraft): boolean {
  const takes =
    effect.kind === 'resource-change' && (effect.mass || effect.verb === 'cancel' || DELETING_CHANGES.has(effect.verb))
  return isProductionChange(effect) && !takes
}

function isProductionChange(effect: EffectDraft): boolean {
  return (
    (effect.kind === 'deploy' || effect.kind === 'resource-change') &&
    effect.environment === 'production' &&
    effect.certainty !== 'possible'
  )
}

const DEPLOY_CONDITION =
  /(?:^|[\s{(,"'-])(?:branches|only|rules|when|environment|workflow_dispatch|input|if|tags|release|needs|dependsOn|condition|approval)["']?\s{0,8}[:({]|github\.ref|CI_COMMIT_(?:BRANCH|TAG|REF)|BRANCH_NAME/
const DEPLOY_FILE_NAME = /deploy|release|publish|rollout|prod|(?:^|[/._-])cd(?:[._-]|$)/i

export function isConditionalRollout(path: string, content: string): boolean {
  return DEPLOY_FILE_NAME.test(path) || DEPLOY_CONDITION.test(content)
}

/** A machine of the CI is made anew each time: but not its secrets, nor all of its files. */
function isRunnerHarm(effect: Effect, facts: Facts): boolean {
  if (effect.kind === 'delete-path') return effect.path.zone === 'root' || effect.path.zone === 'home-root'
  // A runner hides its secrets in its log, but not what is made of them.
  if (effect.kind === 'expose-secret' && effect.source.kind === 'environment' && effect.source.name === '*')
    return effect.sink === 'output' && ENCODING_PROGRAM.test(effect.actor.name)
  return isHiddenAttack(effect, facts) && effect.kind !== 'run-code' && effect.kind !== 'read-path'
}

const ENCODING_PROGRAM = /^(?:base(?:32|64|nc)|xxd|od|hexdump|rev|tr|gzip|xz|openssl)$/

/** What is an attack wherever it stands: nobody keeps it as data by chance. */
function isAttack(effect: Effect, facts: Facts): boolean {
  switch (effect.kind) {
    case 'run-code':
    case 'send-data':
    case 'write-path':
      return isHiddenAttack(effect, facts)
    case 'listen':
      return effect.reach === 'reverse-shell'
    case 'delete-path':
      return effect.recursive && !effect.path.dynamic && /^(?:root|home-root)$/.test(effect.path.zone)
    default:
      return false
  }
}

/** One variable is what a service is called with; all of them are nobody's but the machine's. */
function isAllEnvironmentVariables(source: DataSource): boolean {
  return source.kind === 'environment' && source.name === '*'
}

/** What no source text of a project has a reason for, although it is judged again when it runs. */
export function isBackdoor(effect: Effect, language: CodeLanguage, editor: boolean): boolean {
  switch (effect.kind) {
    case 'run-code': {
      const { host = '' } = effect
      if (effect.origin !== 'download' || isKnownInstaller(host) || isUsualSource(host)) return false
      // Scripts of pages take in modules by their address.
      return classifyHost(host) !== 'loopback' && !(language === 'javascript' && effect.language === 'javascript')
    }
    case 'send-data':
      return (
        effect.payload.some(isAllEnvironmentVariables) ||
        effect.payload.some((each) => each.kind === 'file' && each.secret)
      )
    case 'external-write':
      // A service has a name: whoever keeps to a bare number does not want to be found by it.
      return editor || (/^\d+\.[\d.]+$/.test(effect.service) && classifyHost(effect.service) === 'public')
    case 'listen':
      return effect.reach === 'reverse-shell'
    default:
      return false
  }
}

/** The image's own files are its own affair. */
function isImageEscape(effect: Effect, facts: Facts): boolean {
  switch (effect.kind) {
    case 'send-data':
      return isHiddenAttack(effect, facts)
    case 'run-code':
      return effect.origin === 'download' && !isKnownInstaller(effect.host)
    case 'listen':
      return effect.reach === 'reverse-shell' || effect.reach === 'tunnel'
    case 'resource-change':
      return isProductionDeletion(effect) && effect.environment === 'production'
    default:
      return false
  }
}
