import { join } from 'node:path/posix'
import { readSessionSources } from '../../../analysis/code/session-sources.ts'
import {
  analyzeVersionPush,
  type BuildAnalyzer,
  type BuildCall,
  collectOptionValues,
  defineBuildTool,
  listPlainOperands,
  makeDatabaseAnalyzer,
  makeOwnerAnalyzer,
  makePublishAnalyzer,
  makeSessionSourceAnalyzer,
  recordOutputWrite,
  resolvePathOperands,
  wordsBeforeDashes,
} from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import { recordInstall, withSource, worstOrigin } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import type { Word } from '../../../analysis/words.ts'
import { moduleReplacements } from '../../recipes/manifest-pieces.ts'

/** `--config` may set runners, wrappers and linkers: it runs what it names. */
function analyzeCargoBuild(call: BuildCall): CommandGrade {
  const settings = collectOptionValues(wordsBeforeDashes(call.command.args), ['--config']).map((word): CommandGrade => {
    const value =
      /^(?:build\.rustc(?:-(?:workspace-)?wrapper)?|target\..*\.(?:runner|linker)|alias\..*)\s*=\s*(.*)$/s.exec(
        word.text ?? '',
      )?.[1]
    return value === undefined
      ? 'unknown'
      : runSubstituteCommand(
          { text: value.replace(/^['"]|['"]$/g, ''), sources: word.sources },
          'cargo --config',
          call.recorder,
        )
  })
  const writes = collectOptionValues(wordsBeforeDashes(call.args), ['--target-dir', '--out-dir', '--artifact-dir']).map(
    (word) => recordOutputWrite(word, call),
  )
  return weakestGrade('expected', ...settings, ...writes)
}

const analyzeCargoCompile = (call: BuildCall): CommandGrade =>
  weakestGrade(analyzeCargoBuild(call), readBuildSources(call, /(?:^|\/)build\.rs$/))

const analyzeCargoTest = (call: BuildCall): CommandGrade =>
  weakestGrade(
    analyzeCargoBuild(call),
    readBuildSources(call, /(?:^|\/)(?:tests|benches)\/[^/]+\.rs$|(?:^|\/)build\.rs$/),
  )

/** It shows what it would do unless told to do it. */
const analyzeCargoRelease: BuildAnalyzer = (call) => {
  if (!call.args.some(({ known, dynamic }) => dynamic || /^(?:--execute|-x)$/.test(known))) return 'expected'
  const kept = call.args.some(({ known }) => known === '--no-publish')
  return kept ? analyzeVersionPush(call) : makePublishAnalyzer('crates.io')(call)
}

function analyzeCargoRun(call: BuildCall): CommandGrade {
  const [name] = collectOptionValues(wordsBeforeDashes(call.args), ['--bin', '--example'])
  const wanted = name?.text?.replaceAll(/[^\w-]/g, '')
  const files = wanted
    ? new RegExp(`(?:^|/)(?:bin|examples)/${wanted}(?:/[^/]+)?\\.rs$|(?:^|/)build\\.rs$`)
    : /(?:^|\/)src\/(?!bin\/).*\.rs$|(?:^|\/)build\.rs$/
  return weakestGrade(analyzeCargoBuild(call), readBuildSources(call, files))
}

function readBuildSources(call: BuildCall, files: RegExp): CommandGrade {
  return readSessionSources({ under: [], files }, call.recorder)
}

const CARGO_DEV_TOOL =
  /^(?:cargo-\w[\w-]*|ripgrep|just|mdbook|wasm-pack|wasm-bindgen-cli|sccache|trunk|taplo-cli|typos-cli|bacon|sqlx-cli|diesel_cli|cross|tokei|hyperfine|fd-find|bat|nextest)(?:@.*)?$/

function analyzeCargoInstall({ args, verb, recorder }: BuildCall): CommandGrade {
  const options = wordsBeforeDashes(args)
  const given = (...names: string[]) => collectOptionValues(options, names)[0]?.known
  const packages = listPlainOperands(options)
  const git = given('--git')
  const registry = given('--index') ?? given('--registry')
  const origin =
    given('--path') !== undefined
      ? 'local'
      : git !== undefined
        ? 'git'
        : registry !== undefined
          ? 'other-registry'
          : packages.length === 0
            ? 'declared'
            : 'registry'
  const scope = verb === 'add' ? 'project' : 'user'
  recordInstall('cargo', packages, origin, scope, recorder, { ...withSource(git ?? registry), by: `cargo ${verb}` })
  const known = verb === 'add' || packages.every((name) => CARGO_DEV_TOOL.test(name))
  return origin === 'local' || origin === 'declared' || (origin === 'registry' && known) ? 'expected' : 'plain'
}

export const CARGO_SPEC: ProgramSpec = defineBuildTool({
  names: 'cargo',
  options: '--color: -Z: -C: --manifest-path: -p: --package:',
  rules: [
    ['ws|workspaces/publish publish', makePublishAnalyzer('crates.io')],
    ['build|b|check|c|clippy', analyzeCargoCompile],
    ['test|t|bench|nextest', analyzeCargoTest],
    ['run|r', analyzeCargoRun],
    ['doc|d|rustc|rustdoc|miri|hack|tauri', analyzeCargoBuild],
    [
      'fmt|fix|clean|llvm|llvm-cov|tarpaulin|expand|machete|udeps|deny|audit|outdated|watch|insta|update|fetch|vendor|generate-lockfile|new|init|remove|rm|package',
      'read',
    ],
    ['tree|metadata|search|info|pkgid|version|locate-project|verify-project|read-manifest', 'shows'],
    ['add|install|binstall', analyzeCargoInstall],
    ['uninstall|login|logout', 'local'],
    ['yank', makePublishAnalyzer('crates.io', true)],
    ['owner', makeOwnerAnalyzer('crates.io', 'crate owner')],
    ['release', analyzeCargoRelease],
    ['**', 'unread'],
  ],
  examples: {
    match: ['cargo publish', 'cargo owner --add someone', 'cargo release --execute'],
    pass: ['cargo build --release', 'cargo test', 'cargo tree', 'cargo release patch'],
  },
})

function analyzeDotnetAdd({ args, recorder }: BuildCall): CommandGrade {
  const words = listPlainOperands(args)
  const at = words.indexOf('package')
  return at < 0
    ? 'expected'
    : recordDotnetInstall(words.slice(at + 1, at + 2), /^(?:-s|--source)$/, 'add package', { args, recorder })
}

function analyzeDotnetTool({ args, recorder }: BuildCall): CommandGrade {
  const [verb, ...names] = listPlainOperands(args)
  if (verb === 'install')
    recordDotnetInstall(names, /^--(?:add-source|source)(?:=|$)/, 'tool install', { args, recorder })
  return verb === 'install' || verb === 'run' ? 'plain' : 'expected'
}

function recordDotnetInstall(
  names: readonly string[],
  source: RegExp,
  verb: 'add package' | 'tool install',
  { args, recorder }: Pick<BuildCall, 'args' | 'recorder'>,
): CommandGrade {
  const foreign = args.some((word) => source.test(word.known))
  const scope = verb === 'add package' ? 'project' : 'user'
  recordInstall('dotnet', names, foreign ? 'other-registry' : 'registry', scope, recorder, { by: `dotnet ${verb}` })
  return foreign ? 'plain' : 'expected'
}

const analyzeEntityFramework: BuildAnalyzer = (call) => {
  const drops = call.args.some((word) => word.text === 'drop') || call.args.at(-1)?.text === '0'
  if (!drops || call.args.some((word) => word.text === '--dry-run')) return 'plain'
  return makeDatabaseAnalyzer('drop', true)({ ...call, name: 'entity framework' })
}

export const DOTNET_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'dotnet',
    rules: [
      ['nuget/push', makePublishAnalyzer('nuget')],
      ['nuget/delete', makePublishAnalyzer('nuget', true)],
      ['ef/database', analyzeEntityFramework],
      ['build|format|restore|clean|publish|pack|watch|new|sln|remove|ef|msbuild|vstest', 'read'],
      ['test', makeSessionSourceAnalyzer(/Tests?\.(?:cs|fs)$/)],
      ['run', makeSessionSourceAnalyzer(/(?<!Tests?)\.(?:cs|fs)$/)],
      ['list **/--info|--list-sdks', 'shows'],
      ['add', analyzeDotnetAdd],
      ['tool', analyzeDotnetTool],
      ['**', 'local'],
    ],
    examples: {
      match: ['dotnet nuget push a.nupkg', 'dotnet ef database drop', 'dotnet tool install -g dotnet-ef'],
      pass: ['dotnet build', 'dotnet test', 'dotnet --info'],
    },
  }),
  defineBuildTool({
    names: 'nuget',
    rules: [
      ['push', makePublishAnalyzer('nuget')],
      ['delete', makePublishAnalyzer('nuget', true)],
      ['restore|pack', 'read'],
      ['list', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['nuget push a.nupkg'], pass: ['nuget restore'] },
  }),
]

const GO_OUTPUT_OPTIONS =
  '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir'.split(' ')

/** Building and testing: `-exec`, `-toolexec` and `-vettool` run another program. */
function analyzeGoBuild(call: BuildCall): CommandGrade {
  const args = call.args.map(toSingleDash)
  recordUnchecked(call, ALL_UNCHECKED)
  const runs = collectOptionValues(args, ['-exec', '-toolexec', '-vettool']).map((word) =>
    runSubstituteCommand(word, `go ${call.verb}`, call.recorder),
  )
  const writes = collectOptionValues(args, GO_OUTPUT_OPTIONS).map((word) => recordOutputWrite(word, call))
  return weakestGrade('expected', ...runs, ...writes)
}

const toSingleDash = (word: Word): Word => (/^--./s.test(word.known) ? sliceWord(word, 1) : word)

function analyzeGoRun(call: BuildCall): CommandGrade {
  const grade = analyzeGoBuild(call)
  const target = wordsBeforeDashes(call.args).find((word) => !word.known.startsWith('-'))
  if (!target) return grade
  if (/^[\w.-]+\.[a-z]+\/\S+@\S+$/.test(target.known)) return weakestGrade(grade, recordRemoteModule(target, call))
  if (target.text === undefined) return 'unknown'
  const { stdin } = call.command
  if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(target.text))
    return stdin.kind === 'value'
      ? weakestGrade('plain', call.recorder.runsCode('other', stdin.value, 'go run'))
      : 'unknown'
  if (!target.text.endsWith('.go')) return weakestGrade(grade, readSessionGoSources(call, [target], /\.go$/))
  const path = call.recorder.path(target)
  const own = call.recorder.facts.session.written.has(path.real ?? '') || path.zone !== 'project'
  return own ? weakestGrade(grade, call.recorder.runsFile(path, 'other', 'go run')) : grade
}

