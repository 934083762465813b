import { readSessionSources } from '../../../analysis/code/session-sources.ts'
import { decodeDataUrlCode } from '../../../analysis/code/tables/javascript-indirect.ts'
import { baseName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runNamedFile as runsUnlessUnread } from '../../../analysis/interpret/injection-variables.ts'
import { type Grammar, type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { findManifestUpwards, runManifestScript as runPackageScript } from '../../recipes/node-scripts.ts'
import { parseHostPart, recordServerListening, runScriptFile, runStdin } from '../../recipes/script-runs.ts'
import { isAttaching, runAttached } from './attached.ts'

const NODE_GRAMMAR: Grammar = {
  flags:
    '-vhciT version help check interactive test watch trace-warnings no-warnings enable-source-maps experimental-strip-types experimental-vm-modules experimental-modules experimental-sqlite experimental-test-coverage experimental-transform-types expose-gc preserve-symlinks throw-deprecation trace-deprecation no-deprecation prof cpu-prof heap-prof trace-uncaught trace-exit abort-on-uncaught-exception pending-deprecation frozen-intrinsics insecure-http-parser use-strict experimental-default-type experimental-json-modules experimental-fetch experimental-import-meta-resolve experimental-specifier-resolution experimental-wasm-modules experimental-permission permission allow-worker allow-child-process test-only test-force-exit v8-options completion-bash transpile-only esm files swc tls-min-v1.0 harmony no-cache experimental-repl-await interpreted-frames-native-stack inspect-brk-node verify-base-objects no-experimental-strip-types quiet verbose install',
  values:
    '-eprCPO eval print require import loader experimental-loader env-file env-file-if-exists conditions input-type title max-old-space-size max-semi-space-size stack-size unhandled-rejections test-name-pattern test-reporter test-reporter-destination test-concurrency test-timeout test-shard test-skip-pattern icu-data-dir openssl-config dns-result-order watch-path tsconfig project compiler-options cwd allow-fs-read allow-fs-write redirect-warnings report-dir diagnostic-dir cpu-prof-dir heapsnapshot-signal stack-trace-limit test-coverage-include test-coverage-exclude run inspect-port',
  optional: 'inspect inspect-brk inspect-wait watch-preserve-output',
  stopAtOperand: true,
}

const TEST_FILE = /[._-]test\.[cm]?[jt]s$|(?:^|\/)test\/.*\.[cm]?[jt]s$|(?:^|\/)test[^/]*\.[cm]?[jt]s$/

const SOURCE_FILE = /\.[cm]?[jt]sx?$/

const PRELOAD_OPTIONS = ['r', 'require', 'import', 'loader', 'experimental-loader']
const OUTPUT_OPTIONS = [
  'redirect-warnings',
  'report-dir',
  'diagnostic-dir',
  'cpu-prof-dir',
  'test-reporter-destination',
]

function analyzeNode(command: Command, recorder: EffectRecorder): CommandGrade {
  const name = baseName(command.name ?? 'node')
  if (isAttaching(command)) return runAttached(command, 'javascript', `${name} inspect`, recorder)
  const skips = name === 'node' ? /^(?:watch|inspect)$/ : /^watch$/
  const args = command.args.slice(skips.test(command.args[0]?.text ?? '') ? 1 : 0)
  const options = readOptions(separatePrintSwitch(args), NODE_GRAMMAR)
  const { operands } = options
  if (options.has('v', 'version', 'h', 'help', 'v8-options', 'completion-bash') && operands.length === 0)
    return 'proven'
  const before = weakestGrade(options.unknown.length > 0 && 'unknown', recordSettingOptions(options, name, recorder))
  const code = options.values('e', 'eval', 'p', 'print')
  const [file, ...rest] = operands
  if (options.has('c', 'check') && code.length === 0) {
    if (file) recorder.effect({ kind: 'read-path', path: recorder.path(file), list: false })
    return before
  }
  if (code.length > 0)
    return weakestGrade(
      before,
      ...code.map((word) => recorder.runsCode('javascript', wrapPrintedExpression(word, options, args), `${name} -e`)),
    )
  if (options.has('test'))
    return weakestGrade(
      before,
      'expected',
      operands.length === 0 && readSessionSources({ under: [], files: TEST_FILE }, recorder),
      ...operands.map((word) => runTestFiles(word, `${name} --test`, recorder)),
    )
  if (options.has('run')) return weakestGrade(before, runNamedScript(options, command, recorder))
  return weakestGrade(
    before,
    file && file.text !== '-'
      ? runScriptFile(file, { language: 'javascript', wrapper: name, args: rest }, recorder)
      : runStdin(command, 'javascript', name, recorder),
  )
}

function runTestFiles(word: Word, wrapper: string, recorder: EffectRecorder): CommandGrade {
  const open = /[*?[{\0]/.exec(word.known)
  const fixed = open ? word.known.slice(0, open.index) : word.known
  // How the path begins is enough: what lies behind it may be met.
  const folder = fixed.endsWith('/') || fixed === '' ? '/' : ''
  const under = `${recorder.pathOf(fixed === '' ? '.' : fixed).real ?? recorder.facts.projectRoot}${folder}`
  const read = readSessionSources({ under: [under], files: SOURCE_FILE }, recorder)
  return open || word.glob || word.dynamic
    ? weakestGrade('expected', read)
    : weakestGrade(read, runScriptFile(word, { language: 'javascript', wrapper }, recorder))
}

function wrapPrintedExpression(word: Word, options: Options, args: readonly Word[]): Word {
  const prints = options.has('p', 'print') || args.some(({ known }) => known === '-pe' || known === '-ep')
  if (!prints || word.text === undefined || /[;\n]/.test(word.text)) return word
  const text = `console.log(${word.text})`
  return { ...word, text, known: text }
}

function runNamedScript(options: Options, command: Command, recorder: EffectRecorder): CommandGrade {
  const script = options.value('run')?.text
  if (script === undefined) return 'unknown'
  const manifest = findManifestUpwards(command.cwd, recorder)
  return runPackageScript({ manager: 'node', name: script, args: options.operands, manifest }, command, recorder)
}

function separatePrintSwitch(args: readonly Word[]): readonly Word[] {
  return args.map((word) =>
    word.known === '-pe' || word.known === '-ep' ? { ...word, known: '-e', text: '-e' } : word,
  )
}

function recordSettingOptions(options: Options, name: string, recorder: EffectRecorder): CommandGrade {
  const loaded = options.values(...PRELOAD_OPTIONS).map((word) => {
    if (/^[./~]/.test(word.known)) return runPreloadedFile(word, `${name} --require`, recorder)
    return word.known.startsWith('data:') ? runPreloadedDataUrl(word, recorder) : 'expected'
  })
  for (const word of options.values('env-file', 'env-file-if-exists'))
    recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false })
  const host = parseHostPart(options.value('inspect', 'inspect-brk', 'inspect-wait')?.text)
  const written = options.values(...OUTPUT_OPTIONS).filter(({ known }) => !/^std(?:out|err)$/.test(known))
  for (const word of written)
    recorder.effect({ kind: 'write-path', path: recorder.path(word), how: 'create', content: undefined })
  return weakestGrade(
    ...loaded,
    host !== undefined && recordServerListening(host, `${name} --inspect`, recorder),
    written.length > 0 && 'expected',
  )
}

/** A file that is loaded before the program: among temporary files it must be read. */
function runPreloadedFile(word: Word, wrapper: string, recorder: EffectRecorder): CommandGrade {
  const path = recorder.path(word)
  return path.zone === 'temp' && !path.sessionMade
    ? runsUnlessUnread(path, 'javascript', wrapper, recorder)
    : runScriptFile(word, { language: 'javascript', wrapper }, recorder)
}

function runPreloadedDataUrl(word: Word, recorder: EffectRecorder): CommandGrade {
  const code = word.text === undefined ? undefined : decodeDataUrlCode(word.text)
  return weakestGrade(
    'unknown',
    recorder.runsCode('javascript', { text: code, sources: word.sources }, 'node --import'),
  )
}

export const NODE_PROGRAM: Program = {
  names: ['node', 'nodejs', 'tsx', 'ts-node', 'esno', 'zx'],
  read: analyzeNode,
}
