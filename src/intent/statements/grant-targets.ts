import { hostOf } from '../../analysis/remote/hosts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import {
  type AimContext,
  isEnvironmentNamed,
  isHostNamed,
  isPlaceNamed,
  isSameName,
  placeOf,
  placesBelow,
} from './aims.ts'
import type { Aim } from './statement.ts'

/** Does an aim of a grant name this target or a part of it, whatever kind of thing the aim takes it for? */
export function isAimedAt(target: Target, { how, values, except = [] }: Aim, { facts }: AimContext): boolean {
  if (how !== 'named') return false
  return nameTests(target, facts).some((is) => values.some(is) && !except.some(is))
}

/** Do the aims of a grant name every part of a target that tells it from others? */
export function isNamedWhole(target: Target, aims: readonly Aim[], { facts }: AimContext): boolean {
  const named = aims.filter(({ how }) => how === 'named')
  const tests = nameTests(target, facts)
  const isNamed = (is: NameTest) => named.some(({ values, except = [] }) => values.some(is) && !except.some(is))
  // The repository that one works in goes without saying, where the thing in it is named.
  const own = tests.some(isNamed) ? ownNames(target, facts) : []
  return tests.length > 0 && tests.every((is) => isNamed(is) || own.some(is))
}

type NameTest = (value: string) => boolean

/** What the project's own repository is called: by its remote; a tool that tells a name alone may mean the folder's. */
function ownNames({ kind }: Target, { git, cwd, projectRoot }: AimContext['facts']): readonly string[] {
  if (kind !== 'record' && kind !== 'resource') return []
  const [, owner, name] = OWN_REPOSITORY.exec(git(cwd)?.remotes.get('origin') ?? '') ?? []
  if (owner !== undefined && name !== undefined) return kind === 'record' ? [`${owner}/${name}`] : [owner, name]
  return kind === 'record'
    ? []
    : [projectRoot.slice(projectRoot.lastIndexOf('/') + 1)].filter((folder) => folder !== '')
}

const OWN_REPOSITORY = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/

/** "My key onto pi4.local, user pi": an account in its parts; one's own key needs no name. */
function rightTests(target: Extract<Target, { kind: 'right' }>): readonly NameTest[] {
  const [account, right] = partsOf(target).filter(({ required }) => required)
  const [, user, host] = /^([\w.-]+)@([\w-]+(?:\.[\w-]+)*)$/.exec(target.account) ?? []
  const isKey = target.right.startsWith('login by ssh key')
  const parts = isKey && user !== undefined && host !== undefined ? [[user], [host]] : [account?.names ?? []]
  const key = right?.names ?? []
  // Its public half goes by the name of the whole.
  const keyNames = isKey ? [...key, ...key.map((name) => name.replace(/\.pub$/, ''))] : key
  return [...parts, keyNames].map((names) => (value: string) => names.some((name) => isSameName(name, value)))
}

/** One test for each part of a target that has to be named: an issue by its number, and by a repository that the call names itself. */
function nameTests(target: Target, facts: AimContext['facts']): readonly NameTest[] {
  if (target.kind === 'path') {
    const path = target.path.real ?? placeOf(target.path.text, facts.cwd)
    const place = placesBelow(path, facts)
    // People call a folder by its last name, wherever it lies.
    return [(value) => isPlaceNamed(place, value) || isLastName(path, value)]
  }
  if (target.kind === 'source' && target.store === 'file') {
    const place = placesBelow(placeOf(target.name, facts.cwd), facts)
    return [(value) => isPlaceNamed(place, value)]
  }
  const host = hostInTarget(target)
  if (host !== '') return [(value) => isHostNamed(host, value)]
  if (target.kind === 'right') return rightTests(target)
  // "77, libfoo": what a tool of others was told apart stands joined.
  const joined = target.kind === 'resource' ? target.name.split(/,\s+/) : []
  if (joined.length > 1) return joined.map((name) => (value: string) => isSameName(name, value))
  return partsOf(target)
    .filter(({ required }) => required)
    .map(
      ({ names, short = [] }) =>
        (value: string) =>
          [...names, ...short].some((name) => isSameName(name, value)),
    )
}

/** "Prune docker", "turn ufw off": what has no name of its own goes by the program that keeps it. */
export function isNamedByProgram(
  target: Target,
  program: string,
  aims: readonly Aim[],
  { staysInProject }: AimContext,
): boolean {
  if (!staysInProject()) return false
  const isNameless =
    (target.kind === 'container' && target.name === '') || target.kind === 'guard' || target.kind === 'machine'
  return (
    isNameless && aims.some(({ how, values }) => how === 'named' && values.some((value) => isSameName(program, value)))
  )
}

function isLastName(path: string, value: string): boolean {
  return /^[\w.-]+$/.test(value) && path.toLowerCase().endsWith(`/${value.toLowerCase()}`)
}

function hostInTarget(target: Target): string {
  if (target.kind === 'host') return target.host
  return target.kind === 'source' && target.store === 'address' ? hostOf(target.name) : ''
}

/**
 * Is it the project's own, which nobody calls by a name: this checkout, this repository, the package that is made here, the branch one is
 * on?
 */
export function isImpliedTarget(target: Target, { facts, staysInProject }: AimContext): boolean {
  if (!staysInProject()) return false
  switch (target.kind) {
    case 'local-work':
      return target.what === 'worktree' || target.what === 'untracked' || target.what === 'stash'
    case 'package':
      return target.name === '' && target.amount === 'one'
    case 'record':
      return target.type === 'repository' && target.repository === '' && target.id === ''
    case 'ref':
      return target.amount === 'one' && isOwnBranch(target.ref, facts)
    default:
      return false
  }
}

/** "Run the migration on staging": which database that is, the application knows; where it runs, the person has to say. */
export function isOwnDatabase(target: Target, aims: readonly Aim[], { staysInProject, text }: AimContext): boolean {
  if (target.kind !== 'data' || target.engine !== 'application' || !staysInProject()) return false
  const named = aims.filter(({ what, how }) => what === 'environment' && how === 'named')
  return [...environmentsIn(text())].every((environment) =>
    named.some(({ values }) => values.some((value) => isEnvironmentNamed(environment, value))),
  )
}

/** "Push it to our ghcr": the image that is called as the project is, where the registry is said. */
export function isOwnImage(target: Target, aims: readonly Aim[], { facts }: AimContext): boolean {
  if (target.kind !== 'package' || !target.name.includes('/')) return false
  const folder = facts.projectRoot.slice(facts.projectRoot.lastIndexOf('/') + 1)
  return target.name.endsWith(`/${folder}`) && aims.some((aim) => isRegistryNamed(target, aim))
}

export function isRegistryNamed(target: Target, { how, values }: Aim): boolean {
  const [registry = ''] = target.kind === 'package' ? target.name.split('/', 1) : []
  return how === 'named' && registry.includes('.') && values.some((value) => isHostNamed(registry, value))
}

/** "Flush the redis on cache-2": all that a database server keeps goes by its host, which the call has to name. */
export function isWholeServer(target: Target): boolean {
  return target.kind === 'data' && target.type === 'database' && target.database === target.engine
}

/** Never the default one: whoever means that says so. */
function isOwnBranch(ref: string, { git, cwd }: AimContext['facts']): boolean {
  const { branch, defaultBranch } = git(cwd) ?? {}
  return ref !== '' && ref === branch && ref !== defaultBranch && ref !== 'main' && ref !== 'master'
}