function readSessionGoSources(call: BuildCall, targets: readonly Word[], files: RegExp): CommandGrade {
  return readSessionSources({ under: resolvePathOperands(targets, call.recorder), files }, call.recorder)
}

const analyzeGoTest = (call: BuildCall): CommandGrade =>
  weakestGrade(analyzeGoBuild(call), readSessionGoSources(call, wordsBeforeDashes(call.args), /_test\.go$/))

function recordRemoteModule(target: Word, call: BuildCall): CommandGrade {
  const text = displayText(target)
  const known = WELL_KNOWN_MODULES.test(text)
  const origin = known || isRequiredModule(text, call) ? classifyModuleOrigin(text) : 'git'
  recordInstall('go', [text], origin, 'user', call.recorder, { by: 'go run' })
  return known ? 'expected' : 'plain'
}

function isRequiredModule(text: string, { command, recorder }: BuildCall): boolean {
  const manifest = command.cwd === undefined ? undefined : recorder.readText(join(command.cwd, 'go.mod'))
  const path = text.replace(/@.*$/, '')
  return (
    manifest?.split('\n').some((line) => {
      const module = /^\s*(?:require\s+|tool\s+)?([\w.-]+\.[a-z]+\/\S+)/.exec(line)?.[1]
      return module !== undefined && (path === module || path.startsWith(`${module}/`))
    }) === true
  )
}

