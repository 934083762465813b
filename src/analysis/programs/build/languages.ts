import { join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { Word } from '../../words.ts'
import type { Spec } from '../form/form.ts'
import { shown } from '../form/words.ts'
import { part } from '../options.ts'
import { moduleReplacements } from '../packages/manifest-pieces.ts'
import { from, stateInstall, worstOrigin } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import {
  type BuildCall,
  type BuildReader,
  building,
  changesDatabase,
  changesOwners,
  optionValues,
  pathsAmong,
  plainNames,
  publishes,
  pushesVersion,
  runsWritten,
  separated,
  stateWrite,
} from './tool.ts'

/** `--config` may set runners, wrappers and linkers: it runs what it names. */
function build(call: BuildCall): Standing {
  const settings = optionValues(separated(call.command.args), ['--config']).map((word): Standing => {
    const value =
      /^(?:build\.rustc(?:-(?:workspace-)?wrapper)?|target\..*\.(?:runner|linker)|alias\..*)\s*=\s*(.*)$/s.exec(
        word.text ?? '',
      )?.[1]
    return value === undefined
      ? 'unknown'
      : runsInstead({ text: value.replace(/^['"]|['"]$/g, ''), sources: word.sources }, 'cargo --config', call.scribe)
  })
  const writes = optionValues(separated(call.args), ['--target-dir', '--out-dir', '--artifact-dir']).map((word) =>
    stateWrite(word, call),
  )
  return weakest('expected', ...settings, ...writes)
}

const compile = (call: BuildCall): Standing => weakest(build(call), written(call, /(?:^|\/)build\.rs$/))

const test = (call: BuildCall): Standing =>
  weakest(build(call), written(call, /(?:^|\/)(?:tests|benches)\/[^/]+\.rs$|(?:^|\/)build\.rs$/))

/** It shows what it would do unless told to do it. */
const releases: BuildReader = (call) => {
  if (!call.args.some(({ known, dynamic }) => dynamic || /^(?:--execute|-x)$/.test(known))) return 'expected'
  const kept = call.args.some(({ known }) => known === '--no-publish')
  return kept ? pushesVersion(call) : publishes('crates.io')(call)
}

function run(call: BuildCall): Standing {
  const [name] = optionValues(separated(call.args), ['--bin', '--example'])
  const wanted = name?.text?.replaceAll(/[^\w-]/g, '')
  const files = wanted
    ? new RegExp(`(?:^|/)(?:bin|examples)/${wanted}(?:/[^/]+)?\\.rs$|(?:^|/)build\\.rs$`)
    : /(?:^|\/)src\/(?!bin\/).*\.rs$|(?:^|\/)build\.rs$/
  return weakest(build(call), written(call, files))
}

function written(call: BuildCall, files: RegExp): Standing {
  return readWrittenSources({ under: [], files }, call.scribe)
}

const DEV_TOOLS =
  /^(?:cargo-\w[\w-]*|ripgrep|just|mdbook|wasm-pack|wasm-bindgen-cli|sccache|trunk|taplo-cli|typos-cli|bacon|sqlx-cli|diesel_cli|cross|tokei|hyperfine|fd-find|bat|nextest)(?:@.*)?$/

function install({ args, verb, scribe }: BuildCall): Standing {
  const options = separated(args)
  const given = (...names: string[]) => optionValues(options, names)[0]?.known
  const packages = plainNames(options)
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
  stateInstall('cargo', packages, origin, scope, scribe, { ...from(git ?? registry), by: `cargo ${verb}` })
  const known = verb === 'add' || packages.every((name) => DEV_TOOLS.test(name))
  return origin === 'local' || origin === 'declared' || (origin === 'registry' && known) ? 'expected' : 'plain'
}

export const CARGO: Spec = building({
  names: 'cargo',
  options: '--color: -Z: -C: --manifest-path: -p: --package:',
  rules: [
    ['ws|workspaces/publish publish', publishes('crates.io')],
    ['build|b|check|c|clippy', compile],
    ['test|t|bench|nextest', test],
    ['run|r', run],
    ['doc|d|rustc|rustdoc|miri|hack|tauri', build],
    [
      'fmt|fix|clean|llvm|llvm-cov|tarpaulin|expand|machete|udeps|deny|audit|outdated|watch|insta|update|fetch|vendor|generate-lockfile|new|init|remove|rm|package',
      'read',
    ],
    ['tree|metadata|search|info|pkgid|version|locate-project|verify-project|read-manifest', 'shows'],
    ['add|install|binstall', install],
    ['uninstall|login|logout', 'local'],
    ['yank', publishes('crates.io', true)],
    ['owner', changesOwners('crates.io', 'crate owner')],
    ['release', releases],
    ['**', 'unread'],
  ],
  examples: {
    match: ['cargo publish', 'cargo owner --add someone', 'cargo release --execute'],
    pass: ['cargo build --release', 'cargo test', 'cargo tree', 'cargo release patch'],
  },
})

function addPackage({ args, scribe }: BuildCall): Standing {
  const words = plainNames(args)
  const at = words.indexOf('package')
  return at < 0
    ? 'expected'
    : installs(words.slice(at + 1, at + 2), /^(?:-s|--source)$/, 'add package', { args, scribe })
}

function installTool({ args, scribe }: BuildCall): Standing {
  const [verb, ...names] = plainNames(args)
  if (verb === 'install') installs(names, /^--(?:add-source|source)(?:=|$)/, 'tool install', { args, scribe })
  return verb === 'install' || verb === 'run' ? 'plain' : 'expected'
}

function installs(
  names: readonly string[],
  source: RegExp,
  verb: 'add package' | 'tool install',
  { args, scribe }: Pick<BuildCall, 'args' | 'scribe'>,
): Standing {
  const foreign = args.some((word) => source.test(word.known))
  const scope = verb === 'add package' ? 'project' : 'user'
  stateInstall('dotnet', names, foreign ? 'other-registry' : 'registry', scope, scribe, { by: `dotnet ${verb}` })
  return foreign ? 'plain' : 'expected'
}

const updatesDatabase: BuildReader = (call) => {
  const drops = call.args.some((word) => word.text === 'drop') || call.args.at(-1)?.text === '0'
  if (!drops || call.args.some((word) => word.text === '--dry-run')) return 'plain'
  return changesDatabase('drop', true)({ ...call, name: 'entity framework' })
}

export const DOTNET: readonly Spec[] = [
  building({
    names: 'dotnet',
    rules: [
      ['nuget/push', publishes('nuget')],
      ['nuget/delete', publishes('nuget', true)],
      ['ef/database', updatesDatabase],
      ['build|format|restore|clean|publish|pack|watch|new|sln|remove|ef|msbuild|vstest', 'read'],
      ['test', runsWritten(/Tests?\.(?:cs|fs)$/)],
      ['run', runsWritten(/(?<!Tests?)\.(?:cs|fs)$/)],
      ['list **/--info|--list-sdks', 'shows'],
      ['add', addPackage],
      ['tool', installTool],
      ['**', 'local'],
    ],
    examples: {
      match: ['dotnet nuget push a.nupkg', 'dotnet ef database drop', 'dotnet tool install -g dotnet-ef'],
      pass: ['dotnet build', 'dotnet test', 'dotnet --info'],
    },
  }),
  building({
    names: 'nuget',
    rules: [
      ['push', publishes('nuget')],
      ['delete', publishes('nuget', true)],
      ['restore|pack', 'read'],
      ['list', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['nuget push a.nupkg'], pass: ['nuget restore'] },
  }),
]

const OUTPUTS = '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir'.split(' ')

/** Building and testing: `-exec`, `-toolexec` and `-vettool` run another program. */
function goBuild(call: BuildCall): Standing {
  const args = call.args.map(singleDash)
  stateUnchecked(call, ALL_UNCHECKED)
  const runs = optionValues(args, ['-exec', '-toolexec', '-vettool']).map((word) =>
    runsInstead(word, `go ${call.verb}`, call.scribe),
  )
  const writes = optionValues(args, OUTPUTS).map((word) => stateWrite(word, call))
  return weakest('expected', ...runs, ...writes)
}

const singleDash = (word: Word): Word => (/^--./s.test(word.known) ? part(word, 1) : word)

function goRun(call: BuildCall): Standing {
  const standing = goBuild(call)
  const target = separated(call.args).find((word) => !word.known.startsWith('-'))
  if (!target) return standing
  if (/^[\w.-]+\.[a-z]+\/\S+@\S+$/.test(target.known)) return weakest(standing, remotePackage(target, call))
  if (target.text === undefined) return 'unknown'
  const { stdin } = call.command
  if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(target.text))
    return stdin.kind === 'value' ? weakest('plain', call.scribe.runsCode('other', stdin.value, 'go run')) : 'unknown'
  if (!target.text.endsWith('.go')) return weakest(standing, goWritten(call, [target], /\.go$/))
  const path = call.scribe.path(target)
  const own = call.scribe.facts.session.written.has(path.real ?? '') || path.zone !== 'project'
  return own ? weakest(standing, call.scribe.runsFile(path, 'other', 'go run')) : standing
}

function goWritten(call: BuildCall, targets: readonly Word[], files: RegExp): Standing {
  return readWrittenSources({ under: pathsAmong(targets, call.scribe), files }, call.scribe)
}

const goTest = (call: BuildCall): Standing =>
  weakest(goBuild(call), goWritten(call, separated(call.args), /_test\.go$/))

function remotePackage(target: Word, call: BuildCall): Standing {
  const text = shown(target)
  const known = WELL_KNOWN.test(text)
  const origin = known || isRequired(text, call) ? originOfModule(text) : 'git'
  stateInstall('go', [text], origin, 'user', call.scribe, { by: 'go run' })
  return known ? 'expected' : 'plain'
}

function isRequired(text: string, { command, scribe }: BuildCall): boolean {
  const manifest = command.cwd === undefined ? undefined : scribe.readText(join(command.cwd, 'go.mod'))
  const path = text.replace(/@.*$/, '')
  return (
    manifest?.split('\n').some((line) => {
      const module = /^\s*(?:require\s+|tool\s+)?([\w.-]+\.[a-z]+\/\S+)/.exec(line)?.[1]
      return module !== undefined && (path === module || path.startsWith(`${module}/`))
    }) === true
  )
}

const WELL_KNOWN =
  /^(?:golang\.org\/x\/|google\.golang\.org\/|honnef\.co\/go\/tools|mvdan\.cc\/|github\.com\/(?:golangci\/golangci-lint|golang\/|google\/|onsi\/ginkgo|vektra\/mockery|sqlc-dev\/sqlc|bufbuild\/buf|air-verse\/air|go-task\/task|goreleaser\/goreleaser|securego\/gosec|daixiang0\/gci|gotestyourself\/|a-h\/templ|swaggo\/swag|segmentio\/golines))/

/** Hosts that many modules live on, and the vanity names of well-known projects. */
const MODULE_HOSTS =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|gopkg\.in|golang\.org|google\.golang\.org|go\.uber\.org|go\.opentelemetry\.io|go\.mongodb\.org|go\.etcd\.io|go\.dev|k8s\.io|sigs\.k8s\.io|istio\.io|cuelang\.org|entgo\.io|gorm\.io|gotest\.tools|mvdan\.cc|honnef\.co|filippo\.io|rsc\.io|modernc\.org|gonum\.org|cloud\.google\.com|connectrpc\.com|buf\.build|tailscale\.com|gioui\.org|goa\.design|dario\.cat|oras\.land|helm\.sh|knative\.dev|cloudeng\.io|golift\.io|gocloud\.dev|storj\.io|zombiezen\.com|olympos\.io|rogpeppe\.org|encore\.dev|goji\.io|nhooyr\.io|4d63\.com|gvisor\.dev|lukechampine\.com|vitess\.io|upspin\.io|sourcegraph\.com|fyne\.io|dagger\.io|software\.sslmate\.com|resenje\.org|perkeep\.org)(?:\/|$)/

/** A module from a host of its own is fetched from wherever that host says. */
function originOfModule(name: string): 'registry' | 'git' {
  return /^[\w-]+(?:\.[\w-]+)+\//.test(name) && !MODULE_HOSTS.test(name) ? 'git' : 'registry'
}

const UNCHECKED = new Map<string, RegExp>([
  ['GOINSECURE', /./],
  ['GONOSUMDB', /\*/],
  ['GONOSUMCHECK', /^(?:1|true)$/],
  ['GOSUMDB', /^off$/],
  ['GOFLAGS', /-insecure/],
])

/** For modules of whatever host; those of one host are often a company's own, and on no public list. */
const ALL_UNCHECKED = new Map([...UNCHECKED, ...['GOINSECURE', 'GONOSUMDB'].map((name) => [name, /^\*$/] as const)])

function stateUnchecked({ command, verb, scribe }: BuildCall, unchecked: ReadonlyMap<string, RegExp>): void {
  const found = command.assignments.find(({ name, value }) => unchecked.get(name)?.test(value.known))
  if (found) scribe.effect({ kind: 'weaken', area: 'signing', feature: found.name, by: `go ${verb}` })
}

function goInstall(call: BuildCall): Standing {
  const { args, verb, scribe } = call
  const by = `go ${verb}`
  stateUnchecked(call, UNCHECKED)
  const names = plainNames(args)
  if (names.every((name) => /^\.{1,2}(?:\/|$)/.test(name))) return goBuild(call)
  stateInstall('go', names, worstOrigin(names.map(originOfModule)), verb === 'get' ? 'project' : 'user', scribe, { by })
  return names.every((name) => WELL_KNOWN.test(name)) ? 'expected' : 'plain'
}

/** `go mod edit -replace=old=new`: the same as writing it into the file. */
function goEdit({ args, command, scribe }: BuildCall): Standing {
  const kind = command.args.some(({ known }) => known === 'work') ? 'work' : 'mod'
  const content = moduleReplacements(optionValues(args, ['-replace', '--replace']).map(({ known }) => known))
  const file = plainNames(args).findLast((name) => /\.(?:mod|work)$/.test(name)) ?? `go.${kind}`
  if (content !== '' && command.cwd !== undefined)
    scribe.effect({
      kind: 'write-path',
      path: scribe.pathOf(join(command.cwd, file)),
      how: 'edit',
      content: `${content}\n`,
      by: `go ${kind} edit`,
    })
  const required = optionValues(args, ['-require', '--require', '-tool']).map(({ known }) => known)
  if (required.length > 0)
    stateInstall('go', required, worstOrigin(required.map(originOfModule)), 'project', scribe, {
      by: `go ${kind} edit`,
    })
  return 'expected'
}

function env({ args, scribe }: BuildCall): Standing {
  if (!args.some((word) => /^--?[wu]$/.test(word.known))) return 'proven'
  const more = { certainty: 'likely', by: 'go env -w' } as const
  for (const { known, sources } of args) {
    const tool = /^(?:GOFLAGS=.*-(?:toolexec|vettool|exec)=|(?:CC|CXX|GCCGO|AR|PKG_CONFIG)=)(\S+)/.exec(known)?.[1]
    if (tool === undefined) continue
    scribe.runsShell({ text: tool, sources }, 'go env -w')
    scribe.effect({ kind: 'persist', mechanism: 'other', target: known, ...more })
  }
  const weak = args.find((word) =>
    /^(?:GOFLAGS=.*-insecure|GONOSUMCHECK=|GONOSUMDB=|GOINSECURE=|GOSUMDB=off|GOPROXY=http:)/.test(word.known),
  )
  if (weak) scribe.effect({ kind: 'weaken', area: 'signing', feature: weak.known, ...more })
  return 'plain'
}

export const GO: Spec = building({
  names: 'go',
  options: '-C:',
  rules: [
    ['build|vet|list', goBuild],
    ['test', goTest],
    ['run', goRun],
    ['fmt/-n', 'shows'],
    ['fmt', 'read'],
    ['mod/graph|why|verify doc|version', 'shows'],
    ['mod/edit work/edit', goEdit],
    ['fix|generate|clean|mod|work|tool', 'read'],
    ['install|get', goInstall],
    ['env', env],
    ['bug|telemetry', 'local'],
    ['**', 'unread'],
  ],
  examples: {
    match: ['go test -exec ./wrap ./...', 'go install example.org/x@latest', 'go env -w GOSUMDB=off'],
    pass: ['go build ./...', 'go test ./...', 'go mod tidy', 'go version'],
  },
})
