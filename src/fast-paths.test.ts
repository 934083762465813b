import { describe, expect, it } from 'vitest'
import { bash, type Circumstances, CWD, check } from '../test/gate/gate-for-tests.ts'
import type { Decision } from './decision.ts'
import type { Entry } from './transcript/entries.ts'

const said = (...texts: string[]): Entry[] => texts.map((text) => ({ kind: 'user', text, trusted: true }))
/** Which fast path answered, or who else did. */
const by = ({ reason }: Decision) => (reason.type === 'fast-path' ? reason.name : reason.type)
const TRACKED: Circumstances['facts'] = {
  trackedPaths: { [`${CWD}/src/a.ts`]: 'tracked-clean', [`${CWD}/src/b.ts`]: 'tracked-clean' },
  repository: { branch: 'topic' } as never,
}
const write = (file_path: string, how: Circumstances = {}) => check('Write', { file_path, content: 'x' }, how)

describe('with a model to ask, words that may forbid are left to it', () => {
  // The scripted judge blocks: what it is asked about is denied.
  const MODEL = { verdict: 'block' } as const
  const OFF_LIMITS = said('Hands off the code for now, only tell me what you think of it.')

  it.each<[string, (how: Circumstances) => Promise<Decision>, string]>([
    ['an edit', (how) => write('src/a.ts', how), 'accept-edits'],
    ['a file command', (how) => bash('mkdir src/new', how), 'accept-edits'],
    ['known project work', (how) => bash('npm test', how), 'expected'],
  ])('%s', async (_, call, path) => {
    expect(by(await call(MODEL))).toBe(path)
    expect(by(await call({ ...MODEL, transcript: said('Please fix the tests.') }))).toBe(path)
    for (const words of ['Do not touch anything.', "Don't change any file", 'Only look, never edit.']) {
      const decision = await call({ ...MODEL, transcript: said(words) })
      expect(decision.outcome, words).not.toBe('allow')
    }
    const unread = await call({ ...MODEL, transcript: OFF_LIMITS })
    expect(unread.outcome).not.toBe('allow')
  })

  it('a look is left to it only where looking may be forbidden', async () => {
    const look = (text: string) => bash('git status', { ...MODEL, transcript: said(text) })
    expect(by(await look("Don't you dare change a thing in there"))).toBe('proven')
    expect(by(await look('Under no circumstances should you peek or look into the notes'))).toBe('verdict')
  })

  it('without a model, what cannot be read for certain forbids nothing', async () => {
    const transcript = said('Under no circumstances should you peek or look into the notes')
    expect(by(await bash('git status', { verdict: 'embedded', transcript }))).toBe('proven')
  })
})

describe('an edit that a person ruled out', () => {
  it.each(['Do not edit anything.', "Don't change any files.", "Don't touch src/a.ts"])('%s', async (words) => {
    for (const verdict of ['embedded', 'allow', 'block'] as const) {
      const decision = await write('src/a.ts', { verdict, transcript: said(words) })
      expect(decision.outcome, verdict).not.toBe('allow')
    }
    expect((await write('src/a.ts', { verdict: 'embedded', transcript: said(words), headless: true })).outcome).toBe(
      'deny',
    )
  })

  it('another file is edited', async () => {
    expect((await write('src/b.ts', { verdict: 'embedded', transcript: said("Don't touch src/a.ts") })).outcome).toBe(
      'allow',
    )
  })
})

describe('an ordinary edit', () => {
  // The judge blocks, so that only the fast path allows.
  it.each([
    ['Write', { file_path: 'src/a.ts', content: 'x' }, true],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, true],
    ['Write', { file_path: `${CWD}/src/new/deep.ts`, content: 'x' }, true],
    ['Write', { file_path: '/etc/hosts', content: 'x' }, false],
    ['Write', { file_path: '~/notes.txt', content: 'x' }, false],
    ['Write', { file_path: '../other/a.ts', content: 'x' }, false],
    ['Write', { file_path: 'package-lock.json', content: '{}' }, false],
    ['Write', { file_path: 'package.json', content: '{}' }, false],
    ['Write', { file_path: '.github/workflows/ci.yml', content: 'on: push' }, false],
    ['Write', { content: 'x' }, false],
  ] as const)('%s %j: %s', async (tool, input, passes) => {
    const decision = await check(tool, input, { verdict: 'block' })
    expect(by(decision) === 'accept-edits').toBe(passes)
    expect(decision.outcome === 'allow').toBe(passes)
  })
})

