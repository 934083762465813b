import { join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import { runnerFor } from '../../shell/identity.ts'
import type { Command, Word } from '../../words.ts'
import { pathsAmong } from '../build/tool.ts'
import { mayBeOption } from '../git/made-words.ts'
import { stateBinding } from '../network/binding.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { injectionOf, runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { configure, REGISTRY_VERBS } from './node-registry.ts'
import { manifestFrom, runLifecycle, runScript } from './node-scripts.ts'
import { readRunner, runPackage } from './npx.ts'
import { from, isUsualRegistry, namesOf, originOf, type PackageOrigin, worstOrigin } from './specs.ts'
import { type PackageLine, readLine } from './words.ts'
import { runInWorkspaces } from './workspaces.ts'

const VALUES = new Set(
  `--prefix -C --dir --cwd -w --workspace --registry --filter -F --filter-prod --loglevel --tag --omit --include --access --otp --cache --userconfig --script-shell
   --node-options --reporter --store-dir --network-concurrency --backend --config --preload --before --depth --globalconfig --workspace-concurrency --test-name-pattern -t --timeout --outdir --outfile --target --shell --message -m`
    .trim()
    .split(/\s+/),
)

const PROVEN = new Set(
  'view info show v ls list ll la outdated search find whoami root prefix bin why explain fund ping query help help-search completion sbom diff licenses about'.split(
    ' ',
  ),
)
const INSTALL = new Set(
  'install i in ins add isntall a ci clean-install ic install-clean update up upgrade install-test it cit import fetch'.split(
    ' ',
  ),
)
const HOUSEKEEPING = new Set(
  'uninstall remove rm un unlink r prune dedupe rebuild rb shrinkwrap version cache store audit doctor pack env patch patch-commit link ln pkg pm autoclean check node dedup'.split(
    ' ',
  ),
)

/** One command line of npm, pnpm, yarn or bun. */
export interface NodeCall {
  readonly manager: string
  readonly verb: string
  /** Operands after the verb. */
  readonly operands: readonly Word[]
  readonly line: PackageLine
  readonly command: Command
  readonly scribe: Scribe
}

function readNode(manager: string, command: Command, scribe: Scribe): Standing {
  const line = readLine(command.args, VALUES)
  const [verbWord, ...operands] = line.operands
  if (!verbWord && line.has('--help', '-h', '--version', '-v')) return 'proven'
  const inline = manager === 'bun' ? bunText(command, scribe) : undefined
  if (inline !== undefined) return inline
  if (verbWord && verbWord.text === undefined) return 'unknown'
  const verb = verbWord?.text ?? (manager === 'yarn' ? 'install' : '')
  const call: NodeCall = { manager, verb, operands, line, command, scribe }
  const doubtful: Standing = command.args.some((word) => mayBeOption(word) && !word.quoted) ? 'unknown' : 'proven'
  return weakest(doubtful, stateShell(call), readVerb(call))
}

/** `--script-shell` and `--node-options` choose what runs the scripts. */
function stateShell(call: NodeCall): Standing {
  const shell = call.line.value('--script-shell')
  if (shell) return weakest('unknown', runsInstead(shell, `${call.manager} --script-shell`, call.scribe))
  const options = call.line.value('--node-options')
  if (options)
    return weakest('unknown', injectionOf('NODE_OPTIONS')?.(options, '--node-options', call.scribe) ?? 'unknown')
  return call.line.has('--userconfig', '--globalconfig') ? 'unknown' : 'proven'
}

function readVerb(call: NodeCall): Standing {
  const { manager, verb, operands } = call
  if (verb === '') return 'proven'
  const registry = REGISTRY_VERBS.get(verb)
  if (registry) return weakest(registry(call), lifecycle(call))
  if (PROVEN.has(verb)) return 'proven'
  if (manager === 'bun' && verb === 'run' && operands[0]?.text === '-')
    return call.command.stdin.kind === 'value'
      ? call.scribe.runsCode('javascript', call.command.stdin.value, 'bun run')
      : 'plain'
  if (verb === 'run' || verb === 'run-script' || verb === 'rum' || verb === 'urn') return runNamed(call, operands[0], 2)
  if (['test', 't', 'tst', 'start', 'stop', 'restart'].includes(verb) && !(manager === 'bun' && verb === 'test'))
    return script(call, /^ts?t?$/.test(verb) && verb !== 'test' ? 'test' : verb, call.line.from(1))
  if (manager === 'bun') {
    const own = readBun(call)
    if (own !== undefined) return own
  }
  if (INSTALL.has(verb)) return weakest(install(call, operands), operands.length === 0 ? lifecycle(call) : 'proven')
  if (verb === 'exec' || verb === 'x' || verb === 'dlx') return execute(call)
  if (verb === 'init' || verb === 'create' || verb === 'innit') return create(call)
  if (verb === 'global' && manager === 'yarn') return install(call, operands.slice(1))
  if (verb === 'config' || verb === 'c' || verb === 'set' || verb === 'get') return configure(call)
  if (verb === 'explore') return explore(call)
  if (verb === 'workspace' && operands[1]?.text === 'exec')
    return weakest('expected', call.scribe.runs(call.line.from(3), 'yarn workspace exec'))
  if (verb === 'workspace') return script(call, operands[1]?.text ?? '', call.line.from(3), 'elsewhere')
  if (verb === 'workspaces')
    return script(
      call,
      operands.find((word) => !/^(?:foreach|run)$/.test(word.text ?? ''))?.text ?? '',
      [],
      'elsewhere',
    )
  if (verb === 'plugin' || verb === 'set-version') return pluginImport(call)
  if (/^(?:un(?:install|link)?|remove|rm|r)$/.test(verb) && operands.some((word) => word.text === 'irongate'))
    call.scribe.effect({ kind: 'weaken', area: 'gate', feature: 'irongate', by: `${manager} ${verb}` })
  if (verb === 'pkg' && operands[0]?.text === 'set') return weakest('expected', ...newScripts(call))
  if (verb === 'audit' || HOUSEKEEPING.has(verb)) return weakest('expected', lifecycle(call))
  if (manager === 'npm') return 'unknown'
  return runBare(call)
}

/** The project's own scripts around installing, versioning, packing and publishing. */
function lifecycle(call: NodeCall): Standing {
  const { verb, line, command, scribe, manager } = call
  if (line.has('--ignore-scripts', '--dry-run', '--help', '-h')) return 'proven'
  const around = INSTALL.has(verb) ? 'install' : verb
  return runLifecycle(around, manager, { command: { ...command, cwd: directoryOf(call) }, scribe })
}

function runNamed(call: NodeCall, word: Word | undefined, argsFrom: number): Standing {
  if (!word) return 'proven'
  return word.text === undefined ? 'unknown' : script(call, word.text, call.line.from(argsFrom))
}

function script(call: NodeCall, name: string, args: readonly Word[], where: 'here' | 'elsewhere' = 'here'): Standing {
  const elsewhere =
    where === 'elsewhere' ||
    call.line.has('-w', '--workspace', '--filter', '-F', '-r', '--recursive', '--workspaces', '--filter-prod')
  const told = call.command.assignments.filter((item) => item.name === 'HOST').map((item) => item.value)
  stateBinding([...args, ...told], `${call.manager} run ${name}`, call.scribe)
  if (elsewhere) return runInWorkspaces({ manager: call.manager, name, args }, call.command, call.scribe)
  const manifest = manifestFrom(directoryOf(call), call.scribe)
  return runScript({ manager: call.manager, name, args, manifest }, call.command, call.scribe)
}

function directoryOf(call: NodeCall): string | undefined {
  const given = call.line.value('--prefix', '-C', '--dir', '--cwd')
  if (!given) return call.command.cwd
  if (given.text === undefined) return undefined
  if (given.text.startsWith('/')) return given.text
  return call.command.cwd === undefined ? undefined : join(call.command.cwd, given.text)
}

/** `yarn x`, `pnpm x`: a script of that name, else a program of the project. */
function runBare(call: NodeCall): Standing {
  const manifest = manifestFrom(directoryOf(call), call.scribe)
  const run = () =>
    runPackage({ by: call.manager, manager: call.manager, words: call.line.from(0) }, call.command, call.scribe)
  // Where the manifest is not known, a well-known tool's name is that tool.
  if (!manifest && runnerFor(call.verb)) return weakest('expected', run())
  // A scheduler of clusters is called alike, and its sub-commands begin with one dash.
  if (
    !manifest &&
    call.manager === 'yarn' &&
    call.command.args.slice(1, 2).some(({ known }) => /^-[a-z]{3}/.test(known))
  )
    return 'unknown'
  if (!manifest || manifest.scripts.has(call.verb)) return script(call, call.verb, call.line.from(1))
  return run()
}

function install(call: NodeCall, packages: readonly Word[]): Standing {
  const { manager, verb, line, scribe } = call
  if (line.has('--dry-run', '--lockfile-only', '--package-lock-only') && packages.length === 0) return 'expected'
  const names = /^(?:ci|clean-install|ic|install-clean|import|fetch)$/.test(verb) ? [] : namesOf(packages)
  const registry =
    line.value('--registry') ??
    call.command.assignments.findLast(({ name }) => /^npm_config_registry$/i.test(name))?.value
  const foreign: PackageOrigin[] = registry && !isUsualRegistry(registry.text ?? '') ? ['other-registry'] : []
  const origin = worstOrigin([...names.map(originOf), ...foreign])
  const global = line.has('-g', '--global') || verb === 'global'
  const updates = /^up/.test(verb) && origin === 'registry'
  if (line.has('--strict-ssl') && /false/.test(line.value('--strict-ssl')?.text ?? ''))
    scribe.effect({ kind: 'weaken', area: 'tls', feature: 'strict-ssl', by: `${manager} ${verb}` })
  if (line.has('--dry-run')) return 'expected'
  scribe.effect({
    kind: 'install',
    manager,
    packages: names,
    origin: updates ? 'declared' : origin,
    scope: global ? 'user' : 'project',
    ...from(foreign.length > 0 ? registry?.text : undefined),
    by: `${manager} ${verb}`,
  })
  const prefix = line.value('--prefix')
  if (prefix)
    scribe.effect({
      kind: 'write-path',
      path: scribe.path(prefix),
      how: 'create',
      content: undefined,
      by: `${manager} --prefix`,
    })
  const usual = origin === 'declared' || origin === 'local' || updates
  return usual && !global && foreign.length === 0 ? 'expected' : 'plain'
}

function execute(call: NodeCall): Standing {
  const at = call.command.args.findIndex((word) => word.text === call.verb)
  const rest = call.command.args.slice(at + 1)
  return readRunner(`${call.manager} ${call.verb}`, call.manager, rest, call)
}

/** `npm pkg set scripts.name=text`: what the script will do once it runs. */
function newScripts({ operands, scribe, manager }: NodeCall): readonly Standing[] {
  return operands
    .filter((word) => /^scripts\.[^=]+=/.test(word.known))
    .map((word) => scribe.runsShell(part(word, word.known.indexOf('=') + 1), `${manager} pkg set`))
}

/** `npm explore package -- command`: the command runs in the folder of a dependency. */
function explore({ command, scribe, operands }: NodeCall): Standing {
  const at = command.args.findIndex((word) => word.known === '--')
  const words = at < 0 ? [] : command.args.slice(at + 1)
  const folder = operands[0]?.text
  const cwd = command.cwd === undefined || !folder ? undefined : join(command.cwd, 'node_modules', folder)
  return words.length === 0 ? 'plain' : weakest('plain', scribe.runs(words, 'npm explore', { cwd }))
}

const STARTERS =
  /^(?:vite|next-app|react-app|svelte|astro|remix|nuxt|nuxt-app|vue|solid|qwik|hono|t3-app|expo-app|tauri-app|electron-app|docusaurus|strapi-app|playwright|eslint|@eslint\/config|@vitejs\/app|jest|@angular|turbo|elysia|fastify|cloudflare)(?:@[\w.-]+)?$/

/** `npm init x` fetches and runs `create-x`. */
function create(call: NodeCall): Standing {
  const [starter] = call.operands
  if (!starter) return 'expected'
  const name = starter.text ?? starter.known
  const origin = originOf(name)
  call.scribe.effect({
    kind: 'install',
    manager: call.manager,
    packages: [`create-${name}`],
    origin,
    scope: 'user',
    certainty: 'likely',
    by: `${call.manager} ${call.verb}`,
  })
  return STARTERS.test(name) ? 'expected' : 'plain'
}

function pluginImport(call: NodeCall): Standing {
  const [action, source] = call.operands
  if (action?.text !== 'import') return 'expected'
  call.scribe.effect({
    kind: 'install',
    manager: call.manager,
    packages: namesOf(source ? [source] : []),
    origin: originOf(source?.known ?? ''),
    scope: 'project',
    by: 'yarn plugin import',
  })
  return 'plain'
}

const BUN_OWN = new Set([
  'test',
  'build',
  'pm',
  'link',
  'unlink',
  'patch',
  'remove',
  'rm',
  'outdated',
  'upgrade',
  'repl',
  'info',
  'why',
  'audit',
])

/** `bun -e text`. */
function bunText(command: Command, scribe: Scribe): Standing | undefined {
  const at = command.args.findIndex((word) => /^(?:-e|--eval|-p|--print)$/.test(word.known))
  const first = command.args.findIndex((word) => !word.known.startsWith('-'))
  const attached = command.args.find((word) => /^--(?:eval|print)=/.test(word.known))
  if (attached) return scribe.runsCode('javascript', part(attached, attached.known.indexOf('=') + 1), 'bun -e')
  const text = at < 0 || (first >= 0 && first < at) ? undefined : command.args[at + 1]
  return text ? scribe.runsCode('javascript', text, 'bun -e') : undefined
}

/** bun also runs files. */
function readBun(call: NodeCall): Standing | undefined {
  const { verb, line, scribe } = call
  if (verb === 'test')
    return weakest(
      'expected',
      readWrittenSources(
        { under: pathsAmong(line.from(1), scribe), files: /[._](?:test|spec)\.[cm]?[jt]sx?$/ },
        scribe,
      ),
    )
  if (BUN_OWN.has(verb)) return verb === 'upgrade' ? 'plain' : 'expected'
  const file = line.operands[0]
  if (file && /\.[cm]?[jt]sx?$/.test(verb))
    return weakest('expected', scribe.runsFile(scribe.path(file), 'javascript', 'bun', line.from(1)))
  return undefined
}

const manager = (name: string): Program => ({
  names: [name],
  read: (command, scribe) => readNode(name, command, scribe),
})

export const NODE_MANAGERS: readonly Program[] = [manager('npm'), manager('pnpm'), manager('yarn'), manager('bun')]
