import { freeWords } from '../../../analysis/generic/word-shapes.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { definePackageManager, type PackageCall, wordsAfter } from '../../../analysis/interpret/package-command.ts'
import {
  classifySpecOrigin,
  isUsualRegistry,
  type PackageOrigin,
  type PackageScope,
  recordInstall,
  withSource,
  worstOrigin,
} from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Target } from '../../../analysis/target.ts'
import type { Word } from '../../../analysis/words.ts'
import { runPythonScript } from '../../recipes/script-runners.ts'
import { analyzePackageRunner } from './package-runners.ts'

const VALUE_OPTIONS = new Set(
  '-r --requirement -c --constraint -e --editable -i --index-url --index --default-index --extra-index-url -f --find-links --trusted-host --allow-insecure-host -t --target --prefix --root --python -p --python-version --proxy --cert --group -G --extra -E --directory -C --project --with --from --log --cache-dir --only -n --name --channel --package --platform --timeout -j --src --tag -d --dest -w --wheel-dir --config-file --env-file --no-binary --only-binary --progress-bar'.split(
    ' ',
  ),
)

/** Where packages are asked for; in Conda `-f` is no address. */
const INDEX_OPTIONS = [
  '-i',
  '--index-url',
  '--index',
  '--default-index',
  '--extra-index-url',
  '--find-links',
  '--channel',
]

function analyzeInstall(call: PackageCall, scope: PackageScope): CommandGrade {
  const { line, recorder, manager, verb, command } = call
  const by = `${manager} ${verb}`
  const hosts = line.values('--trusted-host', '--allow-insecure-host').map(displayText)
  for (const host of hosts) recorder.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${host}`, by })
  if (line.has('--dry-run')) return 'expected'
  const files = line.values('-r', '--requirement')
  const listed = readRequirementLists(files, recorder)
  const editable = line.has('-e') ? line.values('-e') : line.values('--editable')
  const names = [...[...call.operands, ...editable].map(displayText), ...listed.remote]
  const indexes = command.assignments
    .filter(({ name }) => /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?)$/.test(name))
    .map(({ value }) => value)
  const given = line.values(...INDEX_OPTIONS, ...(/^(?:conda|mamba)$/.test(manager) ? [] : ['-f']))
  const source = [...[...given, ...indexes].map(displayText), ...listed.indexes].find(
    (address) => !isUsualRegistry(address) && !/^[./]/.test(address),
  )
  const origin = worstOrigin([
    ...names.map(classifySpecOrigin),
    ...(source === undefined ? [] : (['other-registry'] as const)),
    ...(files.some(({ known }) => /^https?:/.test(known)) ? (['url'] as const) : []),
  ])
  recordInstall(manager, names, origin, scope, recorder, { ...withSource(source), by })
  for (const word of line.values('-t', '--target', '--prefix', '--root')) {
    const path = recorder.path(word)
    recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: `${by} --target` })
  }
  return (origin === 'declared' || origin === 'local') && hosts.length === 0 ? 'expected' : 'plain'
}

/** What lists of this session ask for beyond packages of the usual registry: other registries, and packages by address. */
function readRequirementLists(
  files: readonly Word[],
  recorder: EffectRecorder,
): { indexes: readonly string[]; remote: readonly string[] } {
  const { written } = recorder.facts.session
  const lines = files
    .flatMap((word) => (written.get(recorder.path(word).real ?? '') ?? '').split('\n'))
    .map((line) => line.replace(/(?:^|\s)#.*/, '').trim())
  const option = /^(?:-i|-f|--(?:extra-)?index-url|--find-links)[\s=]\s*(\S+)/
  return {
    indexes: lines.flatMap((line) => option.exec(line)?.[1] ?? []),
    remote: lines
      .map((line) => line.replace(/^(?:-e|--editable)[\s=]\s*/, ''))
      .filter((line) => /^(?:git|url)$/.test(classifySpecOrigin(line))),
  }
}

const READ_ONLY_VERB =
  /^(?:list|show|freeze|check|search|index|inspect|help|debug|config-list|tree|info|version|env-list|outdated)?$/

function readPip(call: PackageCall): CommandGrade {
  const { verb, operands } = call
  if (READ_ONLY_VERB.test(verb)) return 'proven'
  if (/^(?:install|download|wheel)$/.test(verb))
    return analyzeInstall(call, call.line.has('--user') ? 'user' : 'project')
  if (verb === 'uninstall') return 'plain'
  if (verb === 'config') return operands[0]?.text === 'set' ? analyzePipConfigSet(call) : 'proven'
  return /^(?:cache|hash|lock)$/.test(verb) ? 'expected' : 'unknown'
}

function recordPackageSource(address: string, by: string, recorder: EffectRecorder): void {
  const feature = `where packages come from: ${address}`
  recorder.effect({ kind: 'weaken', area: 'signing', feature, certainty: 'likely', by })
}

function analyzePipConfigSet({ operands, recorder }: PackageCall): CommandGrade {
  const [, key = '', value = ''] = operands.map(displayText)
  const by = 'pip config'
  if (key.endsWith('trusted-host'))
    recorder.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${value}`, by })
  if (key.endsWith('index-url') && !isUsualRegistry(value)) {
    recordPackageSource(value, by, recorder)
    const path = recorder.pathOf('~/.config/pip/pip.conf')
    recorder.effect({ kind: 'write-path', path, how: 'edit', content: `${key}=${value}`, by })
  }
  return 'plain'
}

