import { readWrittenSources } from '../../code/written-sources.ts'
import type { Spec } from '../form/form.ts'
import { from, stateInstall } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import {
  type BuildCall,
  type BuildReader,
  building,
  changesOwners,
  optionValues,
  plainNames,
  publishes,
  pushesVersion,
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
