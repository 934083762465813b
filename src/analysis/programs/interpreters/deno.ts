import { readWrittenSources } from '../../code/written-sources.ts'
import type { Command, Word } from '../../words.ts'
import { denoTask } from '../build/json-recipes.ts'
import { runTask } from '../build/tasks.ts'
import { pathsAmong } from '../build/tool.ts'
import { type Grammar, readOptions } from '../options.ts'
import { originOf, worstOrigin } from '../packages/specs.ts'
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

const LOOKS = new Set([
  'info',
  'doc',
  'types',
  'help',
  'completions',
  'check',
  'lint',
  'outdated',
  '--version',
  '-V',
  '--help',
  '-h',
  'coverage',
])
const WORKS = new Set([
  'test',
  'bench',
  'fmt',
  'cache',
  'init',
  'compile',
  'bundle',
  'vendor',
  'upgrade',
  'jupyter',
  'lsp',
  'clean',
])

function read(command: Command, scribe: Scribe): Standing {
  const [verb, ...rest] = command.args
  const name = verb?.text
  if (!verb || name === undefined) return verb ? 'unknown' : 'plain'
  if (LOOKS.has(name)) return name === 'lint' && rest.some((word) => word.text === '--fix') ? 'expected' : 'proven'
  if (name === 'task') return tasks(rest, command, scribe)
  if (WORKS.has(name)) return weakest('expected', loads(name, rest, scribe))
  if (name === 'run' || name === 'eval' || name === 'serve' || name === 'repl') return runs(name, rest, command, scribe)
  if (name === 'install' || name === 'add' || name === 'remove' || name === 'i') return installs(name, rest, scribe)
  if (name === 'publish' && command.args.some((word) => word.known === '--dry-run')) return 'expected'
  if (name === 'publish') {
    scribe.effect({ kind: 'publish', registry: 'jsr.io', what: 'package', removes: false, by: 'deno publish' })
    return 'plain'
  }
  return /[./]/.test(name) || name.startsWith('-') ? runs('run', command.args, command, scribe) : 'unknown'
}

/** `deno task name`: its command stands in deno.json or package.json. */
function tasks(args: readonly Word[], command: Command, scribe: Scribe): Standing {
  const task = args.find(
    (word, at) => !word.known.startsWith('-') && !/^(?:--cwd|-c|--config|-f|--filter)$/.test(args[at - 1]?.known ?? ''),
  )
  if (!task) return 'proven'
  if (task.text === undefined) return 'unknown'
  const inline = args.some((word) => word.known === '--eval')
  if (inline) return scribe.runsShell(task, 'deno task --eval')
  return runTask(
    task.text,
    { name: 'deno run', files: ['deno.json', 'deno.jsonc', 'package.json'], lines: denoTask },
    command,
    scribe,
  )
}

/** Test files of this session are read before they run. */
function loads(verb: string, args: readonly Word[], scribe: Scribe): Standing {
  if (verb !== 'test' && verb !== 'bench') return 'proven'
  return readWrittenSources({ under: pathsAmong(args, scribe), files: /[._](?:test|bench)\.[cm]?[jt]sx?$/ }, scribe)
}

function runs(verb: string, args: readonly Word[], command: Command, scribe: Scribe): Standing {
  const options = readOptions(args, RUN)
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'proven']
  if (options.has('unsafely-ignore-certificate-errors')) {
    scribe.effect({ kind: 'weaken', area: 'tls', feature: '--unsafely-ignore-certificate-errors' })
    standings.push('plain')
  }
  const [file, ...rest] = options.operands
  if (verb === 'eval') standings.push(file ? scribe.runsCode('javascript', file, 'deno eval') : 'plain')
  else if (verb === 'repl') standings.push('plain')
  else if (file && /^(?:https?|jsr|npm):/.test(file.known)) standings.push(remote(file, scribe))
  else if (file && file.text !== '-')
    standings.push(runScript(file, { language: 'javascript', wrapper: `deno ${verb}`, args: rest }, scribe))
  else standings.push(runStdin(command, 'javascript', 'deno run', scribe))
  if (verb === 'serve') standings.push(listens(options.value('host')?.text ?? '0.0.0.0', 'deno serve', scribe))
  return weakest(...standings)
}

/** Code that comes from elsewhere and runs at once. */
function remote(file: Word, scribe: Scribe): Standing {
  const web = /^https?:\/\/([^/:]+)/.exec(file.known)
  if (web?.[1])
    scribe.effect({ kind: 'run-code', language: 'javascript', origin: 'download', read: false, host: web[1] })
  else scribe.effect({ kind: 'install', manager: 'deno', packages: [file.known], origin: 'registry', scope: 'user' })
  return 'plain'
}

function installs(verb: string, args: readonly Word[], scribe: Scribe): Standing {
  const packages = args.filter((word) => !word.known.startsWith('-')).map((word) => word.known.replaceAll('\0', '…'))
  const user = args.some((word) => word.known === '-g' || word.known === '--global')
  if (verb !== 'remove')
    scribe.effect({
      kind: 'install',
      manager: 'deno',
      packages,
      origin: worstOrigin(packages.map((name) => (/^(?:jsr|npm):/.test(name) ? 'registry' : originOf(name)))),
      scope: user ? 'user' : 'project',
    })
  return packages.length === 0 || verb === 'remove' ? 'expected' : 'plain'
}

export const DENO: Program = { names: ['deno'], read }
