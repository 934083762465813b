import { stageOfName, strictestStage } from '../../stages.ts'
import { wordsOf } from '../../verbs.ts'

const CLIENT = /^(?:client|api|rest|admin|gateway)$/
const SHELLS = /ssh|winrm|psrp|telnet|rexec/i
/** Functions that sign in with what is kept on this machine for it; some of them only if they are told no more than its name. */
const SIGNS_IN =
  /^(?:from_?(?:env|environ|default|token|profile|service_?account|api_?key)\w*|log_?in|sign_?in|oauth2?|service_?account\w*|authori[sz]e|authenticate|initialize_?app)$/i
const SIGNS_IN_BY_NAME = /^(?:from_?config\w*|load_?from_?\w+)$/i
const CLIENT_MODULE = /(?:^|[./])(?:rest_?|api_?)?clients?(?=[./])/i
const TRIED =
  /^(?:tests?|testing|specs?|conftest|mock(?:s|ed|ing)?|mock\w*(?:db|server|client|api|aws)|fake\w*|stub(?:s|bed|bing)?|dummy|\w*cached?|cach(?:es|ing|etools)|emulator|local(?:stack|host))$/
const IN_PROCESS = /^(?:memory|query)$/
const FRAMEWORKS =
  'flask fastapi ninja django starlette falcon express fastify koa hapi nest sanic apollo urql tanstack react'
/** Stores, brokers and engines: their clients go to this machine when nobody tells them another one. */
const STARTS_HERE =
  'redis valkey mongo mongoose pg postgres psycopg mysql maria sql sqlite sqlalchemy mssql elastic opensearch qdrant chroma milvus weaviate lance cassandra memcache rabbit amqp pika kafka nats mqtt docker dockerode podman prisma consul etcd mlflow zookeeper influx neo4j clickhouse minio dask distributed ray spark temporal prefect celery ollama jupyter selenium webdriver playwright puppeteer libvirt torch tensor trino'
/** By the whole name of the library, and what languages put before and behind it: `sparkpost` is no `spark`, `pymongo` is `mongo`. */
const called = (names: string): RegExp =>
  new RegExp(
    `^(?:py|p|php|io|aio|async|node)?(?:${names.replaceAll(' ', '|')})(?:py|js|db|ql|search|lib|io|d|mq|flow|board|\\d{1,4})?$`,
  )
const LOCAL = called(`${FRAMEWORKS} ${STARTS_HERE}`)
const STORE = called(STARTS_HERE)
const PARTS =
  /^(?:apps?|src|libs?|core|config|settings|utils?|helpers?|models?|services?|server|backend|frontend|api|main|project|proj|scripts|tests?|common|shared|domain|infra|internal|pkg|tools|my\w*|client|clients|controllers|jobs|tasks|workers|views|[.~@]?\/.*)$/i

export function isTried(name: string): boolean {
  return wordsOf(name).some((word) => TRIED.test(word))
}

export function reachesShell(name: string): boolean {
  return SHELLS.test(name.slice(0, name.lastIndexOf('.')))
}

export function reachesStore(name: string): boolean {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  return (
    words.some((word) => STORE.test(word)) ||
    /client|connect|driver|pool|admin|database|(?:^|[^a-z])orm(?:[^a-z]|$)/i.test(name)
  )
}

export interface ShapeGiven {
  readonly plain: boolean
  /** An object, and what it is to be called there: a part of what is being described. */
  readonly part: boolean
}

export function clientShape(
  name: string,
  projects: readonly string[],
  { plain, part }: ShapeGiven,
): 'client' | 'shell' | 'namesake' | undefined {
  const path = name.replaceAll('()', '').replace(/\.new$/, '')
  const last = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('\\')) + 1)
  const library = path
    .slice(0, -last.length)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const names = library.length > 1 ? library : wordsOf(path)
  if (names.some((word) => LOCAL.test(word)) || wordsOf(path).some((word) => IN_PROCESS.test(word))) return undefined
  if (isTried(path) || isOwnModule(path, projects)) return undefined
  if (SHELLS.test(path) && /^(?:[A-Z]|start$|new$)/.test(last)) return 'shell'
  if ((plain && SIGNS_IN_BY_NAME.test(last)) || (!part && isClient(path, last))) return 'client'
  return /^[A-Z]/.test(last) && folded(last) === folded(path.slice(0, -last.length)) ? 'namesake' : undefined
}

function isClient(path: string, last: string): boolean {
  if (SIGNS_IN.test(last)) return true
  const words = wordsOf(last.replace(/([A-Z])(API|REST)$/, '$1 $2'))
  if (CLIENT.test(words.at(-1) ?? '') || /^API|(?:API|Api)$/.test(last)) return true
  return /^[A-Z]/.test(last) && CLIENT_MODULE.test(path)
}

const folded = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function isOwnModule(path: string, projects: readonly string[]): boolean {
  const [first = ''] = path.split(/[.\\]/, 1)
  return PARTS.test(first) || (folded(first) !== '' && projects.some((project) => folded(first) === folded(project)))
}

export function isToldProduction(texts: readonly string[]): boolean {
  return strictestStage(texts.filter((text) => text.length < 100).map(stageOfName)) === 'production'
}

/** Keys that open nothing, and switches that keep a client from what is real. */
const TRIAL_KEY = /^(?:[a-z]{2}_test_|test[_-]|dummy|fake)|(?:^|[_-])sandbox(?:$|[_-])/i
const TRIAL_SWITCH =
  /^(?:use_?)?(?:sandbox|test_?net|paper|dry_?run|mock|simulate|simulated|test_?mode|offline|stub_?responses|json_?transport)$/i

export function isTrial(texts: readonly string[], switches: readonly string[]): boolean {
  return (
    texts.some((text) => text.length < 200 && TRIAL_KEY.test(text)) || switches.some((key) => TRIAL_SWITCH.test(key))
  )
}
