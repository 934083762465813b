import { readSessionSources } from '../../../analysis/code/session-sources.ts'
import { listPlainOperands, resolvePathOperands } from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import { classifySpecOrigin, recordInstall, worstOrigin } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { recordServerListening, runScriptFile, runStdin } from '../../recipes/script-runs.ts'
import { readDenoTask } from '../../recipes/task-recipes.ts'
import { runTask } from '../../recipes/task-runners.ts'

const DENO_RUN_GRAMMAR: Grammar = {
  flags:
    '-AqTp allow-all quiet no-prompt no-check check cached-only no-config no-remote no-npm unstable watch no-lock print ts fail-fast doc trace-leaks parallel clean json fix inspect',
  values:
    '-co config import-map cert location seed v8-flags ext filter host port env-file output target preload ignore',
  optional:
    '-RWNESr allow-read allow-write allow-net allow-env allow-run allow-sys allow-ffi allow-import deny-read deny-write deny-net deny-env deny-run reload coverage node-modules-dir lock unsafely-ignore-certificate-errors watch-hmr vendor',
  stopAtOperand: true,
}

const READ_ONLY_VERB = /^(?:info|doc|types|help|completions|check|lint|outdated|--version|-V|--help|-h|coverage)$/
const ROUTINE_VERB = /^(?:test|bench|fmt|cache|init|compile|bundle|vendor|upgrade|jupyter|lsp|clean)$/

function analyzeDeno(command: Command, recorder: EffectRecorder): CommandGrade {
  const [verb, ...rest] = command.args
  const name = verb?.text
  if (!verb || name === undefined) return verb ? 'unknown' : 'plain'
  const given = (option: string) => rest.some((word) => word.known === option)
  if (READ_ONLY_VERB.test(name)) return name === 'lint' && given('--fix') ? 'expected' : 'proven'
  if (name === 'task') return runDenoTask(rest, command, recorder)
  if (ROUTINE_VERB.test(name)) return weakestGrade('expected', readTestFiles(name, rest, recorder))
  if (/^(?:run|eval|serve|repl)$/.test(name)) return analyzeDenoRun(name, rest, command, recorder)
  if (/^(?:install|add|remove|i)$/.test(name)) return analyzeDenoInstall(name, rest, recorder)
  if (name === 'publish') {
    if (given('--dry-run')) return 'expected'
    recorder.effect({ kind: 'publish', registry: 'jsr.io', what: 'package', removes: false, by: 'deno publish' })
    return 'plain'
  }
  return /[./]/.test(name) || name.startsWith('-') ? analyzeDenoRun('run', command.args, command, recorder) : 'unknown'
}

function runDenoTask(args: readonly Word[], command: Command, recorder: EffectRecorder): CommandGrade {
  const task = args.find(
    (word, at) => !word.known.startsWith('-') && !/^(?:--cwd|-c|--config|-f|--filter)$/.test(args[at - 1]?.known ?? ''),
  )
  if (!task) return 'proven'
  if (task.text === undefined) return 'unknown'
  if (args.some((word) => word.known === '--eval')) return recorder.runsShell(task, 'deno task --eval')
  const files = ['deno.json', 'deno.jsonc', 'package.json']
  return runTask(task.text, { name: 'deno run', files, lines: readDenoTask }, command, recorder)
}

function readTestFiles(verb: string, args: readonly Word[], recorder: EffectRecorder): CommandGrade {
  if (verb !== 'test' && verb !== 'bench') return 'proven'
  return readSessionSources(
    { under: resolvePathOperands(args, recorder), files: /[._](?:test|bench)\.[cm]?[jt]sx?$/ },
    recorder,
  )
}

function analyzeDenoRun(verb: string, args: readonly Word[], command: Command, recorder: EffectRecorder): CommandGrade {
  const options = readOptions(args, DENO_RUN_GRAMMAR)
  const unsafe = options.has('unsafely-ignore-certificate-errors')
  if (unsafe) recorder.effect({ kind: 'weaken', area: 'tls', feature: '--unsafely-ignore-certificate-errors' })
  const [file, ...rest] = options.operands
  const started = () => {
    if (verb === 'repl' || (verb === 'eval' && !file)) return 'plain'
    if (verb === 'eval' && file) return recorder.runsCode('javascript', file, 'deno eval')
    if (file && /^(?:https?|jsr|npm):/.test(file.known)) return recordRemoteModule(file, recorder)
    if (!file || file.text === '-') return runStdin(command, 'javascript', 'deno run', recorder)
    return runScriptFile(file, { language: 'javascript', wrapper: `deno ${verb}`, args: rest }, recorder)
  }
  return weakestGrade(
    options.unknown.length > 0 && 'unknown',
    unsafe && 'plain',
    started(),
    verb === 'serve' && recordServerListening(options.value('host')?.text ?? '0.0.0.0', 'deno serve', recorder),
  )
}

function recordRemoteModule(file: Word, recorder: EffectRecorder): CommandGrade {
  const web = /^https?:\/\/([^/:]+)/.exec(file.known)
  if (web?.[1])
    recorder.effect({ kind: 'run-code', language: 'javascript', origin: 'download', read: false, host: web[1] })
  else recordInstall('deno', [file.known], 'registry', 'user', recorder)
  return 'plain'
}

function analyzeDenoInstall(verb: string, args: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const packages = listPlainOperands(args)
  const user = args.some((word) => /^(?:-g|--global)$/.test(word.known))
  const origin = worstOrigin(
    packages.map((name) => (/^(?:jsr|npm):/.test(name) ? 'registry' : classifySpecOrigin(name))),
  )
  if (verb !== 'remove') recordInstall('deno', packages, origin, user ? 'user' : 'project', recorder)
  return packages.length === 0 || verb === 'remove' ? 'expected' : 'plain'
}

export const DENO_PROGRAM: Program = { names: ['deno'], read: analyzeDeno }
