import { environmentOfName, strictestEnvironment } from '../../../knowledge/lexicon/deployment-environments.ts'
import { isDryRunName } from '../../../knowledge/lexicon/dry-run-options.ts'
import { wordsOf } from '../../../knowledge/lexicon/verbs.ts'

const CLIENT_WORDS = /^(?:client|api|rest|admin|gateway)$/
const SHELL_LIBRARIES = /ssh|winrm|psrp|telnet|rexec/i
/** Functions that sign in with what is kept on this machine for it; some of them only if they are told no more than its name. */
const SIGN_IN_CALLS =
  /^(?:from_?(?:env|environ|default|token|profile|service_?account|api_?key)\w*|log_?in|sign_?in|oauth2?|service_?account\w*|authori[sz]e|authenticate|initialize_?app)$/i
const SIGN_IN_BY_NAME_CALLS = /^(?:from_?config\w*|load_?from_?\w+)$/i
const CLIENT_MODULE = /(?:^|[./])(?:rest_?|api_?)?clients?(?=[./])/i
const TEST_WORDS =
  /^(?:tests?|testing|specs?|conftest|mock(?:s|ed|ing)?|mock\w*(?:db|server|client|api|aws)|fake\w*|stub(?:s|bed|bing)?|dummy|\w*cached?|cach(?:es|ing|etools)|emulator|local(?:stack|host))$/
const IN_PROCESS_WORDS = /^(?:memory|query)$/
const FRAMEWORKS =
  'flask fastapi ninja django starlette falcon express fastify koa hapi nest sanic apollo urql tanstack react'
/** Stores, brokers and engines: their clients go to this machine when nobody tells them another one. */
const LOCAL_SERVICES =
  'redis valkey mongo mongoose pg postgres psycopg mysql maria sql sqlite sqlalchemy mssql elastic opensearch qdrant chroma milvus weaviate lance cassandra memcache rabbit amqp pika kafka nats mqtt docker dockerode podman prisma consul etcd mlflow zookeeper influx neo4j clickhouse minio dask distributed ray spark temporal prefect celery ollama jupyter selenium webdriver playwright puppeteer libvirt torch tensor trino'
/** By the whole name of the library, and what languages put before and behind it: `sparkpost` is no `spark`, `pymongo` is `mongo`. */
const libraryNamePattern = (names: string): RegExp =>
  new RegExp(
    `^(?:py|p|php|io|aio|async|node)?(?:${names.replaceAll(' ', '|')})(?:py|js|db|ql|search|lib|io|d|mq|flow|board|\\d{1,4})?$`,
  )
const LOCAL_LIBRARIES = libraryNamePattern(`${FRAMEWORKS} ${LOCAL_SERVICES}`)
const STORE_LIBRARIES = libraryNamePattern(LOCAL_SERVICES)
const PROJECT_FOLDERS =
  /^(?:apps?|src|libs?|core|config|settings|utils?|helpers?|models?|services?|server|backend|frontend|api|main|project|proj|scripts|tests?|common|shared|domain|infra|internal|pkg|tools|my\w*|client|clients|controllers|jobs|tasks|workers|views|[.~@]?\/.*)$/i

export function isTestName(name: string): boolean {
  return wordsOf(name).some((word) => TEST_WORDS.test(word))
}

export function isRemoteShellLibrary(name: string): boolean {
  return SHELL_LIBRARIES.test(name.slice(0, name.lastIndexOf('.')))
}

export function isStoreLibrary(name: string): boolean {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  return (
    words.some((word) => STORE_LIBRARIES.test(word)) ||
    /client|connect|driver|pool|admin|database|(?:^|[^a-z])orm(?:[^a-z]|$)/i.test(name)
  )
}

export interface ClientArguments {
  readonly plain: boolean
  /** An object, and what it is to be called there: a part of what is being described. */
  readonly part: boolean
}

export function classifyClientName(
  name: string,
  projects: readonly string[],
  { plain, part }: ClientArguments,
): 'client' | 'shell' | 'namesake' | undefined {
  const path = name.replaceAll('()', '').replace(/\.new$/, '')
  const last = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('\\')) + 1)
  const library = path
    .slice(0, -last.length)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const names = library.length > 1 ? library : wordsOf(path)
  if (names.some((word) => LOCAL_LIBRARIES.test(word)) || wordsOf(path).some((word) => IN_PROCESS_WORDS.test(word)))
    return undefined
  if (isTestName(path) || isProjectModule(path, projects)) return undefined
  if (SHELL_LIBRARIES.test(path) && /^(?:[A-Z]|start$|new$)/.test(last)) return 'shell'
  if ((plain && SIGN_IN_BY_NAME_CALLS.test(last)) || (!part && isClient(path, last))) return 'client'
  return /^[A-Z]/.test(last) && foldName(last) === foldName(path.slice(0, -last.length)) ? 'namesake' : undefined
}

function isClient(path: string, last: string): boolean {
  if (SIGN_IN_CALLS.test(last)) return true
  const words = wordsOf(last.replace(/([A-Z])(API|REST)$/, '$1 $2'))
  if (CLIENT_WORDS.test(words.at(-1) ?? '') || /^API|(?:API|Api)$/.test(last)) return true
  return /^[A-Z]/.test(last) && CLIENT_MODULE.test(path)
}

const foldName = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function isProjectModule(path: string, projects: readonly string[]): boolean {
  const [first = ''] = path.split(/[.\\]/, 1)
  return (
    PROJECT_FOLDERS.test(first) ||
    (foldName(first) !== '' && projects.some((project) => foldName(first) === foldName(project)))
  )
}

export function isProductionNamed(texts: readonly string[]): boolean {
  return strictestEnvironment(texts.filter((text) => text.length < 100).map(environmentOfName)) === 'production'
}

/** Keys that open nothing, and switches that keep a client from what is real. */
const TEST_KEY = /^(?:[a-z]{2}_test_|test[_-]|dummy|fake)|(?:^|[_-])sandbox(?:$|[_-])/i
const TEST_SWITCH = /^(?:sandbox|test_?net|paper|mock|simulated|test_?mode|offline|stub_?responses|json_?transport)$/i

function isTestSwitch(key: string): boolean {
  const name = key.replace(/^use_?/i, '')
  return TEST_SWITCH.test(name) || isDryRunName(name)
}

export function isTestAccount(texts: readonly string[], switches: readonly string[]): boolean {
  return texts.some((text) => text.length < 200 && TEST_KEY.test(text)) || switches.some(isTestSwitch)
}
