import { readWrittenSources } from '../../code/written-sources.ts'
import { from } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import {
  type BuildCall,
  type BuildTool,
  optionValues,
  perform,
  publishes,
  separated,
  stateWrite,
  type ToolDeed,
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

/** A build script runs whenever its package is built. */
const compile = (call: BuildCall): Standing => weakest(build(call), written(call, /(?:^|\/)build\.rs$/))

const test = (call: BuildCall): Standing =>
  weakest(build(call), written(call, /(?:^|\/)(?:tests|benches)\/[^/]+\.rs$|(?:^|\/)build\.rs$/))

/** It shows what it would do unless told to do it. */
const releases: ToolDeed = (call) =>
  call.args.some(({ known, dynamic }) => dynamic || /^(?:--execute|-x)$/.test(known))
    ? perform(publishes('crates.io'), call)
    : 'expected'

/** `cargo run --bin x` runs one program of several. */
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

function install(call: BuildCall): Standing {
  const options = separated(call.args)
  const has = (name: string) => options.some((word) => word.known === name || word.known.startsWith(`${name}=`))
  const given = (name: string) => {
    const at = options.findIndex((word) => word.known === name || word.known.startsWith(`${name}=`))
    if (at < 0) return undefined
    return options[at]?.known.includes('=') ? options[at].known.slice(name.length + 1) : options[at + 1]?.known
  }
  const packages = options.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)
  const origin = has('--path')
    ? 'local'
    : has('--git')
      ? 'git'
      : has('--index') || has('--registry')
        ? 'other-registry'
        : packages.length === 0
          ? 'declared'
          : 'registry'
  call.scribe.effect({
    kind: 'install',
    manager: 'cargo',
    packages,
    origin,
    scope: call.verb === 'add' ? 'project' : 'user',
    ...from(given('--git') ?? given('--index') ?? given('--registry')),
    by: `cargo ${call.verb}`,
  })
  const usual =
    origin === 'local' ||
    origin === 'declared' ||
    (origin === 'registry' && (call.verb === 'add' || packages.every((name) => DEV_TOOLS.test(name))))
  return usual ? 'expected' : 'plain'
}

function owner(call: BuildCall): Standing {
  const to = optionValues(call.args, ['--add', '-a'])[0]
  const [removed] = optionValues(call.args, ['--remove', '-r'])
  if (removed)
    call.scribe.effect({
      kind: 'external-write',
      service: 'crates.io',
      nature: 'account',
      target: removed.known,
      by: 'cargo owner',
    })
  if (!to) return call.args.some((word) => /^(?:--list|-l)$/.test(word.known)) ? 'proven' : 'plain'
  call.scribe.effect({
    kind: 'grant',
    what: 'crate owner',
    to: to.text ?? to.known,
    reach: 'remote',
    by: 'cargo owner',
  })
  return 'plain'
}

export const CARGO: BuildTool = {
  names: ['cargo'],
  values: ['--color', '--config', '-Z', '-C', '--manifest-path', '--target', '-p', '--package'],
  otherwise: 'unknown',
  verbs: {
    build: compile,
    b: compile,
    test,
    t: test,
    run,
    r: run,
    check: compile,
    c: compile,
    bench: test,
    clippy: compile,
    doc: build,
    d: build,
    fmt: 'expected',
    fix: 'expected',
    clean: 'expected',
    rustc: build,
    rustdoc: build,
    nextest: test,
    llvm: 'expected',
    'llvm-cov': 'expected',
    tarpaulin: 'expected',
    miri: build,
    expand: 'expected',
    machete: 'expected',
    udeps: 'expected',
    deny: 'expected',
    audit: 'expected',
    outdated: 'expected',
    hack: build,
    watch: 'expected',
    insta: 'expected',
    tauri: build,
    tree: 'proven',
    metadata: 'proven',
    search: 'proven',
    info: 'proven',
    pkgid: 'proven',
    version: 'proven',
    'locate-project': 'proven',
    'verify-project': 'proven',
    'read-manifest': 'proven',
    update: 'expected',
    fetch: 'expected',
    vendor: 'expected',
    'generate-lockfile': 'expected',
    new: 'expected',
    init: 'expected',
    remove: 'expected',
    rm: 'expected',
    package: 'expected',
    add: install,
    install,
    binstall: install,
    uninstall: 'plain',
    publish: publishes('crates.io'),
    'ws publish': publishes('crates.io'),
    'workspaces publish': publishes('crates.io'),
    yank: publishes('crates.io', true),
    owner,
    login: 'plain',
    logout: 'plain',
    release: releases,
  },
}
