import type { Target } from '../../target.ts'
import type { Word } from '../../words.ts'
import { runPythonScript } from '../build/runners.ts'
import { shown } from '../form/words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { freeWords } from '../unlisted/shapes.ts'
import { readRunner } from './npx.ts'
import {
  from,
  isUsualRegistry,
  originOf,
  type PackageOrigin,
  type PackageScope,
  stateInstall,
  worstOrigin,
} from './specs.ts'
import { manager, type PackageCall, wordsAfter } from './words.ts'

const VALUES = new Set(
  '-r --requirement -c --constraint -e --editable -i --index-url --index --default-index --extra-index-url -f --find-links --trusted-host --allow-insecure-host -t --target --prefix --root --python -p --python-version --proxy --cert --group -G --extra -E --directory -C --project --with --from --log --cache-dir --only -n --name --channel --package --platform --timeout -j --src --tag -d --dest -w --wheel-dir --config-file --env-file --no-binary --only-binary --progress-bar'.split(
    ' ',
  ),
)

/** Where packages are asked for; in Conda `-f` is no address. */
const INDEXES = ['-i', '--index-url', '--index', '--default-index', '--extra-index-url', '--find-links', '--channel']

function installs(call: PackageCall, scope: PackageScope): Standing {
  const { line, scribe, manager, verb, command } = call
  const by = `${manager} ${verb}`
  const hosts = line.values('--trusted-host', '--allow-insecure-host').map(shown)
  for (const host of hosts) scribe.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${host}`, by })
  if (line.has('--dry-run')) return 'expected'
  const files = line.values('-r', '--requirement')
  const listed = listedIn(files, scribe)
  const editable = line.has('-e') ? line.values('-e') : line.values('--editable')
  const names = [...[...call.operands, ...editable].map(shown), ...listed.remote]
  const told = command.assignments
    .filter(({ name }) => /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?)$/.test(name))
    .map(({ value }) => value)
  const given = line.values(...INDEXES, ...(/^(?:conda|mamba)$/.test(manager) ? [] : ['-f']))
  const source = [...[...given, ...told].map(shown), ...listed.indexes].find(
    (address) => !isUsualRegistry(address) && !/^[./]/.test(address),
  )
  const origin = worstOrigin([
    ...names.map(originOf),
    ...(source === undefined ? [] : (['other-registry'] as const)),
    ...(files.some(({ known }) => /^https?:/.test(known)) ? (['url'] as const) : []),
  ])
  stateInstall(manager, names, origin, scope, scribe, { ...from(source), by })
  for (const word of line.values('-t', '--target', '--prefix', '--root')) {
    const path = scribe.path(word)
    scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: `${by} --target` })
  }
  return (origin === 'declared' || origin === 'local') && hosts.length === 0 ? 'expected' : 'plain'
}

/** What lists of this session ask for beyond packages of the usual registry: other registries, and packages by address. */
function listedIn(files: readonly Word[], scribe: Scribe): { indexes: readonly string[]; remote: readonly string[] } {
  const { written } = scribe.facts.session
  const lines = files
    .flatMap((word) => (written.get(scribe.path(word).real ?? '') ?? '').split('\n'))
    .map((line) => line.replace(/(?:^|\s)#.*/, '').trim())
  const option = /^(?:-i|-f|--(?:extra-)?index-url|--find-links)[\s=]\s*(\S+)/
  return {
    indexes: lines.flatMap((line) => option.exec(line)?.[1] ?? []),
    remote: lines
      .map((line) => line.replace(/^(?:-e|--editable)[\s=]\s*/, ''))
      .filter((line) => /^(?:git|url)$/.test(originOf(line))),
  }
}

const LOOKS =
  /^(?:list|show|freeze|check|search|index|inspect|help|debug|config-list|tree|info|version|env-list|outdated)?$/

function readPip(call: PackageCall): Standing {
  const { verb, operands } = call
  if (LOOKS.test(verb)) return 'proven'
  if (/^(?:install|download|wheel)$/.test(verb)) return installs(call, call.line.has('--user') ? 'user' : 'project')
  if (verb === 'uninstall') return 'plain'
  if (verb === 'config') return operands[0]?.text === 'set' ? setConfig(call) : 'proven'
  return /^(?:cache|hash|lock)$/.test(verb) ? 'expected' : 'unknown'
}

function stateSource(address: string, by: string, scribe: Scribe): void {
  const feature = `where packages come from: ${address}`
  scribe.effect({ kind: 'weaken', area: 'signing', feature, certainty: 'likely', by })
}

function setConfig({ operands, scribe }: PackageCall): Standing {
  const [, key = '', value = ''] = operands.map(shown)
  const by = 'pip config'
  if (key.endsWith('trusted-host')) scribe.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${value}`, by })
  if (key.endsWith('index-url') && !isUsualRegistry(value)) {
    stateSource(value, by, scribe)
    const path = scribe.pathOf('~/.config/pip/pip.conf')
    scribe.effect({ kind: 'write-path', path, how: 'edit', content: `${key}=${value}`, by })
  }
  return 'plain'
}

/** What follows `run` is a command in the project's environment. */
function runsRest({ command, line, scribe, manager }: PackageCall): Standing {
  const words = wordsAfter(command, 'run')
  const by = `${manager} run`
  const extra = line.value('--with')
  const origin = originOf(extra?.known ?? '.')
  if (extra && origin !== 'local')
    stateInstall(manager, [shown(extra)], origin, 'user', scribe, { by: `${manager} run --with` })
  const [first] = words
  if (first && /^(?:-m|--module)$/.test(first.known))
    return weakest('expected', scribe.runs([{ ...first, known: 'python', text: 'python' }, ...words], by))
  const start = words.findIndex((word, at) => !word.known.startsWith('-') && !VALUES.has(words[at - 1]?.known ?? ''))
  const head = words[start]
  if (!head) return 'expected'
  const inner = words.slice(start)
  const run = () =>
    /\.py$/.test(head.known)
      ? scribe.runsFile(scribe.path(head), 'python', by, inner.slice(1))
      : (head.text !== undefined && runPythonScript(manager, head.text, command, scribe)) || scribe.runs(inner, by)
  return weakest('expected', extra && 'plain', run())
}

