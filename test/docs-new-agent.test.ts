import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { THOROUGH } from './runs.ts'

/** What the page shows is what runs: its texts are taken from it, compiled against the real interface, and run. */
const SNIPPET = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm
const snippets = new Map(
  [...readFileSync('docs/new-agent.md', 'utf8').matchAll(SNIPPET)].map(([, name = '', text = '']) => [name, text]),
)

mkdirSync('.hosts/scratch', { recursive: true })
const folder = mkdtempSync(resolve('.hosts/scratch/new-host-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The sources as they are, with the folder of the new host among them.
mkdirSync(join(folder, 'src/integrations'), { recursive: true })
for (const place of ['src', 'src/integrations'])
  for (const name of readdirSync(place).filter((entry) => entry !== 'integrations'))
    symlinkSync(resolve(place, name), join(folder, place, name))
for (const [name, text] of snippets) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

it('has both texts', () => {
  const names = ['src/integrations/tiny/index.ts', 'src/integrations/tiny/index.test.ts']
  expect([...snippets.keys()]).toEqual(names)
})

it.runIf(THOROUGH)('compiles', { timeout: 60_000 }, () => {
  const config = { extends: resolve('tsconfig.json'), include: [], files: [...snippets.keys()] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

await import(pathToFileURL(join(folder, 'src/integrations/tiny/index.test.ts')).href)
