import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installedCommandFiles, removeCommand, writeCommands } from '../../install/command-files.ts'
import { diagnose } from '../../install/diagnose.ts'
import { findHookStatuses } from '../../install/hook-status.ts'
import { HostFileFault } from '../../install/host-file.ts'
import { applyInstall, hookCommand, launcherPath, planInstall, planLauncher } from '../../install/install.ts'
import { writeManualMode } from '../../install/manual-modes.ts'
import { removeInstall } from '../../install/remove.ts'
import { repairInstalls, repairState } from '../../install/repair.ts'
import { readPolicy } from '../../policy.ts'
import { CLAUDE_CODE_VARIABLES } from '../host-variables.ts'
import { examine } from './diagnose.ts'
import { CLAUDE_CODE_HOOKS } from './installed-hooks.ts'

const { ourHooks, withHooks } = CLAUDE_CODE_HOOKS

import { places } from './hook-places.ts'
import { CLAUDE_CODE_INSTALLER } from './installer.ts'

const THEIRS =
  '{\n    "model": "opus",\n    "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}\n'
const MODE = 0o640

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-states-'))
  file = join(home, '.claude/settings.json')
  mkdirSync(join(home, '.claude'))
  mkdirSync(join(home, 'project'))
  for (const name of ['hook.cjs', 'elsewhere.cjs']) writeFileSync(join(home, name), '')
  writeFileSync(file, THEIRS)
  chmodSync(file, MODE)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const at = () => ({
  home,
  project: join(home, 'project'),
  host: { configDir: join(home, '.claude'), program: '/usr/bin/claude', version: '2.1.325' },
})
const installer = () => ({
  ...CLAUDE_CODE_INSTALLER,
  places: (looked: ReturnType<typeof at>) => places(looked, join(home, 'managed-settings.json')),
  examine: (examined: Parameters<typeof examine>[0]) =>
    examine(examined, { managed: [], askHost: () => ({ kind: 'answered', said: '' }) }),
})
const launcher = (given: { node?: string; hook?: string } = {}) =>
  planLauncher(
    { node: process.execPath, hook: join(home, 'hook.cjs'), home, ...given },
    { signs: CLAUDE_CODE_VARIABLES, stranded: [CLAUDE_CODE_INSTALLER] },
  )
const init = (given = launcher(), place = file) => {
  const installed = applyInstall(
    planInstall({ installer: CLAUDE_CODE_INSTALLER, scope: 'user', file: place }, given),
    home,
    Date.now(),
  )
  writeCommands(CLAUDE_CODE_INSTALLER, { scope: 'user', file: place }, home)
  return installed
}
const uninstall = () => {
  const done = findHookStatuses(installer(), at()).map((one) => removeInstall(one, CLAUDE_CODE_INSTALLER.editor, home))
  for (const command of installedCommandFiles(installer() as typeof CLAUDE_CODE_INSTALLER, at()))
    removeCommand(command, home)
  return done
}
const why = () => join(home, '.claude/commands/irongate-why.md')
const doctor = () => {
  const { project, host } = at()
  const policy = readPolicy({ cwd: project, home })
  const hosts = [{ installer: installer() as typeof CLAUDE_CODE_INSTALLER, host }]
  return diagnose({
    home,
    project,
    policy,
    known: ['claude-code'],
    hosts,
    probe: () => ({ kind: 'expected', ms: 1, said: '' }),
  }).filter(({ level }) => level !== 'ok')
}
const fix = () => {
  const { project, host } = at()
  const kinds = new Set(doctor().flatMap(({ repair }) => repair ?? []))
  if (kinds.has('state')) repairState(home)
  const hosts = [{ installer: installer() as typeof CLAUDE_CODE_INSTALLER, host }]
  if (kinds.has('install'))
    repairInstalls(hosts, { home, project, launcher: launcher({ hook: join(home, 'elsewhere.cjs') }) })
}
const names = () =>
  doctor()
    .map(({ what }) => what)
    .join('\n')
