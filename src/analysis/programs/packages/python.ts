import type { Target } from '../../target.ts'
import type { Command, Word } from '../../words.ts'
import { runPythonScript } from '../build/runners.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { freeWords } from '../unlisted/shapes.ts'
import { readRunner } from './npx.ts'
import { from, isUsualRegistry, namesOf, originOf, type PackageOrigin, worstOrigin } from './specs.ts'
import { type PackageLine, readLine } from './words.ts'

const VALUES = new Set(
  `-r --requirement -c --constraint -e --editable -i --index-url --index --default-index --extra-index-url -f --find-links --trusted-host --allow-insecure-host -t --target --prefix --root --python -p --python-version
   --proxy --cert --group -G --extra -E --directory -C --project --with --from --log --cache-dir --only -n --name --channel --package --platform --timeout -j --src --tag -d --dest -w --wheel-dir --config-file --env-file --no-binary --only-binary --progress-bar`
    .trim()
    .split(/\s+/),
)

interface PythonCall {
  readonly manager: string
  readonly verb: string
  readonly operands: readonly Word[]
  readonly line: PackageLine
  readonly command: Command
  readonly scribe: Scribe
}

const LOOKS = new Set(
  'list show freeze check search index inspect help debug config-list tree info version env-list outdated'.split(' '),
)

