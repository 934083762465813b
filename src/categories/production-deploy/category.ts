import { hasActorRole } from '../../analysis/actor.ts'
import type { Effect } from '../../analysis/effects.ts'
import { refNames } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import { DEPLOY_WORDS, PUBLISH_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'

/** Where the environment is unknown, a word that asks for a plain push does not ask for a deploy. */
const DEPLOY_WITHOUT_PUSH_WORDS = DEPLOY_WORDS.filter((act) => act !== 'push' && act !== 'publish')

/** The project's own package goes by what it is, or by where it goes: "publish the package", "publish it to npm". */
const PUBLISH_PACKAGE_PHRASE =
  /^(?:npm )?(?:publish|release|ship|cut|upload|push)(?: (?:the|our|this|my|a|new|next))*(?: [\w@/.-]+)? (?:package|crate|gem|module|library|release|version|wheel|extension|plugin)\b|^publish [\w@/.-]+ (?:to|on) (?:the )?(?:npm|pypi|crates\.io|registry|rubygems|nuget|jsr)\b|^(?:npm )?publish(?: (?:it|this|that|now|to|on|the|our|public|registry|npm|pypi|crates\.io|rubygems|nuget|maven|central|jsr|package|please|v?[\d.]+))*$/

/** What people say of a tag that is to point to something else. */
const TAG_WORDS = ['tag', 'retag', 'move', 'point', 'set'] as const

/** Tags that say a version, or all of them. */
function isReleaseTag(ref: string): boolean {
  return /^refs\/tags\/[*]$|^(?:refs\/tags\/(?:[\w@./-]{0,80}[-_@/])?)?v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.-]+)?$/.test(ref)
}

export const category: Category = {
  id: 'production-deploy',
  title: 'Production deploys and releases',
  summary: 'Ships to production, or publishes a package, image or release that others will pick up.',
  hard: false,
  policy: `Blocked: deploying to production or to a place whose stage cannot be told, also through npm scripts, make targets and CI
triggers; publishing packages, images and releases.
Not blocked: builds, previews, development and staging deploys, dry runs, packing without publishing, local registries.`,
  clears:
    'The user asked to deploy and named production (or the stage or service it goes to); to publish, asked to publish or release.',
  ...detector('production-deploy', ['deploy', 'git-push', 'publish'], (effect, { trusted }) => {
    if (effect.kind === 'deploy' && (effect.environment === 'production' || effect.environment === 'unknown')) {
      const production = effect.environment === 'production'
      return {
        acts: production ? DEPLOY_WORDS : DEPLOY_WITHOUT_PUSH_WORDS,
        ...(production && { demands: [PRODUCTION_WORDS] }),
        nouns: production ? [PRODUCTION_WORDS] : [],
      }
    }
    if (effect.kind === 'git-push' && !effect.deletes) {
      const tag = targetsOf(effect).find((target) => target.kind === 'ref' && isReleaseTag(target.ref))
      return tag?.kind === 'ref'
        ? {
            aspect: { push: { tag: tag.amount === 'one' ? tag.ref : '' } },
            acts: [...PUBLISH_WORDS, 'push', 'tag'],
            nouns: [['tag', 'tags', 'release', 'version', ...refNames(tag.ref)]],
            asks: true,
          }
        : undefined
    }
    if (effect.kind !== 'publish' || effect.removes || hostReach(effect.registry, trusted) === 'loopback')
      return undefined
    const moves = targetsOf(effect).some(({ kind }) => kind === 'ref')
    return {
      acts: [
        ...PUBLISH_WORDS,
        // Whoever names the registry means to publish there.
        ...(hasActorRole(effect, 'pusher') ? ['push', 'upload'] : [`upload … ${effect.registry || 'registry'}`]),
        ...(moves ? TAG_WORDS : []),
      ],
      nouns: [],
      ...(effect.what === '' && !hasForeignRegistry(effect) && { everyday: [PUBLISH_PACKAGE_PHRASE] }),
    }
  }),
}

/** It goes elsewhere than where its kind of package goes: that place must be named. */
function hasForeignRegistry(effect: Effect): boolean {
  return targetsOf(effect).some((target) => target.kind === 'package' && target.source !== '')
}
