import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { decodedText } from '../text/encoded-text.ts'
import { recordToolCall } from './tool-call.ts'

function effectsOf(name: string, input: Record<string, unknown>): string[] {
  const notes = createToolRecorder(name, fixedFacts())
  recordToolCall(name, input, notes.recorder)
  return notes
    .reading()
    .effects.filter(({ certainty }) => certainty !== 'possible')
    .map((effect) => ('path' in effect ? `${effect.kind} ${effect.path.real}` : effect.kind))
}

const KEYS = '/home/dev/.ssh/id_ed25519'

describe('what a foreign tool is handed', () => {
  it.each([
    ['exec', { args: 'rm -rf /home/dev/letters' }, 'delete-path /home/dev/letters'],
    ['exec', { args: ['rm', '-rf', '/home/dev/letters'] }, 'delete-path /home/dev/letters'],
    [
      'mcp__job__start',
      { executable: 'dash', args: ['-c', 'rm -r /home/dev/letters'] },
      'delete-path /home/dev/letters',
    ],
    ['mcp__job__start', { name: 'rm', parameters: ['-r', '/home/dev/letters'] }, 'delete-path /home/dev/letters'],
    ['mcp__pad__put', { destination: '/home/dev/.profile', text: 'x' }, 'write-path /home/dev/.profile'],
    ['mcp__pad__append_lines', { target: '/home/dev/.zshrc', content: 'x' }, 'write-path /home/dev/.zshrc'],
    ['Terminal', { input: 'rm -rf /home/dev/letters' }, 'delete-path /home/dev/letters'],
    ['mcp__box__do', { cli_command: 'rm -rf /home/dev/letters' }, 'delete-path /home/dev/letters'],
    ['mcp__fs__read_multiple_files', { paths: ['/home/dev/project/a', KEYS] }, `read-path ${KEYS}`],
    ['mcp__fs__batch', { ops: [{ type: 'delete', path: '/home/dev/letters' }] }, 'delete-path /home/dev/letters'],
    ['mcp__fs__batch', { a: { b: [{ op: 'remove', path: '/home/dev/letters' }] } }, 'delete-path /home/dev/letters'],
    ['mcp__fs__move_file', { source: '/home/dev/letters', destination: '/tmp/l' }, 'delete-path /home/dev/letters'],
    ['mcp__cloud__call', { operation: 'terminate_instances' }, 'external-write'],
    ['mcp__docker__run', { image: 'alpine', privileged: true }, 'weaken'],
    ['mcp__docker__run', { image: 'alpine', volumes: ['/:/host'] }, 'weaken'],
  ])('%s %j → %s', (name, input, expected) => {
    expect(effectsOf(name, input)).toContain(expected)
  })

  it.each([
    ['Terminal', { input: 'please remove the old letters' }],
    ['mcp__notes__search', { input: 'rm -rf /home/dev/letters' }],
    ['mcp__cloud__call', { operation: 'describe_instances' }],
    ['mcp__ui__show', { items: [{ type: 'button', path: '/home' }] }],
  ])('%s %j changes nothing', (name, input) => {
    expect(effectsOf(name, input).filter((effect) => /^(?:delete|write|external)/.test(effect))).toEqual([])
  })
})

describe('secrets that a foreign tool hands over', () => {
  it.each([
    ['mcp__rail__list_variables', { project: 'x', reveal: true }],
    ['mcp__rail__status', { service: 'x', options: { showSecrets: true } }],
    ['mcp__app__get_values', { app: 'x', masked: false }],
    ['mcp__app__get_parameter', { Name: 'x', WithDecryption: 'true' }],
    ['mcp__kv__get', { key: 'secrets/prod/mail' }],
    ['mcp__kv__read', { prefix: 'secret/', recurse: true }],
    ['mcp__cluster__get_resource', { kind: 'Secret', name: 'db' }],
  ])('%s %j', (name, input) => {
    expect(effectsOf(name, input)).toContain('expose-secret')
  })

  it.each([
    ['mcp__rail__list_variables', { project: 'x', reveal: false }],
    ['mcp__rail__list_variables', { project: 'x', masked: true }],
    ['mcp__ui__open', { panel: 'left', reveal: true }],
    ['mcp__kv__get', { key: 'features/checkout' }],
    ['mcp__kv__list', { prefix: 'secret/' }],
    ['mcp__i18n__get', { text: 'auth.password.label' }],
    ['mcp__cluster__list_resources', { kind: 'Secret' }],
    ['mcp__fs__read_file', { path: '/home/dev/project/internal/secrets/store.go' }],
  ])('not %s %j', (name, input) => {
    expect(effectsOf(name, input)).not.toContain('expose-secret')
  })
})

describe('text in code', () => {
  it.each([
    [Buffer.from('the quick brown fox jumps 7 times').toString('base64url'), true],
    [Buffer.from('the quick brown fox jumps').toString('hex'), true],
    ['d41d8cd98f00b204e9800998ecf8427e', false],
    ['a-very-long-preview-name-of-a-branch', false],
    ['wvq3k7x2m5n8p1r4t6y9z0b2c4d6f8gh', false],
    ['short', false],
  ])('%s: %s', (word, hidden) => {
    expect(decodedText(word) !== undefined).toBe(hidden)
  })
})

describe('a value that decides', () => {
  const nature = (name: string, input: Record<string, unknown>) => {
    const notes = createToolRecorder(name, fixedFacts())
    recordToolCall(name, input, notes.recorder)
    return notes
      .reading()
      .effects.flatMap((effect) =>
        effect.kind === 'external-write' && effect.certainty !== 'possible' ? [effect.nature] : [],
      )
  }

  it.each([
    ['mcp__forge__submit_review', { number: 3, event: 'APPROVE' }, ['approval']],
    ['mcp__forge__review', { pr: 3, decision: 'approved' }, ['approval']],
    ['mcp__forge__review', { review: { verdict: 'approved' } }, ['approval']],
    ['mcp__forge__pr_update', { id: 3, action: 'merge' }, ['merge']],
    ['mcp__pages__update_entry', { id: 3, status: 'deleted' }, ['deletion']],
    ['mcp__forge__list_reviews', { state: 'APPROVED' }, []],
    ['mcp__pages__search', { status: 'deleted' }, []],
  ])('%s %j: %j', (name, input, expected) => expect(nature(name, input)).toEqual(expected))

  it('reaches the database that a server or an argument is called after', () => {
    const sql = 'DELETE FROM visits WHERE day < 3'
    const reach = (server: string, more = {}) => {
      const notes = createToolRecorder(`mcp__${server}__execute`, fixedFacts())
      recordToolCall(`mcp__${server}__execute`, { sql, ...more }, notes.recorder)
      return notes.reading().effects.flatMap((effect) => (effect.kind === 'database-change' ? [effect.reach] : []))
    }
    expect(reach('store_prod')).toEqual(['remote'])
    expect(reach('store')).not.toContain('remote')
    expect(reach('store', { env: 'production' })).toEqual(['remote'])
    expect(reach('store', { options: { dataSource: 'shop-live' } })).toEqual(['remote'])
    expect(reach('store', { dsn: 'postgres://app@db-prod.acme.example/shop' })).toEqual(['remote'])
    expect(reach('store', { connection: 'dev' })).not.toContain('remote')
    expect(reach('store', { reason: 'prod' })).not.toContain('remote')
  })
})
