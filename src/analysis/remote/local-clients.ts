import { CLIENT_LIBRARIES } from '../../knowledge/lexicon/service-endpoints.ts'
import type { Effect } from '../effects.ts'
import type { Command } from '../words.ts'
import { type EndpointContext, isPlaceHere } from './local-places.ts'

/** Clients of clouds in code on the command line: bound by a variable that their library reads, or by the address that each of them is given. */

const MAX_CODE_LENGTH = 20_000
const CODE_OPTION = /^-[a-zA-Z]*[ce]$|^--(?:eval|execute|print)$/
/** Anything by which code may choose its addresses. */
const CHOOSES_ADDRESS =
  /endpoint|https?:|environ|getenv|putenv|process\.|config|emulator|api_?base|hosts?\b|open\(|require\(['"]\./i
const CLIENT_MADE =
  /\bboto3\.(?:client|resource)\s*\(|\.(?:client|resource)\s*\(|\bSession\s*\(|\bnew\s+[\w.]+\s*\(|\bClient\s*\(/g
const ENDPOINT_GIVEN = /\b(?:endpoint(?:_url)?|apiEndpoint|api_endpoint)["']?\s*[=:]\s*["'](https?:\/\/[^"']+)["']/g
const OTHER_CHOICE = /environ|getenv|putenv|process\.env|config|require\(['"]\./i

export function isClientBoundHere(effect: Effect, command: Command, context: EndpointContext): boolean {
  const { name } = effect.actor
  const library = CLIENT_LIBRARIES.find(({ begins }) => name.startsWith(begins))
  const code = library && inlineCode(command)
  if (library === undefined || code === undefined) return false
  if (!CHOOSES_ADDRESS.test(code)) return areVariablesHere(library.variable, context)
  const given = [...code.matchAll(ENDPOINT_GIVEN)].map(([, address = '']) => address)
  const made = [...code.matchAll(CLIENT_MADE)].length
  const addresses = code.match(/https?:\/\//g)?.length ?? 0
  return (
    given.length > 0 &&
    given.length === made &&
    given.length === addresses &&
    !OTHER_CHOICE.test(code) &&
    given.every((address) => isPlaceHere(address, false, context))
  )
}

function areVariablesHere(variable: string, context: EndpointContext): boolean {
  const found = context.environment(variable)
  return (
    found.has(variable) && [...found.values()].every((text) => text !== undefined && isPlaceHere(text, false, context))
  )
}

/** All the code that is run, where it stands on the command line or comes in by a here-document. */
function inlineCode({ args, stdin }: Command): string | undefined {
  const at = args.findIndex(({ known }) => CODE_OPTION.test(known))
  const text = at >= 0 ? args[at + 1]?.text : stdin.kind === 'value' ? stdin.value.text : undefined
  const alone =
    at >= 0
      ? at + 2 === args.length && args.slice(0, at).every(({ known }) => known.startsWith('-'))
      : args.every(({ known }) => known === '-')
  return alone && text !== undefined && text.length <= MAX_CODE_LENGTH ? text : undefined
}
