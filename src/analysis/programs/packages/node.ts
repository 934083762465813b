import { dirname, join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { Facts } from '../../facts.ts'
import { isGlobal } from '../../own-packages.ts'
import { runnerFor } from '../../shell/identity.ts'
import type { Command, Value, Word } from '../../words.ts'
import { pathsAmong } from '../build/tool.ts'
import { shown } from '../form/words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { stateBinding } from '../network/binding.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { injectionOf, runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { manifestPiece } from './manifest-pieces.ts'
import { configure, readRegistryVerb } from './node-registry.ts'
import { manifestFrom, runInWorkspaces, runLifecycle, runScript } from './node-scripts.ts'
import { readRunner, runPackage } from './npx.ts'
import { from, isUsualRegistry, originOf, stateInstall, worstOrigin } from './specs.ts'
import { manager, type PackageCall, wordsAfter } from './words.ts'

const VALUES = new Set(
  '--prefix -C --dir --cwd -w --workspace --registry --filter -F --filter-prod --loglevel --tag --omit --include --access --otp --cache --userconfig --script-shell --node-options --reporter --store-dir --network-concurrency --backend --config --preload --before --depth --globalconfig --workspace-concurrency --test-name-pattern -t --timeout --outdir --outfile --target --shell --message -m'.split(
    ' ',
  ),
)

type Verb = (call: PackageCall) => Standing | undefined

/** Sub-commands and what they do; bun's own come before, and what is none of them is a script or a program. */
const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [
    /^(?:view|info|show|v|ls|list|ll|la|outdated|search|find|whoami|root|prefix|bin|why|explain|fund|ping|query|help|help-search|completion|sbom|diff|licenses|about)?$/,
    () => 'proven',
  ],
  [/^(?:run|run-script|rum|urn)$/, runNamed],
  [/^(?:test|t|tst|start|stop|restart)$/, runUsual],
  [/^(?:pkg|pm)$/, setManifest],
  [/./, readBun],
  [
    /^(?:install|i|in|ins|add|isntall|a|ci|clean-install|ic|install-clean|update|up|upgrade|install-test|it|cit|import|fetch)$/,
    (call) => weakest(install(call, call.operands), call.operands.length === 0 && lifecycle(call, 'install')),
  ],
  [
    /^(?:exec|x|dlx)$/,
    (call) => readRunner(`${call.manager} ${call.verb}`, call.manager, wordsAfter(call.command, call.verb), call),
  ],
  [/^(?:init|create|innit)$/, create],
  [/^global$/, yarnGlobal],
  [/^(?:config|c|set|get)$/, configure],
  [/^explore$/, explore],
  [/^workspaces?$/, inWorkspace],
  [/^(?:plugin|set-version)$/, pluginImport],
  [
    /^(?:uninstall|remove|rm|un|unlink|r|prune|dedupe|rebuild|rb|shrinkwrap|version|cache|store|audit|doctor|pack|env|patch|patch-commit|link|ln|pkg|pm|autoclean|check|node|dedup)$/,
    keepsHouse,
  ],
]

function readNode(call: PackageCall): Standing {
  const { verb, line, command } = call
  if (verb === '' && line.has('--help', '-h', '--version', '-v')) return 'proven'
  const doubtful = command.args.some((word) => mayBeOption(word) && !word.quoted) && 'unknown'
  const whole = verb === '' && call.manager === 'yarn' ? { ...call, verb: 'install' } : call
  return weakest(doubtful, stateShell(whole), readVerb(whole))
}

function stateShell({ line, manager, scribe }: PackageCall): Standing {
  const shell = line.value('--script-shell')
  if (shell) return weakest('unknown', runsInstead(shell, `${manager} --script-shell`, scribe))
  const options = line.value('--node-options')
  if (options) injectionOf('NODE_OPTIONS')?.(options, '--node-options', scribe)
  return options || line.has('--userconfig', '--globalconfig') ? 'unknown' : 'proven'
}

function readVerb(call: PackageCall): Standing {
  const registry = readRegistryVerb(call)
  if (registry) return weakest(registry, lifecycle(call))
  for (const [names, read] of VERBS) {
    const standing = names.test(call.verb) ? read(call) : undefined
    if (standing) return standing
  }
  return call.manager === 'npm' ? 'unknown' : runBare(call)
}

/** The project's own scripts around installing, versioning, packing and publishing. */
function lifecycle(call: PackageCall, around = call.verb): Standing {
  if (call.line.has('--ignore-scripts', '--dry-run', '--help', '-h')) return 'proven'
  return runLifecycle(around, call.manager, { ...call, command: { ...call.command, cwd: directoryOf(call) } })
}

function runNamed(call: PackageCall): Standing {
  const [word] = call.operands
  const { stdin } = call.command
  if (call.manager === 'bun' && word?.text === '-')
    return stdin.kind === 'value' ? call.scribe.runsCode('javascript', stdin.value, 'bun run') : 'plain'
  if (!word) return 'proven'
  return word.text === undefined ? 'unknown' : script(call, word.text, call.line.from(2))
}

function runUsual(call: PackageCall): Standing | undefined {
  const name = /^ts?t?$/.test(call.verb) ? 'test' : call.verb
  return call.manager === 'bun' && call.verb === 'test' ? undefined : script(call, name, call.line.from(1))
}

const ELSEWHERE = ['-w', '--workspace', '--filter', '-F', '-r', '--recursive', '--workspaces', '--filter-prod']

function script(
  call: PackageCall,
  name: string,
  args: readonly Word[],
  elsewhere = call.line.has(...ELSEWHERE),
): Standing {
  const { manager, command, scribe } = call
  const told = command.assignments.filter((item) => item.name === 'HOST').map((item) => item.value)
  stateBinding([...args, ...told], `${manager} run ${name}`, scribe)
  if (elsewhere) return runInWorkspaces({ manager, name, args }, command, scribe)
  return runScript({ manager, name, args, manifest: manifestFrom(directoryOf(call), scribe) }, command, scribe)
}

function inWorkspace(call: PackageCall): Standing {
  const { operands, line, scribe } = call
  if (call.verb === 'workspaces')
    return script(call, operands.find((word) => !/^(?:foreach|run)$/.test(word.text ?? ''))?.text ?? '', [], true)
  if (operands[1]?.text === 'exec') return weakest('expected', scribe.runs(line.from(3), 'yarn workspace exec'))
  return script(call, operands[1]?.text ?? '', line.from(3), true)
}

function directoryOf({ line, command: { cwd } }: PackageCall): string | undefined {
  const given = line.value('--prefix', '-C', '--dir', '--cwd')
  if (!given || given.text?.startsWith('/')) return given ? given.text : cwd
  return cwd === undefined || given.text === undefined ? undefined : join(cwd, given.text)
}

/** `yarn x`, `pnpm x`: a script of that name, else a program of the project. */
function runBare(call: PackageCall): Standing {
  const { manager, verb, line, command, scribe } = call
  const manifest = manifestFrom(directoryOf(call), scribe)
  const run = () => runPackage({ by: manager, manager, words: line.from(0) }, command, scribe)
  // Where the manifest is not known, a well-known tool's name is that tool.
  if (!manifest && runnerFor(verb)) return weakest('expected', run())
  // A scheduler of clusters is called alike, and its sub-commands begin with one dash.
  if (!manifest && manager === 'yarn' && /^-[a-z]{3}/.test(command.args[1]?.known ?? '')) return 'unknown'
  return !manifest || manifest.scripts.has(verb) ? script(call, verb, line.from(1)) : run()
}

function yarnGlobal(call: PackageCall): Standing | undefined {
  const [verb, ...packages] = call.operands
  if (call.manager !== 'yarn') return undefined
  return TAKES_AWAY.test(verb?.text ?? '') ? weakest('plain', removesUnknown(call, packages)) : install(call, packages)
}

function install(call: PackageCall, packages: readonly Word[]): Standing {
  const { manager, verb, line, scribe } = call
  if (line.has('--dry-run', '--lockfile-only', '--package-lock-only') && packages.length === 0) return 'expected'
  const names = /^(?:ci|clean-install|ic|install-clean|import|fetch)$/.test(verb) ? [] : packages.map(shown)
  const asked =
    line.value('--registry') ??
    call.command.assignments.findLast(({ name }) => /^npm_config_registry$/i.test(name))?.value
  const foreign = asked !== undefined && !isUsualRegistry(asked.text ?? '')
  const origin = worstOrigin([...names.map(originOf), ...(foreign ? (['other-registry'] as const) : [])])
  const global = line.has('-g', '--global') || verb === 'global'
  const updates = /^up/.test(verb) && origin === 'registry'
  const by = `${manager} ${verb}`
  if (/false/.test(line.value('--strict-ssl')?.text ?? ''))
    scribe.effect({ kind: 'weaken', area: 'tls', feature: 'strict-ssl', by })
  if (line.has('--dry-run')) return 'expected'
  const source = from(foreign ? asked.text : undefined)
  stateInstall(manager, names, updates ? 'declared' : origin, global ? 'user' : 'project', scribe, { ...source, by })
  const prefix = line.value('--prefix')
  const path = prefix && scribe.path(prefix)
  if (path) scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: `${manager} --prefix` })
  const usual = origin === 'declared' || origin === 'local' || updates
  return usual && !global && !foreign ? 'expected' : 'plain'
}

