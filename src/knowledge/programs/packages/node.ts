import { dirname, join } from 'node:path/posix'
import { readSessionSources } from '../../../analysis/code/session-sources.ts'
import type { Facts } from '../../../analysis/facts.ts'
import { isGlobal } from '../../../analysis/gate/gate-packages.ts'
import { resolvePathOperands } from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { injectionHandlerFor, runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import { definePackageManager, type PackageCall, wordsAfter } from '../../../analysis/interpret/package-command.ts'
import {
  classifySpecOrigin,
  isUsualRegistry,
  recordInstall,
  withSource,
  worstOrigin,
} from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { mayBeOption } from '../../../analysis/interpret/synthetic-words.ts'
import { recordBinding } from '../../../analysis/remote/bind-addresses.ts'
import { runnerFor } from '../../../analysis/shell/program-identity.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'
import { manifestPiece } from '../../recipes/manifest-pieces.ts'
import {
  findManifestUpwards,
  runInWorkspaces,
  runLifecycleScripts,
  runManifestScript,
} from '../../recipes/node-scripts.ts'
import { analyzeNpmConfig, readRegistryVerb } from './node-registry.ts'
import { analyzePackageRunner, runPackage } from './package-runners.ts'

const VALUE_OPTIONS = new Set(
  '--prefix -C --dir --cwd -w --workspace --registry --filter -F --filter-prod --loglevel --tag --omit --include --access --otp --cache --userconfig --script-shell --node-options --reporter --store-dir --network-concurrency --backend --config --preload --before --depth --globalconfig --workspace-concurrency --test-name-pattern -t --timeout --outdir --outfile --target --shell --message -m'.split(
    ' ',
  ),
)

type VerbAnalyzer = (call: PackageCall) => CommandGrade | undefined

/** Sub-commands and what they do; bun's own come before, and what is none of them is a script or a program. */
const VERB_ANALYZERS: readonly (readonly [RegExp, VerbAnalyzer])[] = [
  [
    /^(?:view|info|show|v|ls|list|ll|la|outdated|search|find|whoami|root|prefix|bin|why|explain|fund|ping|query|help|help-search|completion|sbom|diff|licenses|about)?$/,
    () => 'proven',
  ],
  [/^(?:run|run-script|rum|urn)$/, runNamedScript],
  [/^(?:test|t|tst|start|stop|restart)$/, runStandardScript],
  [/^(?:pkg|pm)$/, setManifest],
  [/./, readBun],
  [
    /^(?:install|i|in|ins|add|isntall|a|ci|clean-install|ic|install-clean|update|up|upgrade|install-test|it|cit|import|fetch)$/,
    (call) =>
      weakestGrade(
        analyzeInstall(call, call.operands),
        call.operands.length === 0 && runLifecycleAround(call, 'install'),
      ),
  ],
  [
    /^(?:exec|x|dlx)$/,
    (call) =>
      analyzePackageRunner(`${call.manager} ${call.verb}`, call.manager, wordsAfter(call.command, call.verb), call),
  ],
  [/^(?:init|create|innit)$/, analyzeCreate],
  [/^global$/, yarnGlobal],
  [/^(?:config|c|set|get)$/, analyzeNpmConfig],
  [/^explore$/, analyzeExplore],
  [/^workspaces?$/, analyzeWorkspaceVerb],
  [/^(?:plugin|set-version)$/, analyzePluginImport],
  [
    /^(?:uninstall|remove|rm|un|unlink|r|prune|dedupe|rebuild|rb|shrinkwrap|version|cache|store|audit|doctor|pack|env|patch|patch-commit|link|ln|pkg|pm|autoclean|check|node|dedup)$/,
    analyzeMaintenance,
  ],
]

function analyzeNodeManager(call: PackageCall): CommandGrade {
  const { verb, line, command } = call
  if (verb === '' && line.has('--help', '-h', '--version', '-v')) return 'proven'
  const doubtful = command.args.some((word) => mayBeOption(word) && !word.quoted) && 'unknown'
  const whole = verb === '' && call.manager === 'yarn' ? { ...call, verb: 'install' } : call
  return weakestGrade(doubtful, recordShellOptions(whole), readVerb(whole))
}

function recordShellOptions({ line, manager, recorder }: PackageCall): CommandGrade {
  const shell = line.value('--script-shell')
  if (shell) return weakestGrade('unknown', runSubstituteCommand(shell, `${manager} --script-shell`, recorder))
  const options = line.value('--node-options')
  if (options) injectionHandlerFor('NODE_OPTIONS')?.(options, '--node-options', recorder)
  return options || line.has('--userconfig', '--globalconfig') ? 'unknown' : 'proven'
}

function readVerb(call: PackageCall): CommandGrade {
  const registry = readRegistryVerb(call)
  if (registry) return weakestGrade(registry, runLifecycleAround(call))
  for (const [names, read] of VERB_ANALYZERS) {
    const grade = names.test(call.verb) ? read(call) : undefined
    if (grade) return grade
  }
  return call.manager === 'npm' ? 'unknown' : runBareWord(call)
}

/** The project's own scripts around installing, versioning, packing and publishing. */
function runLifecycleAround(call: PackageCall, around = call.verb): CommandGrade {
  if (call.line.has('--ignore-scripts', '--dry-run', '--help', '-h')) return 'proven'
  return runLifecycleScripts(around, call.manager, {
    ...call,
    command: { ...call.command, cwd: resolveDirectory(call) },
  })
}

function runNamedScript(call: PackageCall): CommandGrade {
  const [word] = call.operands
  const { stdin } = call.command
  if (call.manager === 'bun' && word?.text === '-')
    return stdin.kind === 'value' ? call.recorder.runsCode('javascript', stdin.value, 'bun run') : 'plain'
  if (!word) return 'proven'
  return word.text === undefined ? 'unknown' : runProjectScript(call, word.text, call.line.from(2))
}

function runStandardScript(call: PackageCall): CommandGrade | undefined {
  const name = /^ts?t?$/.test(call.verb) ? 'test' : call.verb
  return call.manager === 'bun' && call.verb === 'test' ? undefined : runProjectScript(call, name, call.line.from(1))
}

const WORKSPACE_OPTIONS = ['-w', '--workspace', '--filter', '-F', '-r', '--recursive', '--workspaces', '--filter-prod']

function runProjectScript(
  call: PackageCall,
  name: string,
  args: readonly Word[],
  elsewhere = call.line.has(...WORKSPACE_OPTIONS),
): CommandGrade {
  const { manager, command, recorder } = call
  const hosts = command.assignments.filter((item) => item.name === 'HOST').map((item) => item.value)
  recordBinding([...args, ...hosts], `${manager} run ${name}`, recorder)
  if (elsewhere) return runInWorkspaces({ manager, name, args }, command, recorder)
  return runManifestScript(
    { manager, name, args, manifest: findManifestUpwards(resolveDirectory(call), recorder) },
    command,
    recorder,
  )
}

function analyzeWorkspaceVerb(call: PackageCall): CommandGrade {
  const { operands, line, recorder } = call
  if (call.verb === 'workspaces')
    return runProjectScript(
      call,
      operands.find((word) => !/^(?:foreach|run)$/.test(word.text ?? ''))?.text ?? '',
      [],
      true,
    )
  if (operands[1]?.text === 'exec') return weakestGrade('expected', recorder.runs(line.from(3), 'yarn workspace exec'))
  return runProjectScript(call, operands[1]?.text ?? '', line.from(3), true)
}

function resolveDirectory({ line, command: { cwd } }: PackageCall): string | undefined {
  const given = line.value('--prefix', '-C', '--dir', '--cwd')
  if (!given || given.text?.startsWith('/')) return given ? given.text : cwd
  return cwd === undefined || given.text === undefined ? undefined : join(cwd, given.text)
}

/** `yarn x`, `pnpm x`: a script of that name, else a program of the project. */
function runBareWord(call: PackageCall): CommandGrade {
  const { manager, verb, line, command, recorder } = call
  const manifest = findManifestUpwards(resolveDirectory(call), recorder)
  const run = () => runPackage({ by: manager, manager, words: line.from(0) }, command, recorder)
  // Where the manifest is not known, a well-known tool's name is that tool.
  if (!manifest && runnerFor(verb)) return weakestGrade('expected', run())
  // A scheduler of clusters is called alike, and its sub-commands begin with one dash.
  if (!manifest && manager === 'yarn' && /^-[a-z]{3}/.test(command.args[1]?.known ?? '')) return 'unknown'
  return !manifest || manifest.scripts.has(verb) ? runProjectScript(call, verb, line.from(1)) : run()
}

function yarnGlobal(call: PackageCall): CommandGrade | undefined {
  const [verb, ...packages] = call.operands
  if (call.manager !== 'yarn') return undefined
  return TAKES_AWAY.test(verb?.text ?? '')
    ? weakestGrade('plain', removesUnknown(call, packages))
    : analyzeInstall(call, packages)
}

function analyzeInstall(call: PackageCall, packages: readonly Word[]): CommandGrade {
  const { manager, verb, line, recorder } = call
  if (line.has('--dry-run', '--lockfile-only', '--package-lock-only') && packages.length === 0) return 'expected'
  const names = /^(?:ci|clean-install|ic|install-clean|import|fetch)$/.test(verb) ? [] : packages.map(displayText)
  const asked =
    line.value('--registry') ??
    call.command.assignments.findLast(({ name }) => /^npm_config_registry$/i.test(name))?.value
  const foreign = asked !== undefined && !isUsualRegistry(asked.text ?? '')
  const origin = worstOrigin([...names.map(classifySpecOrigin), ...(foreign ? (['other-registry'] as const) : [])])
  const global = line.has('-g', '--global') || verb === 'global'
  const updates = /^up/.test(verb) && origin === 'registry'
  const by = `${manager} ${verb}`
  if (/false/.test(line.value('--strict-ssl')?.text ?? ''))
    recorder.effect({ kind: 'weaken', area: 'tls', feature: 'strict-ssl', by })
  if (line.has('--dry-run')) return 'expected'
  const source = withSource(foreign ? asked.text : undefined)
  recordInstall(manager, names, updates ? 'declared' : origin, global ? 'user' : 'project', recorder, { ...source, by })
  const prefix = line.value('--prefix')
  const path = prefix && recorder.path(prefix)
  if (path) recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: `${manager} --prefix` })
  const usual = origin === 'declared' || origin === 'local' || updates
  return usual && !global && !foreign ? 'expected' : 'plain'
}