const WELL_KNOWN_MODULES =
  /^(?:golang\.org\/x\/|google\.golang\.org\/|honnef\.co\/go\/tools|mvdan\.cc\/|github\.com\/(?:golangci\/golangci-lint|golang\/|google\/|onsi\/ginkgo|vektra\/mockery|sqlc-dev\/sqlc|bufbuild\/buf|air-verse\/air|go-task\/task|goreleaser\/goreleaser|securego\/gosec|daixiang0\/gci|gotestyourself\/|a-h\/templ|swaggo\/swag|segmentio\/golines))/

/** Hosts that many modules live on, and the vanity names of well-known projects. */
const MODULE_HOSTS =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|gopkg\.in|golang\.org|google\.golang\.org|go\.uber\.org|go\.opentelemetry\.io|go\.mongodb\.org|go\.etcd\.io|go\.dev|k8s\.io|sigs\.k8s\.io|istio\.io|cuelang\.org|entgo\.io|gorm\.io|gotest\.tools|mvdan\.cc|honnef\.co|filippo\.io|rsc\.io|modernc\.org|gonum\.org|cloud\.google\.com|connectrpc\.com|buf\.build|tailscale\.com|gioui\.org|goa\.design|dario\.cat|oras\.land|helm\.sh|knative\.dev|cloudeng\.io|golift\.io|gocloud\.dev|storj\.io|zombiezen\.com|olympos\.io|rogpeppe\.org|encore\.dev|goji\.io|nhooyr\.io|4d63\.com|gvisor\.dev|lukechampine\.com|vitess\.io|upspin\.io|sourcegraph\.com|fyne\.io|dagger\.io|software\.sslmate\.com|resenje\.org|perkeep\.org)(?:\/|$)/

/** A module from a host of its own is fetched from wherever that host says. */
function classifyModuleOrigin(name: string): 'registry' | 'git' {
  return /^[\w-]+(?:\.[\w-]+)+\//.test(name) && !MODULE_HOSTS.test(name) ? 'git' : 'registry'
}

