import type { Facts } from '../../analysis/facts.ts'
import type { Act } from '../../analysis/interpret/acts.ts'
import { hostOf } from '../../analysis/remote/hosts.ts'
import { partsOf, type Target } from '../../analysis/target.ts'
import { memoize } from '../../analysis/text/memoize.ts'
import { environmentOfName, environmentsIn } from '../../knowledge/lexicon/deployment-environments.ts'
import { compilePath, matchesNames } from '../../rules/path-pattern.ts'
import { fitsWord, isCommandNamed } from './command-aims.ts'
import { PATH_KINDS } from './path-kinds.ts'
import type { Aim } from './statement.ts'

/** Where a call is made, as far as aims ask for it. */
export interface AimContext {
  readonly tool: string
  /** The call's input as text, in lower case. */
  readonly text: () => string
  readonly facts: Pick<Facts, 'cwd' | 'home' | 'projectRoot' | 'git'>
  /** What stands in the call belongs to its one command, and to no other beside it. */
  readonly isOneCommand: boolean
  /** The machines whose shells it uses. */
  readonly shells: readonly Target[]
  /** All that the call does, it does in the project's own folder. */
  readonly staysInProject: () => boolean
}

/**
 * Does an act meet an aim? `unknown`: nothing tells what it is done to, as `git commit` names no file.
 * INVARIANT: what is unknown crosses no limit by itself and is covered by no grant.
 */
export function meetsAim(view: ActView, aim: Aim, here: AimContext): 'yes' | 'no' | 'unknown' {
  const found = objectsOf(view, aim, here)
  if (found.length === 0) return 'unknown'
  const { how, values, except = [] } = aim
  const isSpared = (object: AimObject) => except.some((value) => object.is(value))
  if (how === 'only') return found.every((object) => values.some(object.is) && !isSpared(object)) ? 'no' : 'yes'
  const isMeant = (object: AimObject) => values.some((value) => object.is(value) || object.holds?.(value) === true)
  return found.some((object) => isMeant(object) && !isSpared(object)) ? 'yes' : 'no'
}

/** One thing that an act is done to. */
interface AimObject {
  readonly is: (value: string) => boolean
  /** Is what is named a part of it, or called so elsewhere? Only what names it asks, never "only this". */
  readonly holds?: (value: string) => boolean
}

/** An act, with what statements asked of it so far: there may be many of them. */
export interface ActView {
  readonly act: Act
  readonly objects: Map<Aim['what'], readonly AimObject[]>
}

function objectsOf({ act, objects }: ActView, { what }: Aim, here: AimContext): readonly AimObject[] {
  const known = objects.get(what)
  if (known !== undefined) return known
  const found = findObjects(act, what, here)
  objects.set(what, found)
  return found
}

function findObjects(act: Act, what: Aim['what'], here: AimContext): readonly AimObject[] {
  switch (what) {
    case 'path':
      return pathObjects(act, here)
    case 'command':
      return act.command === undefined ? [] : [{ is: (value) => isCommandNamed(act.command, value) }]
    case 'tool':
      return [{ is: (value) => isToolNamed(here.tool, value) }]
    case 'host':
      return hostsOf(act).map((host) => ({ is: (value) => isHostNamed(host, value) }))
    case 'environment':
      return environmentsOf(act, here).map((environment) => ({
        is: (value) =>
          isEnvironmentNamed(environment, value) || (!isEnvironmentWord(value) && standsIn(here.text(), value)),
      }))
    case 'branch':
      return branchesOf(act, here).map((branch) => ({ is: (value) => isSameName(branch, value) }))
    case 'package':
      return act.targets
        .filter(({ kind }) => kind === 'package')
        .map((target) => ({ is: (value) => namesOfTarget(target).some((name) => isSameName(name, value)) }))
    case 'detail':
      return [{ is: (value) => standsIn(here.text(), value) }]
    case 'resource':
      return resourceObjects(act, here)
  }
}

