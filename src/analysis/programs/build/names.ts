import type { Stage } from '../../effects.ts'
import type { Scribe, Standing } from '../program.ts'

const EVERYDAY =
  /^(?:test|tests|lint|linters?|build|format|fmt|typecheck|type-?check|types|tsc|check|checks|ci|coverage|cov|e2e|unit|integration|bench|benchmark|generate|gen|codegen|clean|compile|docs?|storybook|start|dev|serve|watch|preview|validate|verify|install|setup|bootstrap|deps|tidy|vet|fix|run|debug|help|list|all|default|package|bundle|run-?script|prettier|eslint|jest|vitest|tests?-.*|license|proto|types?|snapshot|mocks?|i18n|size|analyze|audit|version|tools?|local|spec|quick|fast|smoke|ts|js|css|wasm|assets|icons|schema|openapi|api)$/i

/** Words in a recipe's name that say it reaches further than this machine or its files. */
const FURTHER =
  /^(?:deploy|deployment|release|publish|ship|promote|rollback|rollout|migrate|migration|migrations|db|database|seed|push|prod|production|live|staging|provision|infra|terraform|apply|destroy|drop|reset|wipe|purge|nuke|upload|sync|backup|restore|send|notify|tunnel|sudo|truncate|teardown)$/i

export type NameVerdict = 'everyday' | 'further' | 'unfamiliar'

/** What a recipe's name says when its text cannot be read: `test:unit`, `build-docs`, `deploy`. */
export function verdictOf(name: string): NameVerdict {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  if (parts.some((part) => FURTHER.test(part))) return 'further'
  return parts.some((part) => EVERYDAY.test(part)) ||
    parts.some((part) => /^(?:test|lint|build|format|check|gen)/i.test(part))
    ? 'everyday'
    : 'unfamiliar'
}

export function stageOf(text: string): Stage {
  const parts = text.toLowerCase().split(/[^a-z0-9]+/)
  const any = (...names: string[]) => parts.some((part) => names.includes(part))
  if (any('prod', 'production', 'prd', 'live')) return 'production'
  if (any('staging', 'stage', 'stg', 'preprod', 'uat')) return 'staging'
  if (any('preview', 'canary')) return 'preview'
  if (any('dev', 'development', 'local', 'test', 'sandbox')) return 'development'
  return 'unknown'
}

/** A recipe that cannot be read is taken by its name. */
export function standingByName(name: string, by: string, scribe: Scribe): Standing {
  switch (verdictOf(name)) {
    case 'everyday':
      return 'expected'
    case 'unfamiliar':
      return 'plain'
    case 'further':
      stateByName(name, by, scribe)
      return 'plain'
  }
}

function stateByName(name: string, by: string, scribe: Scribe): void {
  const parts = new Set(name.toLowerCase().split(/[^a-z0-9]+/))
  const any = (...names: string[]) => names.some((each) => parts.has(each))
  const dry = any('dry', 'plan', 'preview', 'check', 'diff', 'status', 'test', 'build', 'generate', 'lint')
  if (dry) return
  if (any('deploy', 'deployment', 'ship', 'promote', 'rollout', 'rollback'))
    scribe.effect({ kind: 'deploy', service: by, stage: stageOf(name), certainty: 'likely', by })
  else if (any('release', 'publish'))
    scribe.effect({ kind: 'publish', registry: '', what: name, removes: false, certainty: 'likely', by })
  else if (
    any('terraform', 'tf', 'tofu', 'infra', 'k8s', 'kube', 'helm', 'stack', 'cluster') &&
    any('apply', 'destroy', 'delete', 'teardown')
  )
    scribe.effect({
      kind: 'resource-change',
      system: by,
      verb: any('apply') ? 'apply' : 'destroy',
      target: name,
      mass: !any('apply'),
      stage: stageOf(name),
      family: 'infrastructure',
      certainty: 'likely',
      by,
    })
  else if (any('db', 'database', 'migrate', 'migration', 'migrations', 'seed'))
    scribe.effect({
      kind: 'database-change',
      engine: by,
      statement: any('drop', 'reset', 'wipe', 'nuke', 'purge')
        ? 'drop'
        : any('truncate')
          ? 'truncate'
          : any('seed')
            ? 'insert'
            : 'alter',
      unbounded: any('drop', 'reset', 'wipe', 'nuke', 'purge', 'truncate'),
      reach: 'unknown',
      target: name,
      certainty: 'likely',
      by,
    })
}