const TAKES_AWAY = /^(?:un(?:install|link)?|remove|rm|r)$/

function analyzeMaintenance(call: PackageCall): CommandGrade {
  const { verb, manager, operands, recorder } = call
  if (!TAKES_AWAY.test(verb)) return weakestGrade('expected', runLifecycleAround(call))
  if (operands.some((word) => word.text === 'irongate'))
    recorder.effect({ kind: 'weaken', area: 'gate', feature: 'irongate', by: `${manager} ${verb}` })
  return weakestGrade('expected', runLifecycleAround(call), removesUnknown(call, operands))
}

/** The gate is a package for everybody, too: which ones go must be known. */
function removesUnknown({ command, recorder }: PackageCall, packages: readonly Word[]): CommandGrade {
  const unknown = packages.find(({ dynamic, glob }) => dynamic || glob)
  if (unknown === undefined || !isGlobal(command)) return 'proven'
  recorder.unknown('which packages of every project it removes is not known', 'unread')
  return 'unknown'
}

/** `npm pkg set scripts.name=text dependencies.x=address`: the same as writing it into the manifest. */
function setManifest(call: PackageCall): CommandGrade | undefined {
  const [action, ...set] =
    call.verb === 'pm' && call.operands[0]?.text === 'pkg' ? call.operands.slice(1) : call.operands
  if (action?.text !== 'set') return undefined
  const { recorder, manager } = call
  const folder = resolveDirectory(call)
  const path = recorder.pathOf(folder === undefined ? 'package.json' : join(folder, 'package.json'))
  const content = manifestPiece(set.map(({ known }) => known))
  recorder.effect({ kind: 'write-path', path, how: 'edit', content, by: `${manager} pkg set` })
  return set.some(({ text }) => text === undefined) ? 'plain' : 'expected'
}

