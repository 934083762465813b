import { stageOfName } from '../../stages.ts'
import { meaningOf, wordsOf } from '../../verbs.ts'
import type { Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'

const EVERYDAY =
  /^(?:(?:test|lint|build|format|check|gen).*|fmt|typecheck|type-?check|types|tsc|ci|coverage|cov|e2e|unit|integration|bench|benchmark|codegen|clean|compile|docs?|storybook|start|dev|serve|watch|preview|validate|verify|install|setup|bootstrap|deps|tidy|vet|fix|run|debug|help|list|all|default|package|bundle|run-?script|prettier|eslint|jest|vitest|license|proto|types?|snapshot|mocks?|i18n|size|analyze|audit|version|tools?|local|spec|quick|fast|smoke|ts|js|css|wasm|assets|icons|schema|openapi|api)$/i

const FAR = /^(?:destroy|deploy|release|publish|upload|migrate|tunnel)$/
const FURTHER =
  /^(?:rollback|reset|db|database|seed|provision|infra|terraform|apply|sync|backup|restore|send|notify|sudo)$/

export type NameVerdict = 'everyday' | 'further' | 'unfamiliar'

/** What a recipe's name says when its text cannot be read: `test:unit`, `build-docs`, `deploy`. */
export function verdictOf(name: string): NameVerdict {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  const words = parts.map((part) => part.toLowerCase())
  if (words.some((word) => FURTHER.test(word) || FAR.test(meaningOf(word)?.act ?? '') || isFarStage(word)))
    return 'further'
  return parts.some((part) => EVERYDAY.test(part)) ? 'everyday' : 'unfamiliar'
}

function isFarStage(word: string): boolean {
  const stage = stageOfName(word)
  return stage === 'production' || stage === 'staging'
}

/** A recipe that cannot be read is taken by its name; `args` are the words it is given. */
export function standingByName(name: string, by: string, scribe: Scribe, args: readonly Word[] = []): Standing {
  switch (verdictOf(name)) {
    case 'everyday':
      return 'expected'
    case 'unfamiliar':
      return 'plain'
    case 'further':
      if (!args.some((word) => /^--(?:dry-?run|help|list|check)$/.test(word.known))) stateByName(name, by, scribe)
      return 'plain'
  }
}

function stateByName(name: string, by: string, scribe: Scribe): void {
  const parts = new Set(wordsOf(name))
  const any = (names: string) => names.split(' ').some((each) => parts.has(each))
  const acts = new Set([...parts].map((part) => meaningOf(part)?.act))
  if (acts.has('read') || any('build generate')) return
  const stage = stageOfName(name)
  const destroys = acts.has('destroy') || any('reset')
  const applies = any('apply')
  const more = { target: name, certainty: 'likely', by } as const
  if (acts.has('deploy') || any('rollback'))
    scribe.effect({ kind: 'deploy', service: by, stage, certainty: 'likely', by })
  else if (acts.has('release') || acts.has('publish'))
    scribe.effect({ kind: 'publish', registry: '', what: name, removes: false, certainty: 'likely', by })
  else if (any('terraform tf tofu infra k8s kube helm stack cluster') && (applies || acts.has('destroy')))
    scribe.effect({
      kind: 'resource-change',
      system: by,
      verb: applies ? 'apply' : 'destroy',
      mass: !applies,
      stage,
      family: 'infrastructure',
      ...more,
    })
  else if (any('db database migrate migration migrations seed'))
    scribe.effect({
      kind: 'database-change',
      engine: by,
      statement: any('truncate') ? 'truncate' : destroys ? 'drop' : any('seed') ? 'insert' : 'alter',
      unbounded: destroys,
      reach: stage === 'production' ? 'remote' : 'unknown',
      ...more,
    })
}
