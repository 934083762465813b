import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isDryRunOption } from '../../knowledge/lexicon/dry-run-options.ts'
import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Word } from '../words.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'

const EVERYDAY_TASK_WORD =
  /^(?:(?:test|lint|build|format|check|gen).*|fmt|typecheck|type-?check|types|tsc|ci|coverage|cov|e2e|unit|integration|bench|benchmark|codegen|clean|compile|docs?|storybook|start|dev|serve|watch|preview|validate|verify|install|setup|bootstrap|deps|tidy|vet|fix|run|debug|help|list|all|default|package|bundle|run-?script|prettier|eslint|jest|vitest|license|proto|types?|snapshot|mocks?|i18n|size|analyze|audit|version|tools?|local|spec|quick|fast|smoke|ts|js|css|wasm|assets|icons|schema|openapi|api)$/i

const FAR_REACHING_ACT = /^(?:destroy|deploy|release|publish|upload|migrate|tunnel)$/
const FAR_REACHING_TASK_WORD =
  /^(?:rollback|reset|db|database|seed|provision|infra|terraform|apply|sync|backup|restore|send|notify|sudo)$/

export type TaskNameVerdict = 'everyday' | 'further' | 'unfamiliar'

/** What a recipe's name says when its text cannot be read: `test:unit`, `build-docs`, `deploy`. */
export function judgeTaskName(name: string): TaskNameVerdict {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '')
  const words = parts.map((part) => part.toLowerCase())
  if (
    words.some(
      (word) =>
        FAR_REACHING_TASK_WORD.test(word) ||
        FAR_REACHING_ACT.test(verbMeaning(word)?.act ?? '') ||
        isSharedEnvironment(word),
    )
  )
    return 'further'
  return parts.some((part) => EVERYDAY_TASK_WORD.test(part)) ? 'everyday' : 'unfamiliar'
}

function isSharedEnvironment(word: string): boolean {
  const environment = environmentOfName(word)
  return environment === 'production' || environment === 'staging'
}

/** A recipe that cannot be read is taken by its name; `args` are the words it is given. */
export function gradeByTaskName(
  name: string,
  by: string,
  recorder: EffectRecorder,
  args: readonly Word[] = [],
): CommandGrade {
  switch (judgeTaskName(name)) {
    case 'everyday':
      return 'expected'
    case 'unfamiliar':
      return 'plain'
    case 'further':
      if (!args.some(({ known }) => isDryRunOption(known) || /^--(?:help|list|check)$/.test(known)))
        recordByTaskName(name, by, recorder)
      return 'plain'
  }
}

function recordByTaskName(name: string, by: string, recorder: EffectRecorder): void {
  const parts = new Set(wordsOf(name))
  const any = (names: string) => names.split(' ').some((each) => parts.has(each))
  const acts = new Set([...parts].map((part) => verbMeaning(part)?.act))
  if (acts.has('read') || any('build generate')) return
  const environment = environmentOfName(name)
  const destroys = acts.has('destroy') || any('reset')
  const applies = any('apply')
  const more = { target: name, certainty: 'likely', by } as const
  if (acts.has('deploy') || any('rollback'))
    recorder.effect({ kind: 'deploy', service: by, environment, certainty: 'likely', by })
  else if (acts.has('release') || acts.has('publish'))
    recorder.effect({ kind: 'publish', registry: '', what: name, removes: false, certainty: 'likely', by })
  else if (any('terraform tf tofu infra k8s kube helm stack cluster') && (applies || acts.has('destroy')))
    recorder.effect({
      kind: 'resource-change',
      system: by,
      verb: applies ? 'apply' : 'destroy',
      mass: !applies,
      environment,
      family: 'infrastructure',
      ...more,
    })
  else if (any('db database migrate migration migrations seed'))
    recorder.effect({
      kind: 'database-change',
      engine: by,
      statement: any('truncate') ? 'truncate' : destroys ? 'drop' : any('seed') ? 'insert' : 'alter',
      unbounded: destroys,
      reach: environment === 'production' ? 'remote' : 'unknown',
      ...more,
    })
}
