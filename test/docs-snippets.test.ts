import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docPages } from './docs/commands.ts'

const ROOT = new URL('../', import.meta.url).pathname
const PAGES = docPages()

interface Snippet {
  readonly page: string
  readonly line: number
  readonly text: string
}

/** Every TypeScript block that uses the package; the others are files of this repository, and tested as such. */
const SNIPPETS = PAGES.flatMap((page) => {
  const source = readFileSync(join(ROOT, page), 'utf8')
  return [...source.matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ({ 1: text = '', index }): Snippet => ({ page, line: source.slice(0, index).split('\n').length, text }),
  )
}).filter(({ text }) => /from 'irongate(?:\/[\w-]+)?'/.test(text))

/** What a page leaves to its reader. */
const AROUND = `declare module '@anthropic-ai/claude-agent-sdk' {
  export function query(given: { prompt: string; options: Readonly<Record<string, unknown>> }): AsyncIterable<unknown>
}
declare const prompt: string
`

let folder = ''
// Inside the package, where its own name leads to what is published.
beforeAll(() => {
  mkdirSync(join(ROOT, '.hosts/scratch'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.hosts/scratch/snippets-'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'around.d.ts'), AROUND)
  for (const [at, { text }] of SNIPPETS.entries()) writeFileSync(join(folder, `snippet-${at}.ts`), `${text}export {}\n`)
  const files = ['around.d.ts', ...SNIPPETS.map((_, at) => `snippet-${at}.ts`)]
  const config = { extends: join(ROOT, 'tsconfig.json'), include: [], files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('snippets', () => {
  it('there are some on the first page and in the docs', () => {
    expect(SNIPPETS.map(({ page }) => page)).toEqual(
      expect.arrayContaining(['README.md', 'docs/library.md', 'docs/agents/claude-code.md']),
    )
  })

  it('compile against the package', () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it.each(SNIPPETS.map((snippet, at) => ({ ...snippet, at })))('$page:$line prints what it says', ({ text, at }) => {
    const said = [...text.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => line)
    // What needs an agent of its own is compiled, not run.
    if (said.length === 0) return
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, `snippet-${at}.ts`)], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, HOME: join(folder, 'home') },
    })
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n')).toEqual(said)
  })
})

/** `$ irongate check …` with what it prints below, wrapped as a terminal would. */
const SHOWN = PAGES.flatMap((page) =>
  [
    ...readFileSync(join(ROOT, page), 'utf8').matchAll(
      /^\$ (?:npx (?:--no-install )?)?irongate ((?:check|explain|analyze) .*)\n((?:(?!\$ |```).+\n)+)/gm,
    ),
  ].map(([, words = '', printed = '']) => ({ page, words, printed })),
)

/** People try an example in their home, in no repository. */
const home = mkdtempSync(join(tmpdir(), 'irongate-shown-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.each(SHOWN)('$page: irongate $words prints what it says', ({ words, printed }) => {
  const script = `"$NODE" "$BIN" ${words}`
  const env = { ...process.env, NODE: process.execPath, BIN: join(ROOT, 'bin/irongate.js'), HOME: home }
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', cwd: home, env })
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  expect(plain(stdout)).toBe(plain(printed))
})