const read = () => readFileSync(file, 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o7777
const gate = (...path: string[]) => join(home, '.irongate', ...path)
const drop = (path: string) => rmSync(path, { recursive: true })
const edited = (change: (text: string) => string) => writeFileSync(file, change(read()))

/** Everything of ours in the file is of a version that named no event. */
const olderEntries = () => edited((text) => text.replaceAll(/( hook claude-code) \w+(?="| \|\|)/g, '$1'))

/** Of a version whose entries were silent where the launcher is gone. */
const silentEntries = () => edited((text) => text.replaceAll(/ \|\| case \$\? in .*? esac"/g, '"'))

/** Of a version that looked for the launcher first, in words that a function can stand for. */
const lookingEntries = () =>
  edited((text) =>
    text.replaceAll(
      /"('.*?irongate') (hook claude-code \w+) \|\| case \$\? in 2\) exit 2 ;; 126 \| 127\) (.*?) ;; .*? esac"/g,
      '"[ -x $1 ] || { $3; }; $1 $2"',
    ),
  )

/** Said nothing where the launcher fell. */
const shortEntries = () =>
  edited((text) =>
    text.replaceAll(/in 2\) exit 2 ;; (126 \| 127\) .*? ;; \*\)) .*? ;; esac"/g, 'in $1 exit 2 ;; esac"'),
  )

interface State {
  readonly breaks: () => void
  /** What doctor says of it; undefined where nothing is wrong. */
  readonly doctor?: RegExp
  /** What uninstall leaves, where it is not the very file of before. */
  readonly leaves?: RegExp
}

const STATES: Readonly<Record<string, State>> = {
  'init once': { breaks: () => undefined },
  'init twice': { breaks: () => void init() },
  'our folder deleted': {
    breaks: () => drop(gate()),
    doctor: /list does not know it[\s\S]*bin\/irongate is gone/,
    leaves: /say done/,
  },
  'our folder deleted, and init again': {
    breaks: () => {
      drop(gate())
      init()
      writeManualMode(home, 'claude-code', 'mirror')
    },
    leaves: /say done/,
  },
  'our list deleted': { breaks: () => drop(gate('installs.json')), doctor: /our own list does not know it/ },
  'our list damaged': {
    breaks: () => writeFileSync(gate('installs.json'), '{'),
    doctor: /our own list does not know it/,
  },
  'our copy of the file deleted': { breaks: () => drop(gate('backups')), leaves: /say done/ },
  'state deleted': { breaks: () => drop(gate('state')), doctor: /state is gone/ },
  'launcher deleted': { breaks: () => drop(launcherPath(home)), doctor: /bin\/irongate is gone/ },
  'launcher not executable': { breaks: () => chmodSync(launcherPath(home), 0o600), doctor: /was changed/ },
  'the package removed': { breaks: () => drop(join(home, 'hook.cjs')), doctor: /the package moved or was removed/ },
  'Node moved': { breaks: () => void init(launcher({ node: '/nowhere/node' })), doctor: /Node is no longer at/ },
  'Node too old': { breaks: () => void init(launcher({ node: '/bin/echo' })), doctor: /or newer is needed/ },
  'edited by hand, beside ours': {
    breaks: () => edited((text) => text.replace('opus', 'haiku')),
    leaves: /haiku[\s\S]*say done/,
  },
  'an entry of ours cut out': {
    breaks: () => edited((text) => text.replace('"PreToolUse"', '"Retired"')),
    doctor: /lacks the hook for PreToolUse/,
    leaves: /say done/,
  },
  'an entry of ours loosened': {
    breaks: () => edited((text) => text.replaceAll('"onFailure": "block"', '"onFailure": "allow"')),
    doctor: /lets calls pass when the hook fails/,
  },
  'the file replaced by one without ours': { breaks: () => writeFileSync(file, THEIRS), doctor: /lacks the hook/ },
  'the file deleted': { breaks: () => drop(file), doctor: /is gone, and the hook with it/, leaves: /^$/ },
  'entries of an earlier version': { breaks: olderEntries, doctor: /entries of an earlier version/ },
  'entries that look for the launcher first': { breaks: lookingEntries, doctor: /entries of an earlier version/ },
  'entries that say nothing where it falls': { breaks: shortEntries, doctor: /entries of an earlier version/ },
  'entries that say nothing without the launcher': { breaks: silentEntries, doctor: /entries of an earlier version/ },
  'entries of another home': {
    breaks: () => edited((text) => text.replaceAll(gate(), '/home/before/.irongate')),
    doctor: /names a hook of another place/,
  },
  'the command deleted': { breaks: () => drop(join(why(), '..')), doctor: /irongate-why\.md is gone/ },
  'the command edited': {
    breaks: () => writeFileSync(why(), readFileSync(why(), 'utf8').replace('sentence or two', 'poem')),
    doctor: /irongate-why\.md was changed/,
  },
  'a file that nobody may write': { breaks: () => chmodSync(file, 0o440) },
}

describe.each(Object.entries(STATES))('%s', (_name, { breaks, doctor: says, leaves }) => {
  beforeEach(() => {
    init()
    writeManualMode(home, 'claude-code', 'mirror')
    breaks()
  })

  it(`doctor: ${says ?? 'nothing is wrong'}`, () =>
    says === undefined ? expect(names()).toBe('') : expect(names()).toMatch(says))

  it('doctor --fix mends it', () => {
    fix()
    expect(names()).toBe('')
    expect(ourHooks(read())).toHaveLength(7)
  })

  it('uninstall leaves nothing of ours, and bytes and mode as they were', () => {
    const mode = existsSync(file) ? modeOf(file) : undefined
    uninstall()
    const left = existsSync(file) ? read() : ''
    expect(ourHooks(left)).toEqual([])
    if (leaves === undefined) expect(left).toBe(THEIRS)
    else expect(left).toMatch(leaves)
    if (mode !== undefined) expect(modeOf(file)).toBe(mode)
    expect(findHookStatuses(installer(), at())).toEqual([])
    expect(existsSync(join(why(), '..'))).toBe(false)
  })

  it('uninstall after the repair, too', () => {
    fix()
    expect(existsSync(why())).toBe(true)
    uninstall()
    expect(existsSync(join(why(), '..'))).toBe(false)
    expect(ourHooks(existsSync(file) ? read() : '')).toEqual([])
    expect(names()).toMatch(/is not installed/)
  })
})

describe('the command', () => {
  it('of theirs by that name stays, byte for byte, and so does what lies beside ours', () => {
    mkdirSync(join(why(), '..'))
    writeFileSync(why(), 'Why is the sky blue?\n')
    init()
    writeManualMode(home, 'claude-code', 'mirror')
    expect(names()).toBe('')
    uninstall()
    expect(readFileSync(why(), 'utf8')).toBe('Why is the sky blue?\n')
    rmSync(why())
    writeFileSync(join(why(), '../tidy.md'), 'Tidy up.\n')
    init()
    uninstall()
    expect(readdirSync(join(why(), '..'))).toEqual(['tidy.md'])
  })

  it('that was edited leaves a copy', () => {
    init()
    writeFileSync(why(), `${readFileSync(why(), 'utf8')}Mine.\n`)
    uninstall()
    const [copy = ''] = readdirSync(gate('backups')).filter((name) => name.startsWith('command-'))
    expect(readFileSync(gate('backups', copy), 'utf8')).toMatch(/Mine\.\n$/)
    expect(modeOf(gate('backups', copy))).toBe(0o600)
  })

  it('is found and taken out where the entries were cut out by hand', () => {
    init()
    writeFileSync(file, THEIRS)
    rmSync(gate('installs.json'))
    uninstall()
    expect(existsSync(why())).toBe(false)
  })

  it.each([
    ['a pipe', () => void execFileSync('mkfifo', [why()])],
    ['a link to itself', () => symlinkSync(why(), why())],
    ['a folder', () => mkdirSync(why())],
  ])('%s in its place is left alone', (_name, make) => {
    mkdirSync(join(why(), '..'))
    make()
    init()
    writeManualMode(home, 'claude-code', 'mirror')
    expect(names()).toBe('')
    uninstall()
    expect(lstatSync(why())).toBeDefined()
  })
})

describe('links', () => {
  const real = () => join(home, 'dotfiles.json')
  const link = (target: string) => {
    rmSync(file, { force: true })
    symlinkSync(target, file)
  }

  it('a link is written through, and stays one', () => {
    writeFileSync(real(), THEIRS, { mode: 0o644 })
    link('../dotfiles.json')
    init()
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(ourHooks(readFileSync(real(), 'utf8'))).toHaveLength(7)
    expect(uninstall()).toEqual(['restored'])
    expect(readFileSync(real(), 'utf8')).toBe(THEIRS)
    expect(modeOf(real())).toBe(0o644)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })

  it('a link to what is not there yet', () => {
    link(real())
    init()
    expect(ourHooks(readFileSync(real(), 'utf8'))).toHaveLength(7)
    expect(uninstall()).toEqual(['removed'])
    expect(existsSync(real())).toBe(false)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })

  it('a link into a place that cannot be written: nothing is noted as installed', () => {
    link('/nowhere/at/all/settings.json')
    expect(() => init()).toThrow(HostFileFault)
    expect(findHookStatuses(installer(), at())).toEqual([])
    expect(names()).toMatch(/is not installed/)
  })
})

describe('what is no settings file', () => {
  const put = (make: () => void) => {
    rmSync(file, { force: true })
    make()
  }
  const writeNew = (size: number) => {
    writeFileSync(file, '')
    return size
  }

  it.each<[string, () => void, RegExp]>([
    ['a pipe', () => void execFileSync('mkfifo', [file]), /not a plain file/],
    ['a device', () => symlinkSync('/dev/zero', file), /not a plain file/],
    ['a terminal', () => symlinkSync('/dev/tty', file), /not a plain file|cannot be read/],
    ['a folder', () => mkdirSync(file), /not a plain file/],
    ['a huge file', () => truncateSync(file, writeNew(2 ** 33)), /larger than/],
    ['a link to itself', () => symlinkSync(file, file), /leads to itself/],
  ])('%s: each command says so, at once', (_name, make, says) => {
    init()
    put(make)
    const started = performance.now()
    expect(names()).toMatch(says)
    expect(() => init()).toThrow(says)
    expect(() => fix()).not.toThrow()
    expect(() => uninstall()).toThrow(says)
    expect(performance.now() - started).toBeLessThan(1000)
    // Put aside, as the message says, it is an ordinary state again.
    rmSync(file, { recursive: true, force: true })
    expect(names()).toMatch(/is gone, and the hook with it/)
    expect(uninstall()).toEqual(['absent'])
  })
})

describe('looking', () => {
  it('finds entries in every scope, and in projects that the host knows', () => {
    const other = join(home, 'other')
    const command = hookCommand('/somewhere/else/.irongate/bin/irongate', 'claude-code')
    const held = [
      join(home, 'project/.claude/settings.json'),
      join(other, '.claude/settings.local.json'),
      join(home, 'managed-settings.d/50-x.json'),
    ]
    for (const place of held) {
      mkdirSync(join(place, '..'), { recursive: true })
      writeFileSync(place, withHooks('', { command }))
    }
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ projects: { [other]: {}, relative: {} } }))
    const found = findHookStatuses(installer(), at())
    expect(found.map((one) => one.file).sort()).toEqual([...held].sort())
    expect(new Set(found.map(({ scope }) => scope))).toEqual(new Set(['project', 'managed']))
    uninstall()
    expect(findHookStatuses(installer(), at())).toEqual([])
  })

  it('the plugin command counts as ours, other hooks do not', () => {
    const foreign =
      '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "my-irongate-notes hook" }] }] } }'
    expect(CLAUDE_CODE_INSTALLER.editor.commandsIn(foreign)).toEqual([])
    const plugin = withHooks('', { command: '"/p/hooks/irongate" hook claude-code' })
    expect(CLAUDE_CODE_INSTALLER.editor.commandsIn(plugin)).toHaveLength(7)
  })
})
