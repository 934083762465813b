import { readWrittenSources } from '../../code/written-sources.ts'
import type { Command, Word } from '../../words.ts'
import { denoTask } from '../build/recipes.ts'
import { runTask } from '../build/tasks.ts'
import { pathsAmong, plainNames } from '../build/tool.ts'
import { type Grammar, readOptions } from '../options.ts'
import { originOf, stateInstall, worstOrigin } from '../packages/specs.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { listens, runScript, runStdin } from './scripts.ts'

const RUN: Grammar = {
  flags:
    '-AqTp allow-all quiet no-prompt no-check check cached-only no-config no-remote no-npm unstable watch no-lock print ts fail-fast doc trace-leaks parallel clean json fix inspect',
  values:
    '-co config import-map cert location seed v8-flags ext filter host port env-file output target preload ignore',
  optional:
    '-RWNESr allow-read allow-write allow-net allow-env allow-run allow-sys allow-ffi allow-import deny-read deny-write deny-net deny-env deny-run reload coverage node-modules-dir lock unsafely-ignore-certificate-errors watch-hmr vendor',
  stopAtOperand: true,
}

const LOOKS = /^(?:info|doc|types|help|completions|check|lint|outdated|--version|-V|--help|-h|coverage)$/
const WORKS = /^(?:test|bench|fmt|cache|init|compile|bundle|vendor|upgrade|jupyter|lsp|clean)$/

function read(command: Command, scribe: Scribe): Standing {
  const [verb, ...rest] = command.args
  const name = verb?.text
  if (!verb || name === undefined) return verb ? 'unknown' : 'plain'
  const given = (option: string) => rest.some((word) => word.known === option)
  if (LOOKS.test(name)) return name === 'lint' && given('--fix') ? 'expected' : 'proven'
  if (name === 'task') return tasks(rest, command, scribe)
  if (WORKS.test(name)) return weakest('expected', loads(name, rest, scribe))
  if (/^(?:run|eval|serve|repl)$/.test(name)) return runs(name, rest, command, scribe)
  if (/^(?:install|add|remove|i)$/.test(name)) return installs(name, rest, scribe)
  if (name === 'publish') {
    if (given('--dry-run')) return 'expected'
    scribe.effect({ kind: 'publish', registry: 'jsr.io', what: 'package', removes: false, by: 'deno publish' })
    return 'plain'
  }
  return /[./]/.test(name) || name.startsWith('-') ? runs('run', command.args, command, scribe) : 'unknown'
}

function tasks(args: readonly Word[], command: Command, scribe: Scribe): Standing {
  const task = args.find(
    (word, at) => !word.known.startsWith('-') && !/^(?:--cwd|-c|--config|-f|--filter)$/.test(args[at - 1]?.known ?? ''),
  )
  if (!task) return 'proven'
  if (task.text === undefined) return 'unknown'
  if (args.some((word) => word.known === '--eval')) return scribe.runsShell(task, 'deno task --eval')
  const files = ['deno.json', 'deno.jsonc', 'package.json']
  return runTask(task.text, { name: 'deno run', files, lines: denoTask }, command, scribe)
}

function loads(verb: string, args: readonly Word[], scribe: Scribe): Standing {
  if (verb !== 'test' && verb !== 'bench') return 'proven'
  return readWrittenSources({ under: pathsAmong(args, scribe), files: /[._](?:test|bench)\.[cm]?[jt]sx?$/ }, scribe)
}

function runs(verb: string, args: readonly Word[], command: Command, scribe: Scribe): Standing {
  const options = readOptions(args, RUN)
  const unsafe = options.has('unsafely-ignore-certificate-errors')
  if (unsafe) scribe.effect({ kind: 'weaken', area: 'tls', feature: '--unsafely-ignore-certificate-errors' })
  const [file, ...rest] = options.operands
  const started = () => {
    if (verb === 'repl' || (verb === 'eval' && !file)) return 'plain'
    if (verb === 'eval' && file) return scribe.runsCode('javascript', file, 'deno eval')
    if (file && /^(?:https?|jsr|npm):/.test(file.known)) return remote(file, scribe)
    if (!file || file.text === '-') return runStdin(command, 'javascript', 'deno run', scribe)
    return runScript(file, { language: 'javascript', wrapper: `deno ${verb}`, args: rest }, scribe)
  }
  return weakest(
    options.unknown.length > 0 && 'unknown',
    unsafe && 'plain',
    started(),
    verb === 'serve' && listens(options.value('host')?.text ?? '0.0.0.0', 'deno serve', scribe),
  )
}

function remote(file: Word, scribe: Scribe): Standing {
  const web = /^https?:\/\/([^/:]+)/.exec(file.known)
  if (web?.[1])
    scribe.effect({ kind: 'run-code', language: 'javascript', origin: 'download', read: false, host: web[1] })
  else stateInstall('deno', [file.known], 'registry', 'user', scribe)
  return 'plain'
}

function installs(verb: string, args: readonly Word[], scribe: Scribe): Standing {
  const packages = plainNames(args)
  const user = args.some((word) => /^(?:-g|--global)$/.test(word.known))
  const origin = worstOrigin(packages.map((name) => (/^(?:jsr|npm):/.test(name) ? 'registry' : originOf(name))))
  if (verb !== 'remove') stateInstall('deno', packages, origin, user ? 'user' : 'project', scribe)
  return packages.length === 0 || verb === 'remove' ? 'expected' : 'plain'
}

export const DENO: Program = { names: ['deno'], read }
