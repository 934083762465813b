import { baseName } from '../../base-name.ts'
import { dataCode } from '../../code/tables/javascript-indirect.ts'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import { manifestFrom, runScript as runPackageScript } from '../packages/node-scripts.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsNamed as runsUnlessUnread } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { isAttaching, runAttached } from './attached.ts'
import { hostPart, listens, runScript, runStdin } from './scripts.ts'

const GRAMMAR: Grammar = {
  flags:
    '-vhciT version help check interactive test watch trace-warnings no-warnings enable-source-maps experimental-strip-types experimental-vm-modules experimental-modules experimental-sqlite experimental-test-coverage experimental-transform-types expose-gc preserve-symlinks throw-deprecation trace-deprecation no-deprecation prof cpu-prof heap-prof trace-uncaught trace-exit abort-on-uncaught-exception pending-deprecation frozen-intrinsics insecure-http-parser use-strict experimental-default-type experimental-json-modules experimental-fetch experimental-import-meta-resolve experimental-specifier-resolution experimental-wasm-modules experimental-permission permission allow-worker allow-child-process test-only test-force-exit v8-options completion-bash transpile-only esm files swc tls-min-v1.0 harmony no-cache experimental-repl-await interpreted-frames-native-stack inspect-brk-node verify-base-objects no-experimental-strip-types quiet verbose install',
  values:
    '-eprCPO eval print require import loader experimental-loader env-file env-file-if-exists conditions input-type title max-old-space-size max-semi-space-size stack-size unhandled-rejections test-name-pattern test-reporter test-reporter-destination test-concurrency test-timeout test-shard test-skip-pattern icu-data-dir openssl-config dns-result-order watch-path tsconfig project compiler-options cwd allow-fs-read allow-fs-write redirect-warnings report-dir diagnostic-dir cpu-prof-dir heapsnapshot-signal stack-trace-limit test-coverage-include test-coverage-exclude run inspect-port',
  optional: 'inspect inspect-brk inspect-wait watch-preserve-output',
  stopAtOperand: true,
}

const TESTS = /[._-]test\.[cm]?[jt]s$|(?:^|\/)test\/.*\.[cm]?[jt]s$|(?:^|\/)test[^/]*\.[cm]?[jt]s$/

const SOURCES = /\.[cm]?[jt]sx?$/

const PRELOADS = ['r', 'require', 'import', 'loader', 'experimental-loader']
const OUTPUTS = ['redirect-warnings', 'report-dir', 'diagnostic-dir', 'cpu-prof-dir', 'test-reporter-destination']

function read(command: Command, scribe: Scribe): Standing {
  const name = baseName(command.name ?? 'node')
  if (isAttaching(command)) return runAttached(command, 'javascript', `${name} inspect`, scribe)
  const skips = name === 'node' ? /^(?:watch|inspect)$/ : /^watch$/
  const args = command.args.slice(skips.test(command.args[0]?.text ?? '') ? 1 : 0)
  const options = readOptions(splitPrint(args), GRAMMAR)
  const { operands } = options
  if (options.has('v', 'version', 'h', 'help', 'v8-options', 'completion-bash') && operands.length === 0)
    return 'proven'
  const before = weakest(options.unknown.length > 0 && 'unknown', settings(options, name, scribe))
  const code = options.values('e', 'eval', 'p', 'print')
  const [file, ...rest] = operands
  if (options.has('c', 'check') && code.length === 0) {
    if (file) scribe.effect({ kind: 'read-path', path: scribe.path(file), list: false })
    return before
  }
  if (code.length > 0)
    return weakest(
      before,
      ...code.map((word) => scribe.runsCode('javascript', printed(word, options, args), `${name} -e`)),
    )
  if (options.has('test'))
    return weakest(
      before,
      'expected',
      operands.length === 0 && readWrittenSources({ under: [], files: TESTS }, scribe),
      ...operands.map((word) => runsTests(word, `${name} --test`, scribe)),
    )
  if (options.has('run')) return weakest(before, runsNamed(options, command, scribe))
  return weakest(
    before,
    file && file.text !== '-'
      ? runScript(file, { language: 'javascript', wrapper: name, args: rest }, scribe)
      : runStdin(command, 'javascript', name, scribe),
  )
}

function runsTests(word: Word, wrapper: string, scribe: Scribe): Standing {
  const open = /[*?[{\0]/.exec(word.known)
  const fixed = open ? word.known.slice(0, open.index) : word.known
  // How the path begins is enough: what lies behind it may be met.
  const folder = fixed.endsWith('/') || fixed === '' ? '/' : ''
  const under = `${scribe.pathOf(fixed === '' ? '.' : fixed).real ?? scribe.facts.projectRoot}${folder}`
  const read = readWrittenSources({ under: [under], files: SOURCES }, scribe)
  return open || word.glob || word.dynamic
    ? weakest('expected', read)
    : weakest(read, runScript(word, { language: 'javascript', wrapper }, scribe))
}

function printed(word: Word, options: Options, args: readonly Word[]): Word {
  const prints = options.has('p', 'print') || args.some(({ known }) => known === '-pe' || known === '-ep')
  if (!prints || word.text === undefined || /[;\n]/.test(word.text)) return word
  const text = `console.log(${word.text})`
  return { ...word, text, known: text }
}

function runsNamed(options: Options, command: Command, scribe: Scribe): Standing {
  const script = options.value('run')?.text
  if (script === undefined) return 'unknown'
  const manifest = manifestFrom(command.cwd, scribe)
  return runPackageScript({ manager: 'node', name: script, args: options.operands, manifest }, command, scribe)
}

function splitPrint(args: readonly Word[]): readonly Word[] {
  return args.map((word) =>
    word.known === '-pe' || word.known === '-ep' ? { ...word, known: '-e', text: '-e' } : word,
  )
}

function settings(options: Options, name: string, scribe: Scribe): Standing {
  const loaded = options.values(...PRELOADS).map((word) => {
    if (/^[./~]/.test(word.known)) return preloadedFile(word, `${name} --require`, scribe)
    return word.known.startsWith('data:') ? preloaded(word, scribe) : 'expected'
  })
  for (const word of options.values('env-file', 'env-file-if-exists'))
    scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
  const host = hostPart(options.value('inspect', 'inspect-brk', 'inspect-wait')?.text)
  const written = options.values(...OUTPUTS).filter(({ known }) => !/^std(?:out|err)$/.test(known))
  for (const word of written)
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'create', content: undefined })
  return weakest(
    ...loaded,
    host !== undefined && listens(host, `${name} --inspect`, scribe),
    written.length > 0 && 'expected',
  )
}

/** A file that is loaded before the program: among temporary files it must be read. */
function preloadedFile(word: Word, wrapper: string, scribe: Scribe): Standing {
  const path = scribe.path(word)
  return path.zone === 'temp' && !path.sessionMade
    ? runsUnlessUnread(path, 'javascript', wrapper, scribe)
    : runScript(word, { language: 'javascript', wrapper }, scribe)
}

function preloaded(word: Word, scribe: Scribe): Standing {
  const code = word.text === undefined ? undefined : dataCode(word.text)
  return weakest('unknown', scribe.runsCode('javascript', { text: code, sources: word.sources }, 'node --import'))
}

export const NODE: Program = {
  names: ['node', 'nodejs', 'tsx', 'ts-node', 'esno', 'zx'],
  read,
}
