import { classifyHost, hostOf } from '../../remote/hosts.ts'
import { isSecretSource } from '../../text/secrets.ts'
import type { DataSource } from '../../words.ts'
import { type AbstractValue, allSources, exactText, uniqueSources } from './abstract-value.ts'
import type { CodeCall } from './call-table.ts'
import type { CodeRun } from './run.ts'

const PLACE_KEYS =
  /^(?:dsn|host|hosts|hostname|nodes?|server|servers|endpoints?|endpoint_?url|(?:base|api|web_?hook|server|ingest\w*|report\w*)?_?ur[il]|domain|tunnel|notify|brokers?|bootstrap_?servers?|address|addr)$/i
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/]/i
const HOST_NAME = /^(?:[\w-]+\.)+[a-z]{2,}(?::\d{1,5})?$|^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/i
const MAX_DEPTH = 3
const MAX_VALUES = 60
const MAX_CALLS = 100

interface GivenSecrets {
  readonly library: string
  readonly by: string
  readonly payload: readonly DataSource[]
}

/**
 * Libraries that were told a place elsewhere: what their clients are given goes there, under whatever name. A secret counts as the
 * text of a file; a key that opens the place is told where the place is.
 */
export class ForeignEndpoints {
  readonly #places = new Map<string, string>()
  readonly #given: GivenSecrets[] = []

  called(call: CodeCall, library: string, run: CodeRun): void {
    const host = placeIn(call)
    if (host !== undefined) this.#tell(library, host)
    else this.#note({ library, by: call.name, payload: fileSecretsIn(call) }, run)
  }

  /** A method of something that a library handed to a callback: `client.notify(e, (event) => event.add(text))`. */
  unknownMethod(call: CodeCall, run: CodeRun): void {
    this.#note({ library: '', by: call.name, payload: fileSecretsIn(call) }, run)
  }

  /** `config.dsn = 'https://…'`; of which library is not known in a block that it calls. */
  assigned(library: string, name: string, value: AbstractValue): void {
    const host = PLACE_KEYS.test(name) ? remoteHost(exactText(value)) : undefined
    if (host !== undefined) this.#tell(library, host)
  }

  settle(run: CodeRun): void {
    for (const { library, by, payload } of this.#given.splice(0)) {
      const host = this.#placeOf(library)
      if (host !== undefined) run.acts({ kind: 'send-data', host, channel: 'http', payload, by, certainty: 'likely' })
    }
  }

  #placeOf(library: string): string | undefined {
    const [first] = this.#places.values()
    return library === '' ? first : (this.#places.get(library) ?? this.#places.get(''))
  }

  #tell(library: string, host: string): void {
    if (this.#places.size < MAX_CALLS) this.#places.set(library, host)
  }

  #note(given: GivenSecrets, run: CodeRun): void {
    if (given.payload.length > 0 && run.certainty !== 'possible' && this.#given.length < MAX_CALLS)
      this.#given.push(given)
  }
}

function fileSecretsIn({ args, named }: CodeCall): readonly DataSource[] {
  return uniqueSources([...args, ...named.values()].map(allSources)).filter(
    (source) => source.kind === 'file' && isSecretSource(source),
  )
}

/** A place among the arguments: an address, or a host's name under a key that says so. */
function placeIn({ args, named }: CodeCall): string | undefined {
  let level: (readonly [string, AbstractValue])[] = [
    ...named,
    ...args.slice(0, 2).map((value) => ['url', value] as const),
  ]
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    for (const [key, value] of level) {
      const host = PLACE_KEYS.test(key) ? textsOf(value).map(remoteHost).find(Boolean) : undefined
      if (host !== undefined) return host
    }
    level = level
      .flatMap(([key, value]) => [...(value.fields ?? []), ...(value.items ?? []).map((item) => [key, item] as const)])
      .slice(0, MAX_VALUES)
  }
  return undefined
}

function textsOf(value: AbstractValue): readonly (string | undefined)[] {
  return [value, ...(value.items ?? [])].slice(0, MAX_VALUES).map(exactText)
}

function remoteHost(text: string | undefined): string | undefined {
  if (text === undefined || !(ADDRESS.test(text) || HOST_NAME.test(text))) return undefined
  const host = ADDRESS.test(text) ? hostOf(text) : text.replace(/:\d+$/, '')
  return host === '' || classifyHost(host) === 'loopback' ? undefined : host
}