describe('a file command', () => {
  it.each([
    ['mkdir -p src/new', true],
    ['touch src/new.ts', true],
    ['cp src/a.ts src/c.ts', true],
    ['mv src/a.ts src/c.ts', true],
    ['sed -i s/a/b/ src/a.ts', true],
    ['rm src/a.ts', true],
    ['rmdir src/empty', false],
    ['rm src/unknown.ts', false],
    ['rm src/*.ts', false],
    ['rm "src/$F"', false],
    ['rm ../other/a.ts', false],
    ['cp /etc/hosts src/hosts', false],
    ['cp .env src/c.ts', false],
    ['cp src/a.ts /opt/c.ts', false],
    ['shred -u src/a.ts', false],
    ['install src/a.ts src/c.ts', false],
    ['ln -s src/a.ts src/c.ts', false],
    ['tee src/c.ts', false],
    ['touch src/c.ts && unknown-program', false],
    ['unknown-program; touch src/c.ts', false],
    ['touch src/c.ts; mkdir src/new', true],
    ['X=1 touch src/c.ts', false],
    ['touch src/c.ts > src/d.ts', true],
    ['mkdir $(unknown-program)', false],
    ['$X src/a.ts', false],
  ])('%s: %s', async (command, passes) => {
    const decision = await bash(command, { mode: 'acceptEdits', facts: TRACKED, verdict: 'block' })
    expect(by(decision) === 'accept-edits', JSON.stringify(decision.reason)).toBe(passes)
    expect(decision.outcome).toBe(passes ? 'allow' : 'ask')
  })
})

describe('a file command on what the session made', () => {
  const MADE: Circumstances = {
    mode: 'acceptEdits',
    verdict: 'block',
    facts: TRACKED,
    session: { created: new Set([`${CWD}/src/new`, `${CWD}/src/new/a.ts`]) },
  }

  it.each(['rmdir src/new', 'rm src/new/a.ts', 'rm -r src/new', 'mv src/new/a.ts src/new/b.ts'])(
    '%s',
    async (command) => {
      expect(by(await bash(command, MADE))).toBe('accept-edits')
    },
  )
})

describe('the safe list', () => {
  it.each([
    ['Read', { file_path: 'src/a.ts' }, true],
    ['Grep', { pattern: 'x', path: 'src' }, true],
    ['Glob', { pattern: '**/*.ts' }, true],
    ['Read', { file_path: '.env' }, false],
    ['Read', { file_path: '~/.ssh/id_rsa' }, false],
    ['Grep', { pattern: 'x', path: '~/.ssh' }, false],
  ] as const)('%s %j: %s', async (tool, input, safe) => {
    expect(by(await check(tool, input, { verdict: 'block' })) === 'safe-tool').toBe(safe)
  })
})

describe('grades', () => {
  const judged = (command: string, settings: Record<string, unknown>, how: Circumstances = {}) =>
    bash(command, { verdict: 'block', settings, ...how }).then(by)

  it.each([
    ['git status', {}, 'proven'],
    ['npm test', {}, 'expected'],
    ['git status', { judge: { kind: 'claude' } }, 'verdict'],
    ['npm test', { judge: { kind: 'claude' } }, 'verdict'],
    ['git status', { autoMode: { classifyAllShell: true } }, 'verdict'],
    ['npm test', { autoMode: { classifyAllShell: true } }, 'verdict'],
    // Prose that only a model can read keeps project work from being a matter of course, not a mere look.
    ['git status', { autoMode: { hard_deny: ['Never annoy the neighbours'] } }, 'proven'],
    ['npm test', { autoMode: { hard_deny: ['Never annoy the neighbours'] } }, 'verdict'],
    ['npm test', { autoMode: { soft_deny: ['Never annoy the neighbours'] } }, 'verdict'],
    ['npm test', { autoMode: { allow: ['Whatever pleases the neighbours'] } }, 'expected'],
    ['npm test', { autoMode: { environment: ['The neighbours are nice'] } }, 'expected'],
  ] as const)('%s with %j: %s', async (command, settings, path) => {
    expect(await judged(command, settings)).toBe(path)
  })

  it('the trace says why', async () => {
    const note = async (command: string, how: Circumstances = {}) =>
      (await bash(command, { verdict: 'block', ...how })).trace.at(-1)?.note
    expect(await note('git status')).toBe('changes, sends and runs nothing')
    expect(await note('npm test')).toContain('nothing of this place could be read')
    expect(await note('npm test', { facts: { live: true } })).toContain('free of findings')
  })

  it('no shell but a tool: classifyAllShell leaves it alone', async () => {
    const settings = { autoMode: { classifyAllShell: true } }
    expect(by(await write('src/a.ts', { verdict: 'block', settings }))).toBe('accept-edits')
  })
})

describe('PowerShell', () => {
  it.each([
    ['Get-Process', {}, 'powershell-without-flag'],
    ['Get-Process', { powershell: false }, 'powershell-without-flag'],
    ['Get-Process', { powershell: true }, 'proven'],
    ['Invoke-WebRequest https://a.test', { powershell: true }, 'verdict'],
    ['Get-Process', { powershell: true, classifyAllShell: true }, 'verdict'],
  ] as const)('%s with %j: by %s', async (command, autoMode, path) => {
    const decision = await check('PowerShell', { command }, { verdict: 'block', settings: { autoMode } })
    expect(by(decision)).toBe(path)
    expect(decision.outcome).toBe({ proven: 'allow', verdict: 'deny', 'powershell-without-flag': 'ask' }[path])
  })
})
