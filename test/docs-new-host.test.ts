import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

/** What the page shows is what runs: its texts are taken from it, compiled against the real interface, and run. */
const SNIPPET = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm
const snippets = new Map(
  [...readFileSync('docs/new-host.md', 'utf8').matchAll(SNIPPET)].map(([, name = '', text = '']) => [name, text]),
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

it('has the three texts', () => {
  const names = ['gate.ts', 'src/integrations/tiny/index.ts', 'src/integrations/tiny/contract.test.ts']
  expect([...snippets.keys()]).toEqual(names)
})

it('compiles', { timeout: 60_000 }, () => {
  const config = { extends: resolve('tsconfig.json'), include: [], files: [...snippets.keys()] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

await import(pathToFileURL(join(folder, 'src/integrations/tiny/contract.test.ts')).href)

describe('a program that asks by itself', () => {
  /** `irongate` on the PATH, from the sources. */
  function asked(script: string) {
    const home = join(folder, 'home')
    mkdirSync(join(folder, 'bin'), { recursive: true })
    mkdirSync(home, { recursive: true })
    const launcher = join(folder, 'bin/launcher.mjs')
    const main = JSON.stringify(pathToFileURL(resolve('src/cli/main.ts')).href)
    writeFileSync(launcher, `import { main } from ${main}\nawait main(process.argv.slice(2))\n`)
    const start = `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@" --home '${home}'\n`
    writeFileSync(join(folder, 'bin/irongate'), start, { mode: 0o700 })
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { HOME: home, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('is told no, and yes once the person said so', { timeout: 60_000 }, () => {
    const [before, prompt, after] = asked(`
      import { heard, refused } from './gate.ts'
      const push = () => refused('Bash', { command: 'git push --force origin main' }) ?? 'may run'
      console.log(JSON.stringify([push(), heard('Force push main to origin.'), push()]))`)
    expect(JSON.parse(before)).toMatchObject({ decision: 'deny', approve: expect.stringMatching(/^irongate approve/) })
    expect({ prompt, after }).toEqual({ prompt: true, after: 'may run' })
  })

  it('is told no where the gate is missing', () => {
    rmSync(join(folder, 'bin/irongate'), { force: true })
    const script =
      "import { refused } from './gate.ts'\nconsole.log(JSON.stringify(refused('Bash', { command: 'ls' })))"
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: join(folder, 'bin') },
    })
    expect(JSON.parse(stdout)).toContain('ENOENT')
  })
})
