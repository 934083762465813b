import { serverFolder } from '../server/access/folder.ts'
import { isListName } from '../server/fleet/keys.ts'
import { readAddress } from '../server/serve/address.ts'
import { ServerStartError } from '../server/serve/listen.ts'
import { openStore, type StorePlace } from '../server/serve/open-store.ts'
import type { Documents, Store } from '../server/store/store.ts'
import { auditUserCommand, confirmOrExplain, databaseFrom, homeFrom, readArgs, refusesAgent } from './command-args.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import type { TypingPerson } from './typing-person.ts'

/** Where a person keeps the lists that the servers of a store share: of machines, of people. */
export interface ServerListContext {
  readonly home: string
  /** Of the machine or the person that it is about. */
  readonly name: string
  readonly documents: Documents
  readonly json: boolean
  readonly io: Io
  /** Where others reach the server. */
  server(): string
  confirms(question: string): boolean
  /** Records what the person did. */
  noted(words: string, message: string): void
}

export interface ServerListCommand {
  readonly command: string
  /** What has a name here. */
  readonly noun: string
  /** `list` is for everybody, the others for people. */
  readonly verbs: ReadonlyMap<string, (desk: ServerListContext) => Promise<number>>
}

const OPTIONS = {
  server: { type: 'string' },
  database: { type: 'string' },
  json: { type: 'boolean', default: false },
  home: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Option = { readonly type: 'string'; readonly default: string }

/** Reads the words of such a command, with options of its own that have a value if not given. */
export function readServerListArgs<const T extends Readonly<Record<string, Option>>>(args: readonly string[], own: T) {
  return readArgs(args, { ...own, ...OPTIONS })
}

interface DeskArgs {
  readonly positionals: readonly string[]
  readonly values: {
    readonly server?: string | undefined
    readonly database?: string | undefined
    readonly json: boolean
    readonly home?: string | undefined
  }
}

/** Does what one verb of a command says. */
export async function runServerListCommand(
  { command, noun, verbs }: ServerListCommand,
  { positionals, values }: DeskArgs,
  io: Io,
  person: TypingPerson,
): Promise<number> {
  const [word = '', name = '', ...more] = positionals
  const verb = verbs.get(word)
  if (verb === undefined) {
    const [last, ...others] = [...verbs.keys()].reverse()
    throw new UsageError(`give ${others.reverse().join(', ')} or ${last}; \`irongate ${command} --help\` shows more.`)
  }
  if (more.length > 0 || (word === 'list' ? name !== '' : !isListName(name)))
    throw new UsageError(`a ${noun} has one name, of letters, digits, dots and dashes.`)
  if (word !== 'list' && refusesAgent(person, io, command)) return EXIT.deny
  const home = homeFrom(values.home)
  const saying = { io, command }
  return withDocuments({ home, database: databaseFrom(values.database) }, (documents) =>
    verb({
      home,
      name,
      documents,
      json: values.json,
      io,
      server: () => values.server ?? runningAt(home),
      confirms: (question) => confirmOrExplain(person, question, saying),
      noted: (words, message) => auditUserCommand({ home, cwd: home, command: `${command} ${words}`, message }, saying),
    }),
  )
}

/** Says what became of a removal. */
export function printRemoval(
  { json, io }: ServerListContext,
  removed: boolean,
  words: { yes: string; no: string },
): number {
  if (json) io.out(`${JSON.stringify({ removed })}\n`)
  else if (removed) io.out(`${words.yes}\n`)
  else io.error(`${words.no}\n`)
  return removed ? 0 : EXIT.deny
}

function runningAt(home: string): string {
  const url = readAddress(serverFolder(home))?.url
  if (url === undefined) throw new UsageError('no server runs here; --server says where it will be reached.')
  return url
}

/** Does something with the documents that the servers of a store share. */
async function withDocuments<T>(place: StorePlace, use: (documents: Documents) => Promise<T>): Promise<T> {
  const store = await openStoreOrExplain(place)
  try {
    return await use(store.documents)
  } finally {
    await store.close()
  }
}

async function openStoreOrExplain(place: StorePlace): Promise<Store> {
  try {
    return await openStore(place)
  } catch (error) {
    if (error instanceof ServerStartError) throw new UsageError(error.message)
    throw error
  }
}
