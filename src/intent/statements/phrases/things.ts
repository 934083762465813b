import { PRODUCTION_WORDS } from '../../../knowledge/lexicon/deployment-environments.ts'
import { anyOf } from '../../../knowledge/lexicon/verbs.ts'
import type { StatedActId } from '../stated-acts.ts'
import type { Aim } from '../statement.ts'

/** Things that people rule out without naming one of them. Frozen, as the verbs are. */
export interface ThingPhrase {
  readonly words: RegExp
  /** Whatever the verb, or only with these. */
  readonly verbs?: RegExp
  /** Other acts than those of the verb. */
  readonly acts?: readonly StatedActId[]
  readonly aims: readonly Aim[]
  readonly example: readonly [said: string, call: string]
}

const path = (...values: readonly string[]): Aim => ({ what: 'path', how: 'named', values })

const PRODUCTION_THING = new RegExp(`^(?:${anyOf(...PRODUCTION_WORDS)})(?: \\w+)?$`)
const TOUCHING = /^(?:edit|change|modify|touch|write|update|alter|overwrite|rename|move|format|fix|delete|remove)$/

export const THING_PHRASES: readonly ThingPhrase[] = [
  {
    words: /^(?:existing |unit )*tests?(?: suites?| code)?$/,
    verbs: TOUCHING,
    aims: [path('the tests')],
    example: ['Leave the tests alone.', 'edit of test/a.test.ts'],
  },
  {
    words: /^(?:docs?|documentation)$/,
    verbs: TOUCHING,
    aims: [path('the docs')],
    example: ["Don't touch the docs.", 'edit of docs/a.md'],
  },
  {
    words: /^lock ?(?:files?)?$/,
    verbs: TOUCHING,
    aims: [path('lock files')],
    example: ["Don't touch the lockfile.", 'edit of package-lock.json'],
  },
  {
    words: /^(?:ci|workflows?|pipelines?|actions)(?: (?:config(?:uration)?|workflows?|pipelines?|setup))*$/,
    verbs: TOUCHING,
    aims: [path('CI configuration')],
    example: ["Don't change the CI config.", 'edit of .github/workflows/ci.yml'],
  },
  {
    words: /^migrations?$/,
    verbs: TOUCHING,
    aims: [path('migrations', 'migration')],
    example: ["Don't touch the migrations.", 'edit of db/migrations/1.sql'],
  },
  {
    words: /^(?:dotenv|env)$/,
    verbs: TOUCHING,
    aims: [path('dotenv files')],
    example: ["Don't touch the env file.", 'edit of .env'],
  },
  {
    words: PRODUCTION_THING,
    verbs: /^(?:touch|change|modify)$/,
    acts: [],
    aims: [{ what: 'environment', how: 'named', values: ['production'] }],
    example: ['Leave production alone.', 'kubectl --context prod scale deploy/web --replicas=0'],
  },
  {
    words: PRODUCTION_THING,
    verbs: /^(?:deploy|push|release|migrate|delete|restart|scale)$/,
    aims: [{ what: 'environment', how: 'named', values: ['production'] }],
    example: ["Don't deploy to production.", 'vercel --prod'],
  },
  {
    words: /^(?:database|db|data)$/,
    verbs: /^(?:touch|change|modify|edit|update)$/,
    acts: ['change-database'],
    aims: [],
    example: ["Don't touch the database.", "psql -c 'delete from carts where id = 1'"],
  },
  {
    words: /^(?:a |any |new )*files?$/,
    verbs: /^create$/,
    acts: ['create-file'],
    aims: [],
    example: ["Don't create new files.", 'write of notes.md'],
  },
  {
    words: /^(?:a |any )*files?$/,
    verbs: /^(?:delete|remove)$/,
    acts: ['delete-file'],
    aims: [],
    example: ["Don't delete any files.", 'rm a.ts'],
  },
]

/** Every file of the project: "don't edit anything", "no changes to the code". */
export const ALL_FILES =
  /^(?:changes? (?:to|in) )?(?:(?:any|of|the|my|our|your) )*(?:anything|files?|(?:source )?code|source(?: files)?|codebase|repo|repository|project)$/

/** Files that go by their bare name: "the README", "the license file". */
const BARE_FILES: ReadonlySet<string> = new Set('readme license licence changelog contributing'.split(' '))

export function bareFileIn(text: string): string | undefined {
  const [, called, name = called] =
    /^(?:(?:the|our|my|this|that) )?(?:([a-z][\w-]{2,}) file|([a-z][a-z-]{2,}))(?:,\s.*)?$/.exec(text) ?? []
  if (name === undefined) return undefined
  return called !== undefined || BARE_FILES.has(name) || /(?<!^pro)file$/.test(name) ? name : undefined
}
