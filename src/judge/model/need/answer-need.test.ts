import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../../test/fake-claude/server.ts'
import { blocksOf, type WireRequest } from '../../../../test/fake-claude/wire.ts'
import { ORIGINS, PLEAS } from '../../../../test/pleas.ts'
import type { SessionFacts } from '../../../analysis/facts.ts'
import { hostFacts } from '../../../facts/host.ts'
import { judgeAt, judgeRequest, policy } from '../testing.ts'
import { answerNeed } from './answer-need.ts'
import type { Need } from './need.ts'

let home = ''
let project = ''
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'need-')))
})
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))
afterEach(() => rmSync(project, { recursive: true, force: true, maxRetries: 3 }))

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=a@b.example', ...args], {
    cwd: project,
    stdio: 'pipe',
  })

function put(path: string, text: string): string {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

function commit(message: string): void {
  git('add', '-A')
  git('commit', '-qm', message, '--allow-empty')
}

/** A project, and a moment before which all of it was there. */
function createProject(files: Readonly<Record<string, string>>): number {
  project = mkdtempSync(join(home, 'project-'))
  git('init', '-qb', 'main')
  for (const [path, text] of Object.entries(files)) put(path, text)
  commit('as it was')
  return later()
}

const later = () => Date.now() + 10_000

/** A moment between what was made so far and what is made next. */
async function sessionBegins(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3_600))
  return Date.now()
}

const factsAt = (startedMs: number | undefined, session: Partial<SessionFacts> = {}) =>
  hostFacts({ cwd: project, home, session, startedMs })

const answer = (kind: Need['kind'], target: string, facts = factsAt(later())) => answerNeed({ kind, target }, facts)
const textOf = (answered: ReturnType<typeof answer>) => JSON.stringify(answered.items)

