import { describe, expect, it } from 'vitest'
import { EXIT, type Io } from './io.ts'
import { runCommand } from './main.ts'

async function run(...argv: readonly string[]) {
  let [out, error] = ['', '']
  const io: Io = { out: (text) => (out += text), error: (text) => (error += text), colour: false }
  const status = await runCommand(['programs', ...argv], io)
  return { out, error, status }
}

describe('irongate programs', () => {
  it('lists every name under its family', async () => {
    const { out, status } = await run()
    expect(status).toBe(0)
    expect(out).toMatch(/^git \(\d+\)\n {2}.*\bgit\b/m)
    const families: Record<string, string[]> = JSON.parse((await run('--json')).out)
    expect(families['cloud']).toContain('terraform')
    expect(families['files']).toContain('rm')
  })

  it('shows forms, options with their roles, and its examples as they are judged', async () => {
    const { out } = await run('vercel')
    expect(out).toMatch(/^vercel, also now vc: read by a spec/)
    expect(out).toMatch(/ {2}env:get {2}env\/pull → secret\n/)
    expect(out).toMatch(/ {2}--local-config: takes a word, read, by its name\n/)
    expect(out).toMatch(/ {2}deny {3}vercel --prod {2}\(production-deploy\)\n/)
    const card = JSON.parse((await run('vc', '--json')).out)
    expect(card).toMatchObject({ known: 'by spec', family: 'cloud', names: ['vercel', 'now', 'vc'] })
    expect(card.answers).toContainEqual({ command: 'vercel ls', decision: 'allow', grade: 'expected' })
  })

  it('says that a reader is written by hand, with examples of the categories', async () => {
    const { out } = await run('git')
    expect(out).toMatch(/^git: read by a reader of its own/)
    expect(out).toMatch(/ {2}deny {3}git push --force .* {2}\(git-destructive\)\n/)
  })

  it('shows how a name is read that nobody knows, and the names like it', async () => {
    const { out } = await run('terrafrom')
    expect(out).toMatch(/^terrafrom: no reader of its own\. Known names like it: terraform\b/)
    expect(out).toMatch(/ {2}deny {3}terrafrom servers delete web-1 --yes {2}\(shared-resources\)\n/)
    expect(out).toMatch(/ {2}allow {2}terrafrom servers list\n/)
  })

  it.each([['rm -rf /'], ['$(id)'], [''], ['a'.repeat(65)]])('%j is no name', async (name) => {
    expect((await run(name)).status).toBe(EXIT.usage)
  })

  it('takes one name', async () => {
    expect((await run('git', 'gh')).status).toBe(EXIT.usage)
  })
})