function analyzeExplore({ command, recorder, operands }: PackageCall): CommandGrade {
  const words = command.args.some((word) => word.known === '--') ? wordsAfter(command, '--') : []
  const folder = operands[0]?.text
  const cwd = command.cwd === undefined || !folder ? undefined : join(command.cwd, 'node_modules', folder)
  return weakestGrade('plain', words.length > 0 && recorder.runs(words, 'npm explore', { cwd }))
}

const KNOWN_STARTER =
  /^(?:vite|next-app|react-app|svelte|astro|remix|nuxt|nuxt-app|vue|solid|qwik|hono|t3-app|expo-app|tauri-app|electron-app|docusaurus|strapi-app|playwright|eslint|@eslint\/config|@vitejs\/app|jest|@angular|turbo|elysia|fastify|cloudflare)(?:@[\w.-]+)?$/

function analyzeCreate({ operands: [starter], manager, verb, recorder }: PackageCall): CommandGrade {
  if (!starter) return 'expected'
  const name = starter.known
  const more = { certainty: 'likely', by: `${manager} ${verb}` } as const
  recordInstall(manager, [`create-${name}`], classifySpecOrigin(name), 'user', recorder, more)
  return KNOWN_STARTER.test(name) ? 'expected' : 'plain'
}

function analyzePluginImport({ operands: [action, ...sources], manager, recorder }: PackageCall): CommandGrade {
  if (action?.text !== 'import') return 'expected'
  const names = sources.slice(0, 1).map(displayText)
  recordInstall(manager, names, classifySpecOrigin(names[0] ?? ''), 'project', recorder, { by: 'yarn plugin import' })
  return 'plain'
}