const TAKES_AWAY = /^(?:un(?:install|link)?|remove|rm|r)$/

function keepsHouse(call: PackageCall): Standing {
  const { verb, manager, operands, scribe } = call
  if (!TAKES_AWAY.test(verb)) return weakest('expected', lifecycle(call))
  if (operands.some((word) => word.text === 'irongate'))
    scribe.effect({ kind: 'weaken', area: 'gate', feature: 'irongate', by: `${manager} ${verb}` })
  return weakest('expected', lifecycle(call), removesUnknown(call, operands))
}

/** The gate is a package for everybody, too: which ones go must be known. */
function removesUnknown({ command, scribe }: PackageCall, packages: readonly Word[]): Standing {
  const unknown = packages.find(({ dynamic, glob }) => dynamic || glob)
  if (unknown === undefined || !isGlobal(command)) return 'proven'
  scribe.unknown('which packages of every project it removes is not known', 'unread')
  return 'unknown'
}

/** `npm pkg set scripts.name=text dependencies.x=address`: the same as writing it into the manifest. */
function setManifest(call: PackageCall): Standing | undefined {
  const [action, ...set] =
    call.verb === 'pm' && call.operands[0]?.text === 'pkg' ? call.operands.slice(1) : call.operands
  if (action?.text !== 'set') return undefined
  const { scribe, manager } = call
  const folder = directoryOf(call)
  const path = scribe.pathOf(folder === undefined ? 'package.json' : join(folder, 'package.json'))
  const content = manifestPiece(set.map(({ known }) => known))
  scribe.effect({ kind: 'write-path', path, how: 'edit', content, by: `${manager} pkg set` })
  return set.some(({ text }) => text === undefined) ? 'plain' : 'expected'
}

