import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'

export const COMPOSE_GLOBAL: Grammar = {
  flags: '-vh verbose version help compatibility no-ansi dry-run all-resources',
  values: 'f file p project-name profile env-file project-directory ansi progress parallel c context H host',
  stopAtOperand: true,
}

const ENGINES = /(?:^|\/)(?:docker|podman|nerdctl|finch)$/
const COMPOSES = /(?:^|\/)(?:docker|podman)-compose$/

/** A compose project, told by the options that choose it: what `up` started, `down` of the same project may take away. */
export function composeProject(options: Options): string {
  const chosen = options.values('f', 'file', 'p', 'project-name', 'project-directory').map((word) => word.known)
  return ['compose project', ...chosen].join(' ')
}

/** The containers and compose projects that a command starts, by the names they are later stopped and removed by. */
export function containersStarted({ name = '', args }: Command): readonly string[] {
  const words = ENGINES.test(name) ? args : COMPOSES.test(name) ? [undefined, ...args] : []
  const [verb, ...rest] = words
  if (verb === undefined || verb.known === 'compose') return composeStarted(rest.filter((word) => word !== undefined))
  if (verb.known !== 'run' && verb.known !== 'create') return []
  return readOptions(
    rest.filter((word) => word !== undefined),
    { values: 'name', flags: '-dit rm it detach' },
  )
    .values('name')
    .flatMap((word) => (word.text === undefined ? [] : [word.text]))
}

function composeStarted(words: readonly Word[]): readonly string[] {
  const options = readOptions(words, COMPOSE_GLOBAL)
  return /^(?:up|run|create)$/.test(options.operands[0]?.known ?? '') ? [composeProject(options)] : []
}
