import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicy } from '../integrations/policy.ts'
import { UsageError } from './io.ts'
import { run as rule } from './rule.ts'
import { consentingPerson, recordedCall, runIn } from './testing.ts'

let home: string
let project: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'irongate-rule-')))
  project = join(home, 'work')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const file = () => join(home, '.irongate/settings.json')
const settings = (value: unknown) => writeFileSync(file(), JSON.stringify(value, undefined, 1))
const rules = (cwd = project) => readPolicy({ cwd, home }).rules.map(({ behavior, text }) => `${behavior} ${text}`)
const run = (args: readonly string[], person = consentingPerson()) =>
  runIn(home, rule, [...args, '--cwd', project], person)

describe('irongate rule list', () => {
  it('shows every rule with its place, and which goes before which', async () => {
    settings({
      permissions: {
        allow: ['Bash(git *)', 'Bash(git push origin topic)', 'Bash(git log *)', 'Edit(//srv/a/b)'],
        deny: ['Bash(git push *)', 'Edit(//srv/a/**)'],
        ask: ['WebFetch(domain:*.example.com)'],
      },
      projects: { [project]: { permissions: { allow: ['WebFetch(domain:docs.example.com)', 'Bash(python3 *)'] } } },
    })
    const { out, status } = await run(['list'])
    expect(status).toBe(0)
    expect(out).toContain(`allow Bash(git *)  [user ${file()}:4]`)
    expect(out).toContain('goes before allow Bash(git *), in part')
    expect(out).toMatch(/allow Bash\(git push origin topic\) {2}\[.*\n\s+never counts: deny Bash\(git push \*\)/)
    expect(out).toMatch(/allow Edit\(\/\/srv\/a\/b\) {2}\[.*\n\s+never counts: deny Edit\(\/\/srv\/a\/\*\*\)/)
    expect(out).toMatch(/allow WebFetch\(domain:docs.example.com\) {2}\[user, for this project.*\n\s+never counts: ask/)
    expect(out).toMatch(/allow Bash\(git log \*\) {2}\[.*\n\s+says nothing new: Bash\(git \*\)/)
    expect(out).toMatch(/Not in force[\s\S]*Bash\(python3 \*\)[\s\S]*runs whatever it is given/)
    const listed = JSON.parse((await run(['list', '--json'])).out)
    const narrow = listed.find((item: { rule: string }) => item.rule === 'Bash(git log *)')
    expect(narrow.shadowedBy).toMatchObject([{ behavior: 'allow', rule: 'Bash(git *)', whole: true }])
  })

  it('of two alike the stronger source counts, and only one is needless', async () => {
    settings({
      permissions: { deny: ['Bash(a)'] },
      projects: { [project]: { permissions: { deny: ['Bash(a)'] } } },
    })
    const listed = JSON.parse((await run(['list', '--json'])).out)
    expect(listed.filter((item: { shadowedBy?: unknown }) => item.shadowedBy)).toHaveLength(1)
  })

  it('says which file is broken, and takes nothing out of it', async () => {
    writeFileSync(file(), '{"permissions":{"deny":["Bash(x)"}}')
    expect((await run(['list'])).out).toMatch(
      /^Broken files; every call asks until they are fixed\n {2}error: .*:1:\d+\]/,
    )
    expect((await run(['remove', 'deny', 'Bash(x)'])).error).toContain('cannot be read as settings')
  })

  it('copes with many rules, and with rules that are none', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `Bash(tool-${at} *)`)
    settings({ permissions: { allow: [...many, 'Foo(', ''], deny: many.slice(0, 50) } })
    const started = Date.now()
    expect((await run(['list'])).out).toContain('Bash(tool-399 *)')
    expect(Date.now() - started).toBeLessThan(10_000)
  })
})

describe('irongate rule test', () => {
  it.each<[string, readonly string[], number, string]>([
    ['covers', ['Bash(kubectl delete pod *)', 'Bash', 'kubectl delete pod a'], 0, 'covers the whole call'],
    ['a part only', ['Bash(npm run *)', 'Bash', 'npm run build && npm publish'], 1, 'does not cover'],
    ['as a deny rule', ['--as', 'deny', 'Bash(npm publish *)', 'Bash', 'npm run x && npm publish'], 0, 'npm publish'],
    ['an aside one', ['Bash(python3 *)', 'Bash', 'python3 -V'], 0, 'auto mode sets it aside'],
    ['another tool', ['WebFetch(domain:a.example.com)', 'WebFetch', 'https://a.example.com/x'], 0, 'covers'],
  ])('%s', async (_, args, status, text) => {
    const found = await run(['test', ...args])
    expect(found.out).toContain(text)
    expect(found.status).toBe(status)
  })

  it('says what the gate would answer with and without it', async () => {
    const { out } = await run(['test', '--json', 'Bash(kubectl delete pod *)', 'Bash', 'kubectl delete pod a'])
    const { now, with: then } = JSON.parse(out)
    expect(now.outcome).not.toBe('allow')
    expect(then.outcome).toBe('allow')
  })
})

describe('irongate rule add and remove', () => {
  it('for this project, and back', async () => {
    expect((await run(['add', 'deny', 'Bash(terraform destroy *)'])).status).toBe(0)
    expect(rules()).toEqual(['deny Bash(terraform destroy *)'])
    expect(rules(home)).toEqual([])
    expect((await run(['add', 'deny', 'Bash(terraform destroy *)'])).out).toContain('already')
    expect((await run(['remove', 'deny', 'Bash(terraform destroy *)', '--everywhere'])).error).toContain(
      'leave --everywhere out',
    )
    expect((await run(['remove', 'deny', 'Bash(terraform destroy *)'])).status).toBe(0)
    expect(rules()).toEqual([])
  })

  it('from another directory: names the project that has it, and how to take it out', async () => {
    const other = join(home, 'other')
    mkdirSync(join(other, '.git'), { recursive: true })
    settings({
      projects: {
        '~/other': { permissions: { allow: ['Bash(make test)'] } },
        '~/gone': { permissions: { deny: ['Bash(x)'] } },
      },
    })
    const { out } = await run(['list'])
    expect(out).toContain(`For other projects; they do not count here\n  allow Bash(make test)  [${other}]\n`)
    expect((await runIn(home, rule, ['list', '--cwd', other])).out).not.toContain(`[${other}]`)
    expect((await run(['remove', 'allow', 'Bash(make test)'])).error).toContain(
      `stands for ${other}, not here; add --cwd`,
    )
    expect((await run(['remove', 'deny', 'Bash(x)'])).error).toContain('that directory is gone, so take it out of')
    expect((await run(['remove', 'ask', 'Bash(x)'])).error).toContain('here or for another project')
    expect(
      (await runIn(home, rule, ['remove', 'allow', 'Bash(make test)', '--cwd', other], consentingPerson())).status,
    ).toBe(0)
    expect((await run(['list'])).out).not.toContain('make test')
  })

  it('everywhere, with what an allow rule would have covered', async () => {
    await recordedCall(home, { tool: 'Bash', input: { command: 'kubectl delete pod a' }, cwd: project })
    const asked: string[] = []
    await run(['add', 'allow', 'Bash(kubectl delete pod *)', '--everywhere'], consentingPerson(asked))
    expect(asked[0]).toContain('It would have covered 1 call of the last 30 days, 1 of them not allowed then')
    expect(rules(home)).toEqual(['allow Bash(kubectl delete pod *)'])
    expect((await run(['remove', 'allow', 'Bash(kubectl delete pod *)'])).error).toContain('add --everywhere')
  })

  it.each([
    ['allow', 'Bash(terraform plan)', 'It will never count: the deny rule Bash(terraform *) ['],
    ['allow', 'Bash(cowsay hello)', 'It will never count: the ask rule Bash(cowsay *) ['],
    ['allow', 'WebFetch(domain:a.test)', 'It will never count: the deny rule webfetch ['],
    ['ask', 'Bash(terraform plan)', 'It will never count: the deny rule Bash(terraform *) ['],
    ['allow', 'Bash(ls *)', 'It will not count for all that it says: the ask rule Bash(ls -l) ['],
  ])('%s %s: warns of what goes before it', async (behavior, text, warning) => {
    settings({ permissions: { deny: ['Bash(terraform *)', 'webfetch'], ask: ['Bash(cowsay *)', 'Bash(ls -l)'] } })
    const asked: string[] = []
    await run(['add', behavior, text], consentingPerson(asked))
    expect(asked[0]).toMatch(/^It will n/)
    expect(asked[0]).toContain(warning)
    expect(asked[0]?.includes('It would have covered')).toBe(warning.includes('not count'))
    expect(rules()).toContain(`${behavior} ${text}`)
  })

  it('warns of nothing where nothing goes before it', async () => {
    settings({ permissions: { deny: ['Bash(terraform *)'], ask: ['Bash(cowsay *)'], allow: ['Bash(ls *)'] } })
    const asked: string[] = []
    for (const text of ['Bash(ls -l)', 'Bash(sl)', 'Read(src/**)'])
      await run(['add', 'allow', text], consentingPerson(asked))
    await run(['add', 'deny', 'Bash(cowsay x)'], consentingPerson(asked))
    expect(asked.map((question) => question.slice(0, 6))).toEqual(['Add to', 'Add to', 'Add to', 'Add to'])
  })

  it.each([
    'Bash(python3 *)',
    'Bash(sudo *)',
    'Bash(python3 x.py)',
    'Bash',
    'Bash(*)',
    'Agent',
    'Edit(~/.irongate/**)',
    'Bash(irongate approve *)',
  ])('no allow rule %s', async (text) => {
    const { status, error } = await run(['add', 'allow', text])
    expect(status).toBe(20)
    expect(error).toContain('this rule is not written')
    expect(rules()).toEqual([])
  })

  it('a deny rule may be as wide as you like', async () => {
    expect((await run(['add', 'deny', 'Bash(python3 *)'])).status).toBe(0)
  })

  it('tells where a rule stands that is not in your file', async () => {
    mkdirSync(join(project, '.irongate'))
    writeFileSync(join(project, '.irongate/settings.json'), '{"permissions":{"deny":["Bash(x)"]}}')
    settings({ preset: 'strict' })
    expect((await run(['remove', 'deny', 'Bash(x)'])).error).toContain(`${project}/.irongate/settings.json:1`)
    expect((await run(['remove', 'ask', 'Bash(ssh *)'])).error).toContain('preset strict')
    expect((await run(['remove', 'ask', 'Bash(nothing)'])).error).toContain('irongate rule list')
  })

  it.each([
    ['an agent', { ...consentingPerson(), notAPerson: () => 'an agent started it' }],
    ['a wrong answer', { ...consentingPerson(), challenge: () => false }],
  ])('%s changes nothing', async (_, person) => {
    settings({ permissions: { deny: ['Bash(x)'] } })
    const before = readFileSync(file(), 'utf8')
    expect((await run(['add', 'deny', 'Bash(y)'], person)).status).toBe(20)
    expect((await run(['remove', 'deny', 'Bash(x)', '--everywhere'], person)).status).toBe(20)
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })

  it.each([
    [[]],
    [['lst']],
    [['add']],
    [['add', 'Bash(x)']],
    [['add', 'deny']],
    [['add', 'deny', 'Bash(']],
    [['add', 'deny', 'bash']],
    [['add', 'deny', 'a', 'b']],
    [['test', 'Bash']],
    [['test', 'Bash(', 'Bash', 'ls']],
    [['list', 'x']],
    [['list', '--mode', 'x']],
  ])('usage: %j', async (args) => {
    await expect(run(args)).rejects.toThrow(UsageError)
  })
})