function explore({ command, scribe, operands }: PackageCall): Standing {
  const words = command.args.some((word) => word.known === '--') ? wordsAfter(command, '--') : []
  const folder = operands[0]?.text
  const cwd = command.cwd === undefined || !folder ? undefined : join(command.cwd, 'node_modules', folder)
  return weakest('plain', words.length > 0 && scribe.runs(words, 'npm explore', { cwd }))
}

const STARTERS =
  /^(?:vite|next-app|react-app|svelte|astro|remix|nuxt|nuxt-app|vue|solid|qwik|hono|t3-app|expo-app|tauri-app|electron-app|docusaurus|strapi-app|playwright|eslint|@eslint\/config|@vitejs\/app|jest|@angular|turbo|elysia|fastify|cloudflare)(?:@[\w.-]+)?$/

function create({ operands: [starter], manager, verb, scribe }: PackageCall): Standing {
  if (!starter) return 'expected'
  const name = starter.known
  const more = { certainty: 'likely', by: `${manager} ${verb}` } as const
  stateInstall(manager, [`create-${name}`], originOf(name), 'user', scribe, more)
  return STARTERS.test(name) ? 'expected' : 'plain'
}

function pluginImport({ operands: [action, ...sources], manager, scribe }: PackageCall): Standing {
  if (action?.text !== 'import') return 'expected'
  const names = sources.slice(0, 1).map(shown)
  stateInstall(manager, names, originOf(names[0] ?? ''), 'project', scribe, { by: 'yarn plugin import' })
  return 'plain'
}