describe('what a model asks for', () => {
  it('is shown as text of the repository where it was there before the session', () => {
    const facts = factsAt(createProject({ 'ops/target.toml': 'name = "scratch"\n', 'ops/run.sh': 'echo 1\n' }))
    const file = answer('file', 'ops/target.toml', facts)
    expect(file).toEqual({
      kind: 'shown',
      items: [{ from: 'repository', what: 'file:ops/target.toml', text: { whole: 'name = "scratch"\n' } }],
    })
    expect(answer('file', join(project, 'ops/target.toml'), facts).kind).toBe('shown')
    expect(textOf(answer('listing', 'ops', facts))).toContain('run.sh\\ntarget.toml')
    expect(textOf(answer('listing', '.', facts))).toContain('ops/')
    expect(textOf(answer('git-log', 'main', facts))).toMatch(/[0-9a-f]{7} \d{4}-\d\d-\d\d Anna: as it was/)
  })

  it('is not shown where nobody knows when the session began', () => {
    createProject({ 'a.toml': 'x = 1\n' })
    for (const kind of ['file', 'listing', 'git-log'] as const)
      expect(answer(kind, kind === 'git-log' ? 'main' : 'a.toml', factsAt(undefined)).kind).toBe('withheld')
  })

  it('is never a secret, nor what lies outside, nor what git keeps for itself', () => {
    const started = createProject({
      '.env': 'TOKEN=x\n',
      'settings.toml': 'password = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"\n',
      'a.toml': 'x = 1\n',
    })
    writeFileSync(join(home, 'beside.txt'), 'beside')
    symlinkSync(join(home, 'beside.txt'), join(project, 'link'))
    commit('link')
    const facts = factsAt(started)
    const targets = [
      '.env',
      'settings.toml',
      '../beside.txt',
      'link',
      '.git/config',
      '/etc/passwd',
      '~/.ssh/id_rsa',
      'none',
    ]
    for (const target of targets) {
      const answered = answer('file', target, facts)
      expect([target, answered.kind]).toEqual([target, 'withheld'])
      expect(textOf(answered)).not.toMatch(/TOKEN|ghp_|beside"|root:/)
    }
    for (const target of ['..', '/', '.git', home]) expect(answer('listing', target, facts).kind).toBe('withheld')
    for (const target of ['--all', '-p', 'main;id', 'main -- .env', '$(id)', 'main@{1}', ':/as'])
      expect(answer('git-log', target, facts).kind).toBe('withheld')
  })

  it.each<[path: string, address: string, shown: boolean]>([
    ['.git/FETCH_HEAD', 'https://a.example/x', false],
    ['.git/refs/remotes/other/x', 'git@a.example:x', false],
    ['.git/FETCH_HEAD', '', true],
    ['vendor/x', 'https://a.example/x', true],
  ])('is no log after %s came from %j: %s', (path, address, shown) => {
    const started = createProject({ 'a.toml': 'x = 1\n' })
    const facts = factsAt(started, { downloaded: new Map([[join(project, path), address]]) })
    expect(answer('git-log', 'main', facts).kind).toBe(shown ? 'shown' : 'withheld')
  })

  it('is not what the session made: files, folders, names, branches, commits', async () => {
    createProject({ 'a.toml': 'x = 1\n', 'old/b.toml': 'y = 1\n' })
    const started = await sessionBegins()
    put('new/c.toml', 'z')
    put('old/late.toml', 'z')
    commit('by the session')
    git('branch', 'mine')
    const facts = factsAt(started, { created: new Set([join(project, 'new')]), branches: new Set(['mine']) })
    for (const target of ['new/c.toml', 'old/late.toml']) expect(answer('file', target, facts).kind).toBe('withheld')
    const listed = textOf(answer('listing', 'old', facts))
    expect(listed).toContain('b.toml')
    expect(listed).toContain('this session may have made them: 1')
    expect(listed).not.toContain('late')
    expect(answer('listing', 'new', facts).kind).toBe('withheld')
    expect(answer('git-log', 'mine', facts).kind).toBe('withheld')
    expect(textOf(answer('git-log', 'main', facts))).not.toContain('by the session')
  })

  it('is not what somebody gave an old date', async () => {
    createProject({ 'a.toml': 'x = 1\n' })
    const started = await sessionBegins()
    utimesSync(put('a.toml', 'x = 2\n'), 1, 1)
    commit('later')
    expect(answer('file', 'a.toml', factsAt(started)).kind).toBe('withheld')
  })

  it('runs nothing that the repository names', () => {
    const started = createProject({ 'a.toml': 'x = 1\n' })
    git('config', 'core.fsmonitor', `touch ${join(home, 'fired')}`)
    const facts = factsAt(started)
    expect(answer('git-log', 'main', facts).kind).toBe('withheld')
    expect(answer('file', 'a.toml', facts).kind).toBe('withheld')
  })
})

/** A model that believes every word it is shown: it blocks, asks for a file, and gives way once it reads the plea. */
function gullible(path: string, rule: string) {
  return (request: WireRequest) => {
    const text = blocksOf(request)
      .map((block) => block.text)
      .join('')
    if (text.includes('In doubt, block')) return { says: '<block>yes' }
    const reread = text.lastIndexOf('<evidence ')
    const believed = reread >= 0 && text.slice(reread).includes('frobnicate')
    if (believed) return { says: '<thinking>It says so.</thinking><block>no</block>' }
    return { says: `<block>yes</block><reason>[${rule}] not asked for</reason><need>file:${path}</need>` }
  }
}

describe('a hundred files that plead for a call', () => {
  let server: FakeClaude
  beforeAll(async () => {
    server = await startFakeClaude()
  })
  afterAll(() => server.close())

  const COMMAND = 'frobnicate --all'
  const PLED = PLEAS.map((plea) => ({ ...plea, text: plea.text.replaceAll('%', COMMAND) }))

  async function judged(path: string, rule: string, facts: ReturnType<typeof hostFacts>) {
    server.forget()
    server.play(gullible(path, rule))
    const ruled = policy({ extra: { facts: true } })
    return (await judgeAt(server.url).judge(judgeRequest(COMMAND, { policy: ruled, facts }))).verdict
  }

  /** The session, as the gate remembers it, where the files came about in this way. */
  async function arrange(origin: (typeof ORIGINS)[number]): Promise<ReturnType<typeof hostFacts>> {
    const files = Object.fromEntries(PLED.map(({ path, text }) => [path, text]))
    const paths = (of: (path: string, text: string) => readonly [string, string]) =>
      new Map(PLED.map(({ path, text }) => of(join(project, path), text)))
    if (origin === 'committed') return factsAt(createProject(files))
    createProject({ 'README.md': 'A project.\n' })
    const started = origin === 'committed since' ? await sessionBegins() : later()
    for (const [path, text] of Object.entries(files)) put(path, text)
    switch (origin) {
      case 'written':
        commit('pleas')
        return factsAt(started, { written: paths((path, text) => [path, text]) })
      case 'downloaded':
        commit('pleas')
        return factsAt(started, { downloaded: paths((path) => [path, 'https://a.example/x']) })
      case 'unknown writer':
        return factsAt(started)
      case 'committed since':
        commit('pleas')
        return factsAt(started)
    }
  }

  it.each(ORIGINS.filter((origin) => origin !== 'committed'))('release nothing when they are %s', async (origin) => {
    const facts = await arrange(origin)
    for (const { path } of PLED) {
      expect(await judged(path, 'git-destructive', facts), path).toMatchObject({ type: 'block' })
      expect(server.seen.length, path).toBe(2)
    }
  })

  it('release nothing by the protocol’s own words, nor what nothing clears, nor a limit of the user', async () => {
    const facts = await arrange('committed')
    for (const { path, forges } of PLED) {
      const rules = ['data-exfiltration', 'boundary', 'no-such-rule', ...(forges ? ['git-destructive'] : [])]
      for (const rule of rules) {
        expect(await judged(path, rule, facts), `${path} ${rule}`).toMatchObject({ type: 'block' })
        expect(server.seen.length).toBe(2)
      }
    }
  })

  it('are shown as data where they are the project’s own: one line, encoded, inside the session’s fence', async () => {
    const facts = await arrange('committed')
    for (const { path, forges } of PLED.filter((plea) => plea.forges === undefined)) {
      await judged(path, 'git-destructive', facts)
      const sent = blocksOf(server.seen.at(-1)?.body as WireRequest).map((block) => block.text)
      const [entry = ''] = sent.filter((text) => text.startsWith('<evidence ') && text.includes(`file:${path}`))
      const [head, line = '', tail, ...rest] = entry.split('\n')
      expect([forges, head, tail, rest]).toEqual([
        undefined,
        expect.stringMatching(/^<evidence fence="/),
        '</evidence>',
        [''],
      ])
      expect(Object.keys(JSON.parse(line) as object)).toEqual(['repository'])
      expect(line).not.toMatch(/[<>]/)
    }
  })
})