const CHECKSUM_SKIPPING_VARIABLES = new Map<string, RegExp>([
  ['GOINSECURE', /./],
  ['GONOSUMDB', /\*/],
  ['GONOSUMCHECK', /^(?:1|true)$/],
  ['GOSUMDB', /^off$/],
  ['GOFLAGS', /-insecure/],
])

/** For modules of whatever host; those of one host are often a company's own, and on no public list. */
const ALL_UNCHECKED = new Map([
  ...CHECKSUM_SKIPPING_VARIABLES,
  ...['GOINSECURE', 'GONOSUMDB'].map((name) => [name, /^\*$/] as const),
])

function recordUnchecked({ command, verb, recorder }: BuildCall, unchecked: ReadonlyMap<string, RegExp>): void {
  const found = command.assignments.find(({ name, value }) => unchecked.get(name)?.test(value.known))
  if (found) recorder.effect({ kind: 'weaken', area: 'signing', feature: found.name, by: `go ${verb}` })
}

function analyzeGoInstall(call: BuildCall): CommandGrade {
  const { args, verb, recorder } = call
  const by = `go ${verb}`
  recordUnchecked(call, CHECKSUM_SKIPPING_VARIABLES)
  const names = listPlainOperands(args)
  if (names.every((name) => /^\.{1,2}(?:\/|$)/.test(name))) return analyzeGoBuild(call)
  recordInstall(
    'go',
    names,
    worstOrigin(names.map(classifyModuleOrigin)),
    verb === 'get' ? 'project' : 'user',
    recorder,
    { by },
  )
  return names.every((name) => WELL_KNOWN_MODULES.test(name)) ? 'expected' : 'plain'
}

/** `go mod edit -replace=old=new`: the same as writing it into the file. */
function goEdit({ args, command, recorder }: BuildCall): CommandGrade {
  const kind = command.args.some(({ known }) => known === 'work') ? 'work' : 'mod'
  const content = moduleReplacements(collectOptionValues(args, ['-replace', '--replace']).map(({ known }) => known))
  const file = listPlainOperands(args).findLast((name) => /\.(?:mod|work)$/.test(name)) ?? `go.${kind}`
  if (content !== '' && command.cwd !== undefined)
    recorder.effect({
      kind: 'write-path',
      path: recorder.pathOf(join(command.cwd, file)),
      how: 'edit',
      content: `${content}\n`,
      by: `go ${kind} edit`,
    })
  const required = collectOptionValues(args, ['-require', '--require', '-tool']).map(({ known }) => known)
  if (required.length > 0)
    recordInstall('go', required, worstOrigin(required.map(classifyModuleOrigin)), 'project', recorder, {
      by: `go ${kind} edit`,
    })
  return 'expected'
}

function analyzeGoEnv({ args, recorder }: BuildCall): CommandGrade {
  if (!args.some((word) => /^--?[wu]$/.test(word.known))) return 'proven'
  const more = { certainty: 'likely', by: 'go env -w' } as const
  for (const { known, sources } of args) {
    const tool = /^(?:GOFLAGS=.*-(?:toolexec|vettool|exec)=|(?:CC|CXX|GCCGO|AR|PKG_CONFIG)=)(\S+)/.exec(known)?.[1]
    if (tool === undefined) continue
    recorder.runsShell({ text: tool, sources }, 'go env -w')
    recorder.effect({ kind: 'persist', mechanism: 'other', target: known, ...more })
  }
  const weak = args.find((word) =>
    /^(?:GOFLAGS=.*-insecure|GONOSUMCHECK=|GONOSUMDB=|GOINSECURE=|GOSUMDB=off|GOPROXY=http:)/.test(word.known),
  )
  if (weak) recorder.effect({ kind: 'weaken', area: 'signing', feature: weak.known, ...more })
  return 'plain'
}

export const GO_SPEC: ProgramSpec = defineBuildTool({
  names: 'go',
  options: '-C:',
  rules: [
    ['build|vet|list', analyzeGoBuild],
    ['test', analyzeGoTest],
    ['run', analyzeGoRun],
    ['fmt/-n', 'shows'],
    ['fmt', 'read'],
    ['mod/graph|why|verify doc|version', 'shows'],
    ['mod/edit work/edit', goEdit],
    ['fix|generate|clean|mod|work|tool', 'read'],
    ['install|get', analyzeGoInstall],
    ['env', analyzeGoEnv],
    ['bug|telemetry', 'local'],
    ['**', 'unread'],
  ],
  examples: {
    match: ['go test -exec ./wrap ./...', 'go install example.org/x@latest', 'go env -w GOSUMDB=off'],
    pass: ['go build ./...', 'go test ./...', 'go mod tidy', 'go version'],
  },
})
