import type { Word } from '../../words.ts'
import { worst } from '../git/standing.ts'
import type { Standing } from '../program.ts'
import { optionValues, separated, stateWrite, type Tool, type ToolCall } from './tool.ts'

const OUTPUTS = [
  '-o',
  '-coverprofile',
  '-cpuprofile',
  '-memprofile',
  '-blockprofile',
  '-mutexprofile',
  '-trace',
  '-outputdir',
]

/** Building and testing: `-exec`, `-toolexec` and `-vettool` run another program. */
function build(call: ToolCall): Standing {
  const args = call.args.map(singleDash)
  const runs = optionValues(args, ['-exec', '-toolexec', '-vettool']).map((word) =>
    call.scribe.runsShell(word, `go ${call.verb}`),
  )
  const writes = optionValues(args, OUTPUTS).map((word) => stateWrite(word, call))
  return worst('expected', ...runs, ...writes)
}

/** go reads `--flag` as `-flag`. */
function singleDash(word: Word): Word {
  if (!word.known.startsWith('--') || word.known === '--') return word
  const known = word.known.slice(1)
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

function run(call: ToolCall): Standing {
  const standing = build(call)
  const target = separated(call.args).find((word) => !word.known.startsWith('-'))
  if (!target) return standing
  if (/^[\w.-]+\.[a-z]+\/\S+@\S+$/.test(target.known)) return worst(standing, remotePackage(target, call))
  if (target.text === undefined) return 'unknown'
  if (!target.text.endsWith('.go')) return standing
  const path = call.scribe.path(target)
  const own = call.scribe.facts.session.written.has(path.real ?? '') || path.zone !== 'project'
  return own ? worst(standing, call.scribe.runsFile(path, 'other', 'go run')) : standing
}

function remotePackage(target: Word, call: ToolCall): Standing {
  const text = target.text ?? target.known
  call.scribe.effect({
    kind: 'install',
    manager: 'go',
    packages: [text],
    origin: 'registry',
    scope: 'user',
    by: 'go run',
  })
  return WELL_KNOWN.test(text) ? 'expected' : 'plain'
}

/** Modules of the Go project itself and linters everyone uses. */
const WELL_KNOWN =
  /^(?:golang\.org\/x\/|google\.golang\.org\/|honnef\.co\/go\/tools|mvdan\.cc\/|github\.com\/(?:golangci\/golangci-lint|golang\/|google\/|onsi\/ginkgo|vektra\/mockery|sqlc-dev\/sqlc|bufbuild\/buf|air-verse\/air|go-task\/task|goreleaser\/goreleaser|securego\/gosec|daixiang0\/gci|gotestyourself\/|a-h\/templ|swaggo\/swag|segmentio\/golines))/

function install(call: ToolCall): Standing {
  const packages = call.args.filter((word) => !word.known.startsWith('-'))
  const local = packages.every((word) => /^\.{1,2}(?:\/|$)/.test(word.known))
  if (local) return build(call)
  const names = packages.map((word) => word.text ?? word.known)
  call.scribe.effect({
    kind: 'install',
    manager: 'go',
    packages: names,
    origin: 'registry',
    scope: call.verb === 'get' ? 'project' : 'user',
    by: `go ${call.verb}`,
  })
  return names.every((name) => WELL_KNOWN.test(name)) ? 'expected' : 'plain'
}

function env(call: ToolCall): Standing {
  const writes = call.args.some((word) => /^--?[wu]$/.test(word.known))
  if (!writes) return 'proven'
  const weak = call.args.find((word) =>
    /^(?:GOFLAGS=.*-insecure|GONOSUMCHECK=|GONOSUMDB=|GOINSECURE=|GOSUMDB=off|GOPROXY=http:)/.test(word.known),
  )
  if (weak)
    call.scribe.effect({ kind: 'weaken', area: 'signing', feature: weak.known, certainty: 'likely', by: 'go env -w' })
  return 'plain'
}

function format(call: ToolCall): Standing {
  return call.args.some((word) => word.known === '-n') ? 'proven' : 'expected'
}

export const GO: Tool = {
  names: ['go'],
  values: ['-C'],
  otherwise: 'unknown',
  verbs: {
    build,
    test: build,
    vet: build,
    run,
    fmt: format,
    fix: 'expected',
    generate: 'expected',
    install,
    get: install,
    clean: 'expected',
    list: build,
    doc: 'proven',
    env,
    version: 'proven',
    mod: 'expected',
    'mod graph': 'proven',
    'mod why': 'proven',
    'mod verify': 'proven',
    work: 'expected',
    tool: 'expected',
    bug: 'plain',
    telemetry: 'plain',
  },
}