function installs(call: PythonCall, scope: 'project' | 'user' | 'system'): Standing {
  const { line, scribe, manager, verb } = call
  const by = `${manager} ${verb}`
  const hosts = [...(line.options.get('--trusted-host') ?? []), ...(line.options.get('--allow-insecure-host') ?? [])]
  for (const host of namesOf(hosts)) scribe.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${host}`, by })
  if (line.has('--dry-run')) return 'expected'
  const editable = namesOf(line.options.get('-e') ?? line.options.get('--editable') ?? [])
  const files = [...(line.options.get('-r') ?? []), ...(line.options.get('--requirement') ?? [])]
  const names = namesOf(call.operands)
  const indexes = [
    '-i',
    '--index-url',
    '--index',
    '--default-index',
    '--extra-index-url',
    ...(/^(?:conda|mamba|micromamba)$/.test(manager) ? [] : ['-f']),
    '--find-links',
    '--channel',
  ].flatMap((name) => line.options.get(name) ?? [])
  const told = call.command.assignments
    .filter(({ name }) => /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?)$/.test(name))
    .map(({ value }) => value)
  const listed = listedIn(files, scribe)
  const source = namesOf([...indexes, ...told]).find(isForeign) ?? listed.indexes.find(isForeign)
  const foreign: PackageOrigin[] = source === undefined ? [] : ['other-registry']
  const remote: PackageOrigin[] = namesOf(files).some((file) => /^https?:/.test(file)) ? ['url'] : []
  const origin = worstOrigin([...[...names, ...editable, ...listed.remote].map(originOf), ...foreign, ...remote])
  scribe.effect({
    kind: 'install',
    manager,
    packages: [...names, ...editable, ...listed.remote],
    origin,
    scope,
    ...from(source),
    by,
  })
  for (const word of ['-t', '--target', '--prefix', '--root'].flatMap((name) => line.options.get(name) ?? []))
    scribe.effect({
      kind: 'write-path',
      path: scribe.path(word),
      how: 'overwrite',
      content: undefined,
      by: `${by} --target`,
    })
  return (origin === 'declared' || origin === 'local') && hosts.length === 0 ? 'expected' : 'plain'
}

function isForeign(address: string): boolean {
  return !isUsualRegistry(address) && !/^[./]/.test(address)
}

/** What lists of this session ask for beyond packages of the usual registry: other registries, and packages by address. */
function listedIn(
  files: readonly Word[],
  scribe: Scribe,
): { readonly indexes: readonly string[]; readonly remote: readonly string[] } {
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

function readPip(call: PythonCall): Standing {
  const { verb, operands } = call
  if (verb === '' || LOOKS.has(verb)) return 'proven'
  if (verb === 'install' || verb === 'download' || verb === 'wheel')
    return installs(call, call.line.has('--user') ? 'user' : 'project')
  if (verb === 'uninstall') return 'plain'
  if (verb === 'config') return operands[0]?.text === 'set' ? setConfig(call) : 'proven'
  return verb === 'cache' || verb === 'hash' || verb === 'lock' ? 'expected' : 'unknown'
}

function setConfig(call: PythonCall): Standing {
  const [, key, value] = namesOf(call.operands)
  if (/trusted-host$/.test(key ?? ''))
    call.scribe.effect({ kind: 'weaken', area: 'tls', feature: `trusted host ${value}`, by: 'pip config' })
  if (/index-url$/.test(key ?? '') && !isUsualRegistry(value ?? ''))
    call.scribe.effect({
      kind: 'weaken',
      area: 'signing',
      feature: `where packages come from: ${value}`,
      certainty: 'likely',
      by: 'pip config',
    })
  if (/index-url$/.test(key ?? '') && !isUsualRegistry(value ?? ''))
    call.scribe.effect({
      kind: 'write-path',
      path: call.scribe.pathOf('~/.config/pip/pip.conf'),
      how: 'edit',
      content: `${key}=${value}`,
      by: 'pip config',
    })
  return 'plain'
}

/** What follows `run` is a command in the project's environment. */
function runsRest(call: PythonCall): Standing {
  const at = call.command.args.findIndex((word) => word.text === 'run')
  const words = call.command.args.slice(at + 1)
  const start = words.findIndex(
    (word, index) => !word.known.startsWith('-') && !VALUES.has(words[index - 1]?.known ?? ''),
  )
  const extra = call.line.value('--with')
  if (extra && originOf(extra.known) !== 'local')
    call.scribe.effect({
      kind: 'install',
      manager: call.manager,
      packages: namesOf([extra]),
      origin: originOf(extra.known),
      scope: 'user',
      by: `${call.manager} run --with`,
    })
  const inner = start < 0 ? [] : words.slice(start)
  const module = words[0]?.known === '-m' || words[0]?.known === '--module'
  if (module)
    return weakest(
      'expected',
      call.scribe.runs([{ ...(words[0] as Word), known: 'python', text: 'python' }, ...words], `${call.manager} run`),
    )
  return inner.length === 0 ? 'expected' : weakest('expected', extra ? 'plain' : 'expected', runInner(inner, call))
}

function runInner(words: readonly Word[], call: PythonCall): Standing {
  const [head] = words
  const script = head && /\.py$/.test(head.known)
  if (head && script)
    return call.scribe.runsFile(call.scribe.path(head), 'python', `${call.manager} run`, words.slice(1))
  const own = head?.text === undefined ? undefined : runPythonScript(call.manager, head.text, call.command, call.scribe)
  if (own !== undefined) return own
  return call.scribe.runs(words, `${call.manager} run`)
}

function readUv(call: PythonCall): Standing {
  const { verb, operands, scribe, command } = call
  const [next] = operands
  switch (verb) {
    case 'pip':
      return readPip({ ...call, verb: next?.text ?? '', operands: operands.slice(1) })
    case 'run':
      return runsRest(call)
    case 'tool':
      if (next?.text === 'run')
        return readRunner('uvx', 'uv', command.args.slice(command.args.findIndex((word) => word.text === 'run') + 1), {
          command,
          scribe,
        })
      return next?.text === 'list' || next?.text === 'dir'
        ? 'proven'
        : installs({ ...call, operands: operands.slice(1) }, 'user')
    default:
      return readProject(call)
  }
}

const PROJECT_EXPECTED = new Set(
  'sync lock install venv build init remove update upgrade export shell env new check format fmt fix test dep self use pin python cache config clean lint show-env create activate deactivate'.split(
    ' ',
  ),
)

/** uv, poetry, pdm, pipenv, hatch, rye, pixi: the same words. */
function readProject(call: PythonCall): Standing {
  const { verb, line } = call
  if (verb === '' || LOOKS.has(verb)) return 'proven'
  if (verb === 'run') return runsRest(call)
  if (verb === 'add' || (verb === 'install' && call.operands.length > 0)) return installs(call, 'project')
  if (verb === 'publish') {
    if (line.has('--dry-run')) return 'expected'
    call.scribe.effect({
      kind: 'publish',
      registry: line.value('--publish-url', '-r', '--repository')?.text ?? 'pypi',
      what: '',
      removes: false,
      by: `${call.manager} publish`,
    })
    return 'plain'
  }
  if (verb === 'self' || verb === 'source' || verb === 'config') return 'plain'
  return PROJECT_EXPECTED.has(verb) ? installsDeclared(call) : 'unknown'
}

function installsDeclared(call: PythonCall): Standing {
  return call.verb === 'sync' || call.verb === 'install' ? installs({ ...call, operands: [] }, 'project') : 'expected'
}

function readConda(call: PythonCall): Standing {
  const { verb, operands, scribe, manager, line } = call
  if (verb === '' || LOOKS.has(verb)) return 'proven'
  if (verb === 'run') return runsRest(call)
  if (verb === 'env')
    return operands[0]?.text === 'list'
      ? 'proven'
      : operands[0]?.text === 'remove'
        ? 'plain'
        : installs({ ...call, operands: [] }, 'user')
  // It writes itself into the start-up files of the shells that it is told of.
  if (verb === 'init' && !line.options.has('--dry-run') && !line.options.has('--reverse'))
    scribe.effect({ kind: 'persist', mechanism: 'shell-startup', target: `${manager} init`, by: `${manager} init` })
  if (verb === 'install' || verb === 'create' || verb === 'update') {
    const channels = namesOf([...(line.options.get('-c') ?? []), ...(line.options.get('--channel') ?? [])])
    const strange = channels.find((channel) => !isUsualRegistry(channel))
    const foreign = strange !== undefined
    const names = namesOf(operands)
    scribe.effect({
      kind: 'install',
      manager,
      packages: names,
      origin: foreign ? 'other-registry' : names.length === 0 ? 'declared' : 'registry',
      scope: 'user',
      ...from(strange),
      by: `${manager} ${verb}`,
    })
    return names.length === 0 && !foreign ? 'expected' : 'plain'
  }
  if (
    verb === 'config' &&
    /ssl_verify/.test(namesOf(call.command.args).join(' ')) &&
    /false/i.test(namesOf(call.command.args).join(' '))
  )
    scribe.effect({ kind: 'weaken', area: 'tls', feature: 'ssl_verify', by: `${manager} config` })
  const channels = verb === 'config' ? namesOf([...line.operands, ...(line.options.get('--add') ?? [])]) : []
  const strange = channels.find((name) => /^https?:/.test(name) && !isUsualRegistry(name))
  if (strange !== undefined)
    scribe.effect({
      kind: 'weaken',
      area: 'signing',
      feature: `where packages come from: ${strange}`,
      certainty: 'likely',
      by: `${manager} config`,
    })
  return verb === 'clean' || verb === 'activate' || verb === 'deactivate' ? 'expected' : 'plain'
}

function readTwine(call: PythonCall): Standing {
  if (call.verb === 'check' || call.verb === '') return 'proven'
  const { args } = call.command
  const at = args.findIndex(({ known }) => /^(?:-r|--repository(?:-url)?)(?:=|$)/.test(known))
  const registry = at < 0 ? 'pypi' : (/=(.+)$/.exec(args[at]?.known ?? '')?.[1] ?? args[at + 1]?.known ?? '')
  const files = freeWords(args.slice(args.findIndex(({ known }) => known === call.verb) + 1)).map(({ known }) => known)
  call.scribe.effect({
    kind: 'publish',
    registry,
    what: files.join(' '),
    targets: files.map(
      (name): Target => ({
        kind: 'package',
        manager: '',
        name,
        version: '',
        source: registry === 'pypi' ? '' : registry,
        amount: 'one',
      }),
    ),
    removes: false,
    by: `${call.manager} ${call.verb}`,
  })
  return 'plain'
}

function readPipx(call: PythonCall): Standing {
  if (call.verb === 'run')
    return readRunner(
      'pipx run',
      'pipx',
      call.command.args.slice(call.command.args.findIndex((word) => word.text === 'run') + 1),
      call,
    )
  if (call.verb === 'list' || call.verb === '') return 'proven'
  return call.verb === 'install' || call.verb === 'inject' ? installs(call, 'user') : 'plain'
}

function program(names: readonly string[], read: (call: PythonCall) => Standing): Program {
  const manager = names[0] ?? ''
  return {
    names,
    read: (command, scribe) => {
      if (command.args.length > 0 && command.args.every((word) => /^(?:--help|-h|--version|-V)$/.test(word.known)))
        return 'proven'
      const line = readLine(command.args, VALUES)
      const [verb, ...operands] = line.operands
      if (verb && verb.text === undefined) return 'unknown'
      if (line.has('--help')) return 'proven'
      return read({ manager, verb: verb?.text ?? '', operands, line, command, scribe })
    },
  }
}

export const PYTHON_MANAGERS: readonly Program[] = [
  program(['pip'], readPip),
  program(['uv'], readUv),
  ...['poetry', 'pdm', 'pipenv', 'hatch'].map((name) => program([name], readProject)),
  ...['conda', 'mamba'].map((name) => program([name], readConda)),
  program(['twine'], readTwine),
  program(['pipx'], readPipx),
]
