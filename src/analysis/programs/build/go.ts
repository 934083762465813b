import { join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { Word } from '../../words.ts'
import type { Spec } from '../form/form.ts'
import { shown } from '../form/words.ts'
import { stateInstall } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { type BuildCall, building, optionValues, pathsAmong, plainNames, separated, stateWrite } from './tool.ts'

const OUTPUTS = '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir'.split(' ')

/** Building and testing: `-exec`, `-toolexec` and `-vettool` run another program. */
function build(call: BuildCall): Standing {
  const args = call.args.map(singleDash)
  const runs = optionValues(args, ['-exec', '-toolexec', '-vettool']).map((word) =>
    runsInstead(word, `go ${call.verb}`, call.scribe),
  )
  const writes = optionValues(args, OUTPUTS).map((word) => stateWrite(word, call))
  return weakest('expected', ...runs, ...writes)
}

function singleDash(word: Word): Word {
  if (!word.known.startsWith('--') || word.known === '--') return word
  const known = word.known.slice(1)
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

function run(call: BuildCall): Standing {
  const standing = build(call)
  const target = separated(call.args).find((word) => !word.known.startsWith('-'))
  if (!target) return standing
  if (/^[\w.-]+\.[a-z]+\/\S+@\S+$/.test(target.known)) return weakest(standing, remotePackage(target, call))
  if (target.text === undefined) return 'unknown'
  const { stdin } = call.command
  if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(target.text))
    return stdin.kind === 'value' ? weakest('plain', call.scribe.runsCode('other', stdin.value, 'go run')) : 'unknown'
  if (!target.text.endsWith('.go')) return weakest(standing, written(call, [target], /\.go$/))
  const path = call.scribe.path(target)
  const own = call.scribe.facts.session.written.has(path.real ?? '') || path.zone !== 'project'
  return own ? weakest(standing, call.scribe.runsFile(path, 'other', 'go run')) : standing
}

function written(call: BuildCall, targets: readonly Word[], files: RegExp): Standing {
  return readWrittenSources({ under: pathsAmong(targets, call.scribe), files }, call.scribe)
}

const test = (call: BuildCall): Standing => weakest(build(call), written(call, separated(call.args), /_test\.go$/))

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

function install(call: BuildCall): Standing {
  const { command, args, verb, scribe } = call
  const by = `go ${verb}`
  const unchecked = command.assignments.find(({ name, value }) => UNCHECKED.get(name)?.test(value.known))
  if (unchecked) scribe.effect({ kind: 'weaken', area: 'signing', feature: unchecked.name, by })
  const names = plainNames(args)
  if (names.every((name) => /^\.{1,2}(?:\/|$)/.test(name))) return build(call)
  const origin = names.some((name) => originOfModule(name) === 'git') ? 'git' : 'registry'
  stateInstall('go', names, origin, verb === 'get' ? 'project' : 'user', scribe, { by })
  return names.every((name) => WELL_KNOWN.test(name)) ? 'expected' : 'plain'
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
    ['build|vet|list', build],
    ['test', test],
    ['run', run],
    ['fmt/-n', 'shows'],
    ['fmt', 'read'],
    ['mod/graph|why|verify doc|version', 'shows'],
    ['fix|generate|clean|mod|work|tool', 'read'],
    ['install|get', install],
    ['env', env],
    ['bug|telemetry', 'local'],
    ['**', 'unread'],
  ],
  examples: {
    match: ['go test -exec ./wrap ./...', 'go install example.org/x@latest', 'go env -w GOSUMDB=off'],
    pass: ['go build ./...', 'go test ./...', 'go mod tidy', 'go version'],
  },
})