function pathObjects({ path, command, effect }: Act, { facts }: AimContext): readonly AimObject[] {
  if (path !== undefined) {
    const at = path.real ?? placeOf(path.text, facts.cwd)
    const place = placesBelow(at, facts)
    // A folder that goes takes along what lies in it.
    const isHeld = (value: string) =>
      effect?.kind === 'delete-path' && `${placeOf(value, facts.cwd)}/`.startsWith(`${at}/`)
    const isKind = (value: string) => PATH_KINDS.get(value)?.(path) === true
    return [
      {
        is: (value) => isPlaceNamed(place, value),
        holds: (value) => isKind(value) || isHeld(value) || isCalledSo(place, value),
      },
    ]
  }
  // A command is about the folder that it runs in, or about one that it names.
  if (command === undefined) return []
  const { cwd = facts.cwd, words } = command
  const places = [cwd, ...words.filter((word) => word.includes('/')).map((word) => placeOf(word, cwd))]
  const below = places.map((place) => placesBelow(place, facts))
  return [{ is: (value) => below.some((place) => isPlaceNamed(place, value)) }]
}

export function placeOf(word: string, cwd: string): string {
  return word.startsWith('/') ? word : `${cwd}/${word.replace(/^\.\//, '')}`
}

/** A place as it is seen from each root that a path may be told from. */
interface SeenPlace {
  readonly machine: readonly string[] | undefined
  readonly home: readonly string[] | undefined
  readonly project: readonly (readonly string[])[]
}

export function placesBelow(place: string, { cwd, home, projectRoot }: AimContext['facts']): SeenPlace {
  const at = place.toLowerCase()
  const project = [...new Set([projectRoot, cwd])].flatMap((root) => {
    const names = namesBelow(at, root.toLowerCase())
    return names === undefined ? [] : [names]
  })
  return { machine: namesBelow(at, '/'), home: namesBelow(at, home.toLowerCase()), project }
}

const patternOf = memoize((value: string) => {
  const read = compilePath(value.toLowerCase().replace(/(?<=.)\/+$/, ''), 'deny')
  return read.kind === 'pattern' ? read.pattern : undefined
})

/** A folder stands for all that is in it. */
export function isPlaceNamed({ machine, home, project }: SeenPlace, value: string): boolean {
  const pattern = patternOf(value)
  if (pattern === undefined) return false
  const fits = (names: readonly string[] | undefined) => names !== undefined && matchesNames(pattern.segments, names)
  switch (pattern.anchor) {
    case 'home':
      return fits(home)
    case 'root':
      return fits(machine)
    case 'settings':
      return fits(machine) || project.some(fits)
    case 'cwd':
      return project.some(fits)
  }
}

/** "The folder private": a name alone, wherever it lies. */
function isCalledSo({ machine }: SeenPlace, value: string): boolean {
  const pattern = value.includes('/') ? undefined : patternOf(value)
  return pattern?.anchor === 'cwd' && machine !== undefined && matchesNames(pattern.segments, machine)
}

/** Does a path, as it was said, lie in what a value names, as it was said? */
export function isPathWithin(path: string, value: string): boolean {
  const pattern = patternOf(value)
  const names = path
    .toLowerCase()
    .replace(/^(?:\.\/|~\/|\/)/, '')
    .split('/')
  return PATH_KINDS.has(value)
    ? PATH_KINDS.get(value)?.({ text: path, real: undefined, tags: [] } as never) === true
    : pattern !== undefined && matchesNames(pattern.segments, names)
}

function namesBelow(place: string, root: string): readonly string[] | undefined {
  const base = root === '/' ? '/' : `${root}/`
  return place.startsWith(base) ? place.slice(base.length).split('/') : undefined
}

/** `slack` names every tool of a server called so. */
function isToolNamed(tool: string, value: string): boolean {
  const [name, said] = [tool.toLowerCase(), value.toLowerCase()]
  if (fitsWord(name, said)) return true
  return name.startsWith('mcp__') && name.split('__')[1] === said
}