function runBunEval({ args }: Command, recorder: EffectRecorder): CommandGrade | undefined {
  const own = args.slice(0, args.findIndex((word) => !word.known.startsWith('-')) + 1 || undefined)
  const at = own.findIndex((word) => /^(?:-e|--eval|-p|--print)$/.test(word.known))
  const attached = args.find((word) => /^--(?:eval|print)=/.test(word.known))
  const text = attached ? sliceWord(attached, attached.known.indexOf('=') + 1) : at < 0 ? undefined : args[at + 1]
  return text && recorder.runsCode('javascript', text, 'bun -e')
}

function readBun({ manager, verb, line, recorder }: PackageCall): CommandGrade | undefined {
  if (manager !== 'bun') return undefined
  const tests = { under: resolvePathOperands(line.from(1), recorder), files: /[._](?:test|spec)\.[cm]?[jt]sx?$/ }
  if (verb === 'test') return weakestGrade('expected', readSessionSources(tests, recorder))
  if (verb === 'upgrade') return 'plain'
  if (/^(?:build|pm|link|unlink|patch|remove|rm|outdated|repl|info|why|audit)$/.test(verb)) return 'expected'
  const [file] = line.operands
  return file && /\.[cm]?[jt]sx?$/.test(verb)
    ? weakestGrade('expected', recorder.runsFile(recorder.path(file), 'javascript', 'bun', line.from(1)))
    : undefined
}

/** `$(npm root -g)/…`: where global packages lie is known where the gate itself is one of them. */
function computeGlobalFolderOutput({ args }: Command, { facts }: EffectRecorder): Value | undefined {
  const [verb, ...rest] = args.map(({ known }) => known)
  const isGlobal = rest.includes('-g') || rest.includes('--global') || rest.includes('--location=global')
  const asks = verb === 'config' ? rest[0] === 'get' && rest[1] === 'prefix' : isGlobal
  const modules = asks ? findGlobalModules(facts) : undefined
  if (modules === undefined) return undefined
  const prefix = dirname(dirname(modules))
  if (verb === 'root') return { text: `${modules}\n`, sources: [] }
  if (verb === 'bin') return { text: `${prefix}/bin\n`, sources: [] }
  return verb === 'prefix' || verb === 'config' ? { text: `${prefix}\n`, sources: [] } : undefined
}

function findGlobalModules({ own = [] }: Facts): string | undefined {
  const place = own.find(({ path, kind }) => kind === 'package' && path.endsWith('/lib/node_modules/irongate'))
  return place && dirname(place.path)
}

const BUN_PROGRAM = definePackageManager('bun', VALUE_OPTIONS, analyzeNodeManager)

export const NODE_MANAGERS: readonly Program[] = [
  { ...definePackageManager('npm', VALUE_OPTIONS, analyzeNodeManager), output: computeGlobalFolderOutput },
  ...['pnpm', 'yarn'].map((name) => definePackageManager(name, VALUE_OPTIONS, analyzeNodeManager)),
  { ...BUN_PROGRAM, read: (command, recorder) => runBunEval(command, recorder) ?? BUN_PROGRAM.read(command, recorder) },
]