function readUv(call: PackageCall): Standing {
  const [next, ...operands] = call.operands
  if (call.verb === 'pip') return readPip({ ...call, verb: next?.text ?? '', operands })
  if (call.verb !== 'tool') return readProject(call)
  if (next?.text === 'run') return readRunner('uvx', 'uv', wordsAfter(call.command, 'run'), call)
  return /^(?:list|dir)$/.test(next?.text ?? '') ? 'proven' : installs({ ...call, operands }, 'user')
}

function readProject(call: PackageCall): Standing {
  const { verb, line, manager, scribe } = call
  if (LOOKS.test(verb)) return 'proven'
  if (verb === 'run') return runsRest(call)
  if (verb === 'add' || verb === 'install') return installs(call, 'project')
  if (verb === 'sync') return installs({ ...call, operands: [] }, 'project')
  if (verb === 'publish') {
    if (line.has('--dry-run')) return 'expected'
    const registry = line.value('--publish-url', '-r', '--repository')?.text ?? 'pypi'
    scribe.effect({ kind: 'publish', registry, what: '', removes: false, by: `${manager} publish` })
    return 'plain'
  }
  if (/^(?:self|source|config)$/.test(verb)) return 'plain'
  return /^(?:lock|venv|build|init|remove|update|upgrade|export|shell|env|new|format|fmt|fix|test|dep|use|pin|python|cache|clean|lint|show-env|create|activate|deactivate)$/.test(
    verb,
  )
    ? 'expected'
    : 'unknown'
}

function readConda(call: PackageCall): Standing {
  const { verb, operands, scribe, manager, line, command } = call
  const by = `${manager} ${verb}`
  const [action] = operands
  if (LOOKS.test(verb)) return 'proven'
  if (verb === 'run') return runsRest(call)
  if (verb === 'env' && action?.text === 'list') return 'proven'
  if (verb === 'env' && action?.text !== 'remove') return installs({ ...call, operands: [] }, 'user')
  // It writes itself into the start-up files of the shells that it is told of.
  if (verb === 'init' && !line.has('--dry-run', '--reverse'))
    scribe.effect({ kind: 'persist', mechanism: 'shell-startup', target: by, by })
  if (/^(?:install|create|update)$/.test(verb)) {
    const strange = line
      .values('-c', '--channel')
      .map(shown)
      .find((channel) => !isUsualRegistry(channel))
    const names = operands.map(shown)
    const origin: PackageOrigin =
      strange !== undefined ? 'other-registry' : names.length === 0 ? 'declared' : 'registry'
    stateInstall(manager, names, origin, 'user', scribe, { ...from(strange), by })
    return origin === 'declared' ? 'expected' : 'plain'
  }
  if (verb === 'config') {
    const said = command.args.map(shown).join(' ')
    if (/ssl_verify/.test(said) && /false/i.test(said))
      scribe.effect({ kind: 'weaken', area: 'tls', feature: 'ssl_verify', by })
    const channels = [...line.operands, ...line.values('--add')].map(shown)
    const strange = channels.find((name) => /^https?:/.test(name) && !isUsualRegistry(name))
    if (strange !== undefined) stateSource(strange, by, scribe)
  }
  return /^(?:clean|activate|deactivate)$/.test(verb) ? 'expected' : 'plain'
}

function readTwine({ verb, manager, command, scribe }: PackageCall): Standing {
  if (verb === 'check' || verb === '') return 'proven'
  const { args } = command
  const at = args.findIndex(({ known }) => /^(?:-r|--repository(?:-url)?)(?:=|$)/.test(known))
  const registry = at < 0 ? 'pypi' : (/=(.+)$/.exec(args[at]?.known ?? '')?.[1] ?? args[at + 1]?.known ?? '')
  const files = freeWords(wordsAfter(command, verb)).map(({ known }) => known)
  const source = registry === 'pypi' ? '' : registry
  const targets = files.map(
    (name): Target => ({ kind: 'package', manager: '', name, version: '', source, amount: 'one' }),
  )
  const by = `${manager} ${verb}`
  scribe.effect({ kind: 'publish', registry, what: files.join(' '), targets, removes: false, by })
  return 'plain'
}

function readPipx(call: PackageCall): Standing {
  if (call.verb === 'run') return readRunner('pipx run', 'pipx', wordsAfter(call.command, 'run'), call)
  if (call.verb === 'list' || call.verb === '') return 'proven'
  return call.verb === 'install' || call.verb === 'inject' ? installs(call, 'user') : 'plain'
}

const READERS: readonly (readonly [names: string, read: (call: PackageCall) => Standing])[] = [
  ['pip', readPip],
  ['uv', readUv],
  ['poetry pdm pipenv hatch', readProject],
  ['conda mamba', readConda],
  ['twine', readTwine],
  ['pipx', readPipx],
]

export const PYTHON_MANAGERS: readonly Program[] = READERS.flatMap(([names, read]) =>
  names.split(' ').map((name) =>
    manager(name, VALUES, (call) => {
      const asks = call.line.has('--help') || (call.verb === '' && call.line.has('-h', '--version', '-V'))
      return asks ? 'proven' : read(call)
    }),
  ),
)