function hostsOf({ effect, targets }: Act): readonly string[] {
  const named = targets.flatMap((target) => (target.kind === 'host' ? [target.host] : []))
  const own = effect !== undefined && 'host' in effect && effect.host !== undefined ? [effect.host] : []
  const all = [...named, ...own].map((host) => hostOf(host).toLowerCase() || host.toLowerCase())
  return [...new Set(all)].filter((host) => host !== '' && !/^(?:localhost|127\.|\[?::1)/.test(host))
}

/** `example.com` is also its subdomains. */
export function isHostNamed(host: string, value: string): boolean {
  const said = (hostOf(value) || value).toLowerCase().replace(/^\*\./, '')
  return said !== '' && (host === said || host.endsWith(`.${said}`) || host.split('.')[0] === said)
}

/** `prod` is production; `qa-maria` is a name of its own. */
export function isEnvironmentNamed(name: string, value: string): boolean {
  const [one, said] = [name.toLowerCase(), value.toLowerCase()]
  if (one === said) return true
  return isEnvironmentWord(said) && environmentOfName(one) === environmentOfName(said)
}

function isEnvironmentWord(value: string): boolean {
  return /^\p{L}+$/u.test(value) && environmentOfName(value) !== 'unknown'
}

/** What the effect knows of it, the names of clusters and spaces, and what else the call says. */
function environmentsOf({ effect, targets }: Act, { text }: AimContext): readonly string[] {
  // A file is called after an environment, and is none.
  if (effect !== undefined && 'path' in effect) return []
  const named = targets.flatMap((target) =>
    target.kind === 'cluster' ? [target.context, target.namespace].filter((name) => name !== '') : [],
  )
  if (named.length > 0) return named
  const own = effect !== undefined && 'environment' in effect ? effect.environment : 'unknown'
  const said = environmentsIn(text())
  return own === 'unknown' ? [...said] : [...new Set([own, ...said])]
}

/** What a commit is made on is the branch one is on. */
function branchesOf({ targets, command, effect }: Act, { facts }: AimContext): readonly string[] {
  const named = targets.flatMap((target) =>
    target.kind === 'ref' || (target.kind === 'local-work' && target.what === 'branch') ? [target.ref] : [],
  )
  const known = named.filter((ref) => ref !== '' && !ref.includes('…'))
  if (known.length > 0) return known.map((ref) => ref.replace(/^\+?(?:refs\/heads\/)?/, ''))
  if (effect?.kind === 'git-push' && effect.toDefault === 'yes') return ['main']
  if (command?.branch !== undefined) return [command.branch]
  const current = command?.program === 'git' ? facts.git(command.cwd ?? facts.cwd)?.branch : undefined
  return current === undefined ? [] : [current]
}

/** Names in the targets of an effect, and the short arguments of a tool of others. */
function resourceObjects({ targets, effect, command }: Act, { text }: AimContext): readonly AimObject[] {
  if (effect === undefined && command === undefined) return [{ is: (value) => standsIn(text(), value) }]
  const named = targets.filter(({ kind }) => kind !== 'path' && kind !== 'program')
  if (named.length === 0)
    return command === undefined
      ? []
      : [{ is: (value) => [command.program, ...command.words].some((word) => isSameName(word, value)) }]
  return named.map((target) => ({
    is: (value) => namesOfTarget(target).some((name) => isSameName(name, value)),
  }))
}

function namesOfTarget(target: Target): readonly string[] {
  return partsOf(target).flatMap(({ names, short = [] }) => [...names, ...short])
}

/** The same name, or one that its last part is: `orders-api` of `acme/orders-api`, `users` of `public.users`. */
export function isSameName(name: string, value: string): boolean {
  const [one, other] = [name.toLowerCase(), value.toLowerCase().replace(/^[#@!]/, '')]
  if (one === '' || other === '') return false
  if (one.replace(/^[#@!]/, '') === other) return true
  // "PR 482", "issue #77": the word before a number tells its kind.
  const [, numbered] = /^[\p{L} -]{1,24}[\s#!]+(\d+)$/u.exec(other) ?? []
  if (numbered !== undefined) return isSameName(name, numbered)
  if (other.endsWith('*')) return one.startsWith(other.slice(0, -1))
  return new RegExp(`[/.:@]${escapeRegExp(other)}$`).test(one) || new RegExp(`[/.:@]${escapeRegExp(one)}$`).test(other)
}

/** In scripts without blanks a name stands between other letters; one in Latin ends where its letters do. */
export function standsIn(text: string, value: string): boolean {
  const said = value.toLowerCase()
  if (said === '') return false
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1))
    if (!/[a-z0-9]/.test(text[at - 1] ?? '') && !/[a-z0-9]/.test(text[at + said.length] ?? '')) return true
  return false
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