function bunText({ args }: Command, scribe: Scribe): Standing | undefined {
  const own = args.slice(0, args.findIndex((word) => !word.known.startsWith('-')) + 1 || undefined)
  const at = own.findIndex((word) => /^(?:-e|--eval|-p|--print)$/.test(word.known))
  const attached = args.find((word) => /^--(?:eval|print)=/.test(word.known))
  const text = attached ? part(attached, attached.known.indexOf('=') + 1) : at < 0 ? undefined : args[at + 1]
  return text && scribe.runsCode('javascript', text, 'bun -e')
}

function readBun({ manager, verb, line, scribe }: PackageCall): Standing | undefined {
  if (manager !== 'bun') return undefined
  const tests = { under: pathsAmong(line.from(1), scribe), files: /[._](?:test|spec)\.[cm]?[jt]sx?$/ }
  if (verb === 'test') return weakest('expected', readWrittenSources(tests, scribe))
  if (verb === 'upgrade') return 'plain'
  if (/^(?:build|pm|link|unlink|patch|remove|rm|outdated|repl|info|why|audit)$/.test(verb)) return 'expected'
  const [file] = line.operands
  return file && /\.[cm]?[jt]sx?$/.test(verb)
    ? weakest('expected', scribe.runsFile(scribe.path(file), 'javascript', 'bun', line.from(1)))
    : undefined
}

/** `$(npm root -g)/…`: where global packages lie is known where the gate itself is one of them. */
function globalPlace({ args }: Command, { facts }: Scribe): Value | undefined {
  const [verb, ...rest] = args.map(({ known }) => known)
  const isGlobal = rest.includes('-g') || rest.includes('--global') || rest.includes('--location=global')
  const asks = verb === 'config' ? rest[0] === 'get' && rest[1] === 'prefix' : isGlobal
  const modules = asks ? globalModules(facts) : undefined
  if (modules === undefined) return undefined
  const prefix = dirname(dirname(modules))
  if (verb === 'root') return { text: `${modules}\n`, sources: [] }
  if (verb === 'bin') return { text: `${prefix}/bin\n`, sources: [] }
  return verb === 'prefix' || verb === 'config' ? { text: `${prefix}\n`, sources: [] } : undefined
}

function globalModules({ own = [] }: Facts): string | undefined {
  const place = own.find(({ path, kind }) => kind === 'package' && path.endsWith('/lib/node_modules/irongate'))
  return place && dirname(place.path)
}

const BUN = manager('bun', VALUES, readNode)

export const NODE_MANAGERS: readonly Program[] = [
  { ...manager('npm', VALUES, readNode), output: globalPlace },
  ...['pnpm', 'yarn'].map((name) => manager(name, VALUES, readNode)),
  { ...BUN, read: (command, scribe) => bunText(command, scribe) ?? BUN.read(command, scribe) },
]