/** What follows `run` is a command in the project's environment. */
function analyzeRun({ command, line, recorder, manager }: PackageCall): CommandGrade {
  const words = wordsAfter(command, 'run')
  const by = `${manager} run`
  const extra = line.value('--with')
  const origin = classifySpecOrigin(extra?.known ?? '.')
  if (extra && origin !== 'local')
    recordInstall(manager, [displayText(extra)], origin, 'user', recorder, { by: `${manager} run --with` })
  const [first] = words
  if (first && /^(?:-m|--module)$/.test(first.known))
    return weakestGrade('expected', recorder.runs([{ ...first, known: 'python', text: 'python' }, ...words], by))
  const start = words.findIndex(
    (word, at) => !word.known.startsWith('-') && !VALUE_OPTIONS.has(words[at - 1]?.known ?? ''),
  )
  const head = words[start]
  if (!head) return 'expected'
  const inner = words.slice(start)
  const run = () =>
    /\.py$/.test(head.known)
      ? recorder.runsFile(recorder.path(head), 'python', by, inner.slice(1))
      : (head.text !== undefined && runPythonScript(manager, head.text, command, recorder)) || recorder.runs(inner, by)
  return weakestGrade('expected', extra && 'plain', run())
}

function readUv(call: PackageCall): CommandGrade {
  const [next, ...operands] = call.operands
  if (call.verb === 'pip') return readPip({ ...call, verb: next?.text ?? '', operands })
  if (call.verb !== 'tool') return readProject(call)
  if (next?.text === 'run') return analyzePackageRunner('uvx', 'uv', wordsAfter(call.command, 'run'), call)
  return /^(?:list|dir)$/.test(next?.text ?? '') ? 'proven' : analyzeInstall({ ...call, operands }, 'user')
}

function readProject(call: PackageCall): CommandGrade {
  const { verb, line, manager, recorder } = call
  if (READ_ONLY_VERB.test(verb)) return 'proven'
  if (verb === 'run') return analyzeRun(call)
  if (verb === 'add' || verb === 'install') return analyzeInstall(call, 'project')
  if (verb === 'sync') return analyzeInstall({ ...call, operands: [] }, 'project')
  if (verb === 'publish') {
    if (line.has('--dry-run')) return 'expected'
    const registry = line.value('--publish-url', '-r', '--repository')?.text ?? 'pypi'
    recorder.effect({ kind: 'publish', registry, what: '', removes: false, by: `${manager} publish` })
    return 'plain'
  }
  if (/^(?:self|source|config)$/.test(verb)) return 'plain'
  return /^(?:lock|venv|build|init|remove|update|upgrade|export|shell|env|new|format|fmt|fix|test|dep|use|pin|python|cache|clean|lint|show-env|create|activate|deactivate)$/.test(
    verb,
  )
    ? 'expected'
    : 'unknown'
}

function readConda(call: PackageCall): CommandGrade {
  const { verb, operands, recorder, manager, line, command } = call
  const by = `${manager} ${verb}`
  const [action] = operands
  if (READ_ONLY_VERB.test(verb)) return 'proven'
  if (verb === 'run') return analyzeRun(call)
  if (verb === 'env' && action?.text === 'list') return 'proven'
  if (verb === 'env' && action?.text !== 'remove') return analyzeInstall({ ...call, operands: [] }, 'user')
  // It writes itself into the start-up files of the shells that it is told of.
  if (verb === 'init' && !line.has('--dry-run', '--reverse'))
    recorder.effect({ kind: 'persist', mechanism: 'shell-startup', target: by, by })
  if (/^(?:install|create|update)$/.test(verb)) {
    const strange = line
      .values('-c', '--channel')
      .map(displayText)
      .find((channel) => !isUsualRegistry(channel))
    const names = operands.map(displayText)
    const origin: PackageOrigin =
      strange !== undefined ? 'other-registry' : names.length === 0 ? 'declared' : 'registry'
    recordInstall(manager, names, origin, 'user', recorder, { ...withSource(strange), by })
    return origin === 'declared' ? 'expected' : 'plain'
  }
  if (verb === 'config') {
    const said = command.args.map(displayText).join(' ')
    if (/ssl_verify/.test(said) && /false/i.test(said))
      recorder.effect({ kind: 'weaken', area: 'tls', feature: 'ssl_verify', by })
    const channels = [...line.operands, ...line.values('--add')].map(displayText)
    const strange = channels.find((name) => /^https?:/.test(name) && !isUsualRegistry(name))
    if (strange !== undefined) recordPackageSource(strange, by, recorder)
  }
  return /^(?:clean|activate|deactivate)$/.test(verb) ? 'expected' : 'plain'
}

function readTwine({ verb, manager, command, recorder }: PackageCall): CommandGrade {
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
  recorder.effect({ kind: 'publish', registry, what: files.join(' '), targets, removes: false, by })
  return 'plain'
}

function readPipx(call: PackageCall): CommandGrade {
  if (call.verb === 'run') return analyzePackageRunner('pipx run', 'pipx', wordsAfter(call.command, 'run'), call)
  if (call.verb === 'list' || call.verb === '') return 'proven'
  return call.verb === 'install' || call.verb === 'inject' ? analyzeInstall(call, 'user') : 'plain'
}

const MANAGER_ANALYZERS: readonly (readonly [names: string, read: (call: PackageCall) => CommandGrade])[] = [
  ['pip', readPip],
  ['uv', readUv],
  ['poetry pdm pipenv hatch', readProject],
  ['conda mamba', readConda],
  ['twine', readTwine],
  ['pipx', readPipx],
]

export const PYTHON_MANAGERS: readonly Program[] = MANAGER_ANALYZERS.flatMap(([names, read]) =>
  names.split(' ').map((name) =>
    definePackageManager(name, VALUE_OPTIONS, (call) => {
      const asks = call.line.has('--help') || (call.verb === '' && call.line.has('-h', '--version', '-V'))
      return asks ? 'proven' : read(call)
    }),
  ),
)
