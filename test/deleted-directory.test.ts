import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateCommandName } from '../src/analysis/gate/gate-commands.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { shareOf } from './runs.ts'
import { putPackage } from './shipped.ts'

/** What a command says in a folder that was deleted: the very thing it is for, or that it needs a folder. */
const NEEDS_FOLDER = /the folder you are in was deleted; go to another one, or name one with --cwd/
const NEEDS_PERSON = /Run this in your own terminal/

const ROWS: Readonly<Record<GateCommandName, readonly (readonly [words: string, says: RegExp])[]>> = {
  check: [
    ['check Bash ls', NEEDS_FOLDER],
    ['check --cwd / Bash ls', /^allow/],
  ],
  explain: [
    ['explain Bash ls', NEEDS_FOLDER],
    ['explain --cwd / Bash ls', /allow/],
  ],
  prompt: [['prompt Bash ls', NEEDS_FOLDER]],
  judge: [['judge --help', /^Usage/]],
  analyze: [['analyze ls', NEEDS_FOLDER]],
  categories: [['categories', /data-exfiltration/]],
  programs: [['programs git', /^git:/]],
  rule: [['rule list', NEEDS_FOLDER]],
  settings: [['settings', NEEDS_FOLDER]],
  policy: [
    ['policy defaults', /hard_deny/],
    ['policy config', NEEDS_FOLDER],
  ],
  trust: [['trust --json', NEEDS_FOLDER]],
  hook: [['hook generic', /"decision":"deny"/]],
  init: [['init --dry-run', /was not found/]],
  uninstall: [['uninstall', NEEDS_PERSON]],
  doctor: [['doctor', /the hook is not installed|was not found/]],
  status: [['status', /^irongate \d/]],
  statusline: [['statusline', /^irongate: /]],
  log: [['log', /No record matches/]],
  why: [['why 3f9a01c2', /there is no record/]],
  stats: [['stats', /0 calls/]],
  audit: [['audit verify', /intact/]],
  replay: [['replay 7d', /No decision changes/]],
  dumps: [['dumps', /Nothing is kept/]],
  denied: [['denied', /Nothing was denied/]],
  approve: [['approve 3f9a01c2', NEEDS_PERSON]],
  limits: [['limits', /No limits in force/]],
  pending: [['pending', /No call waits/]],
  answer: [['answer 3f9a01c2 yes', NEEDS_PERSON]],
  allow: [['allow 3f9a01c2 --json', /there is no denial/]],
  off: [['off', NEEDS_PERSON]],
  on: [['on', /was on/]],
  shadow: [['shadow off', /shadow/]],
  daemon: [['daemon', /--socket and --home are needed/]],
  mcp: [['mcp', NEEDS_FOLDER]],
  gateway: [['gateway --help', /^Usage/]],
  serve: [['serve --help', /^Usage/]],
  pair: [['pair', NEEDS_PERSON]],
  people: [['people list', /Nobody/]],
  machines: [['machines list', /No machine/]],
  forward: [['forward', /not enrolled/]],
  completion: [['completion bash', /^# Completions/]],
  demo: [['demo --no-pause', /made offline/]],
}

const ALL = Object.values(ROWS).flat()
/** Each row starts a process: `npm test` takes those that need the folder, and some of the others. */
const TRIED = [
  ...ALL.filter(([, says]) => says === NEEDS_FOLDER),
  ...shareOf(
    ALL.filter(([, says]) => says !== NEEDS_FOLDER),
    randomInt(ALL.length),
    8,
  ),
]

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-gone-'))
  await putPackage(folder)
  mkdirSync(join(folder, 'home'))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In a process of its own: only there can the folder go from below it. */
function inDeletedFolder(words: string): string {
  const gone = mkdtempSync(join(folder, 'gone-'))
  const command = [process.execPath, join(folder, 'bin/irongate.js'), ...words.split(' ')]
  const { stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'cd "$1" && rmdir "$1" && shift && exec "$@"', 'sh', gone, ...command],
    { env: { HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' }, input: '', encoding: 'utf8', timeout: 30_000 },
  )
  return `${stdout}${stderr}`
}

describe('in a folder that was deleted', () => {
  it('every command has a row', () => expect(Object.keys(ROWS).sort()).toEqual([...COMMANDS.keys()].sort()))

  it.each(TRIED)('irongate %s', (words, says) => {
    const said = inDeletedFolder(words)
    expect(said).toMatch(says)
    expect(said).not.toMatch(/ENOENT|uv_cwd|getcwd|internal error/)
  })
})
