import { DEPLOY, PUBLISH } from '../acts.ts'
import type { Category } from '../category.ts'
import { detector } from '../find.ts'
import { reachOf } from '../hosts.ts'

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
  detect: detector('production-deploy', (effect, { trusted }) => {
    if (effect.kind === 'deploy' && (effect.stage === 'production' || effect.stage === 'unknown')) {
      const production = effect.stage === 'production'
      return {
        what: production
          ? `deploys ${effect.service} to production`
          : `deploys ${effect.service}, to a stage that cannot be told`,
        acts: DEPLOY,
        nouns: production ? [['production', 'prod', 'live', 'prd']] : [],
      }
    }
    if (effect.kind !== 'publish' || effect.removes || reachOf(effect.registry, trusted) === 'loopback')
      return undefined
    return {
      what: `publishes ${effect.what || 'a package'} to ${effect.registry || 'a registry'}`,
      acts: PUBLISH,
      nouns: [],
      instead: 'show what would be published: `npm pack --dry-run`',
    }
  }),
}
