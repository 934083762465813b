import { SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../knowledge/lexicon/service-endpoints.ts'
import type { Effect } from '../effects.ts'
import { programName } from '../interpret/base-name.ts'
import { lazy } from '../text/memoize.ts'
import type { Command } from '../words.ts'
import { isClientBoundHere } from './local-clients.ts'
import { type EndpointContext, isPlaceHere } from './local-places.ts'

/**
 * What stands in for a service on this machine, told by what a command is bound to. INVARIANT: all that may bind it leads to this machine,
 * and no port of it was handed on to another one.
 */

const MAX_WORDS = 60
const MAX_TEXT_LENGTH = 2_000

const ENDPOINTS_BY_NAME = lazy(
  (): ReadonlyMap<string, readonly ServiceEndpoint[]> =>
    new Map(
      SERVICE_ENDPOINTS.flatMap(({ names }) => names.split(' ')).map((name) => [
        name,
        SERVICE_ENDPOINTS.filter(({ names }) => names.split(' ').includes(name)),
      ]),
    ),
)

/** The port of a development server of this program, where nothing else is said. */
export function developmentPort({ name = '', args }: Command): string | undefined {
  const endpoint = ENDPOINTS_BY_NAME()
    .get(programName(name))
    ?.find(({ port }) => port !== undefined)
  return args.slice(0, MAX_WORDS).some(({ text = '' }) => /^(?:--?dev|start-dev)$/.test(text))
    ? endpoint?.port
    : undefined
}

/** Does this command work with a stand-in of this machine, and with nothing else? */
function isBoundHere(command: Command, context: EndpointContext): boolean {
  const endpoints = ENDPOINTS_BY_NAME().get(programName(command.name ?? '')) ?? []
  return endpoints.some((endpoint) => fits(endpoint, command) && isEndpointHere(endpoint, command, context))
}

function fits({ verbs }: ServiceEndpoint, command: Command): boolean {
  const path = operandsOf(command).slice(0, 3).join(' ')
  return verbs === undefined || verbs.split('|').some((verb) => path.startsWith(verb))
}

function operandsOf({ args }: Command): readonly string[] {
  return args.slice(0, MAX_WORDS).flatMap(({ known }) => (known.startsWith('-') ? [] : [known]))
}

function subcommandOf({ args }: Command): string {
  const at = args.findIndex(
    ({ known }, index) => !known.startsWith('-') && !/^--?[\w-]+$/.test(args[index - 1]?.known ?? ''),
  )
  const [first = '', second = ''] = args.slice(Math.max(at, 0)).map(({ known }) => known)
  return /^(?:alpha|beta)$/.test(first) ? second : first
}

function isEndpointHere(endpoint: ServiceEndpoint, command: Command, context: EndpointContext): boolean {
  const { options, variables, off, needsAll } = endpoint
  if (command.args.length > MAX_WORDS || command.args.some(mayBeOption)) return false
  const names = (options ?? '').split(' ').filter((name) => name !== '')
  const given = names.flatMap((name) => optionValues(command, name).map((value) => ({ name, value })))
  const isHere = (value: string | undefined) => isAddressHere(value, endpoint, context)
  if (given.length > 0)
    return needsAll
      ? names.every((name) => given.some((each) => each.name === name)) &&
          isHere(given.find(({ value }) => value !== '')?.value) &&
          given.every(({ value }) => value === '' || isHere(value))
      : given.every(({ value }) => isHere(value))
  if (variables === undefined) return false
  if (off !== undefined && [...context.environment(off).values()].some((text) => text !== 'false')) return false
  return variables.includes('{place}')
    ? arePlacesHere(endpoint, command, { isHere, context })
    : areVariablesHere(variables.split(' '), command, { isHere, context })
}

interface AddressCheck {
  readonly isHere: (value: string | undefined) => boolean
  readonly context: EndpointContext
}

/** One that is meant for this sub-command is set, and none of that kind leads elsewhere. */
function areVariablesHere(names: readonly string[], command: Command, { isHere, context }: AddressCheck): boolean {
  const service = subcommandOf(command)
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^S3API$/, 'S3')
  const found = new Map(names.flatMap((name) => [...context.environment(name.replace('{service}', ''))]))
  const meant = names.map((name) => name.replace('{service}', service))
  return meant.some((name) => found.has(name)) && [...found.values()].every(isHere)
}

/** All places that operands name have such an address. */
function arePlacesHere(endpoint: ServiceEndpoint, command: Command, { isHere, context }: AddressCheck): boolean {
  const { variables = '', demands, overrides } = endpoint
  const [verb = '', ...rest] = operandsOf(command)
  if (/^(?:alias|config)$/.test(verb) || command.args.some(({ known }) => overrides?.test(known))) return false
  const remote = rest.filter((operand) => !/^[~./]/.test(operand) && /[/:\0]/.test(operand))
  const places = remote.map((operand) => /^([A-Za-z0-9_-]+)[/:](?!\/)/.exec(operand)?.[1])
  const read = (variable: string, place: string) => {
    const name = variable.replace('{place}', place)
    const set = context.environment(name)
    return { is: set.has(name), text: set.get(name) }
  }
  const isPlace = (place: string) => {
    const address = read(variables, place)
    return address.is && isHere(address.text) && (!demands || read(demands[0], place).text === demands[1])
  }
  return places.length > 0 && places.every((place) => place !== undefined && [place, place.toUpperCase()].some(isPlace))
}

/** A word that nobody knows may be an option that leads elsewhere. */
function mayBeOption({ known, quoted, text }: Command['args'][number]): boolean {
  return text === undefined && (known.startsWith('\0') || known.startsWith('-')) && !quoted
}

/** All values that an option is given; undefined for one that is not known. */
function optionValues({ args }: Command, name: string): readonly (string | undefined)[] {
  return args.flatMap(({ known, text }, at) => {
    if (known === name) return [args[at + 1]?.text]
    return known.startsWith(`${name}=`) ? [text?.slice(name.length + 1)] : []
  })
}

function isAddressHere(value: string | undefined, { near }: ServiceEndpoint, context: EndpointContext): boolean {
  if (value === undefined || value === '' || value.length > MAX_TEXT_LENGTH) return false
  if (/^UseDevelopmentStorage=true;?$/.test(value)) return true
  const addresses = /;|^\w+=/.test(value)
    ? value.split(';').flatMap((part) => /^\w*Endpoint=(.*)$/.exec(part)?.[1] ?? [])
    : value.split(',')
  return addresses.length > 0 && addresses.every((address) => isPlaceHere(address, near === true, context))
}

/** What is done to a stand-in has the standing of the session's own things. */
export function withLocalEndpoint(effect: Effect, command: Command, context: EndpointContext): Effect {
  if (!reachesService(effect)) return effect
  const bound = isBoundHere(command, context) || isClientBoundHere(effect, command, context)
  return bound ? { ...effect, certainty: 'possible', own: true } : effect
}

function reachesService(effect: Effect): boolean {
  switch (effect.kind) {
    case 'resource-change':
    case 'deploy':
    case 'external-write':
    case 'weaken':
      return true
    case 'database-change':
      return effect.reach !== 'remote'
    case 'grant':
      return effect.reach === 'remote'
    default:
      return false
  }
}
