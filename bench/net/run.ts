import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { netCommands } from './commands.ts'

const HELP = `node bench/net/run.ts CHECKOUT [options]
Asks this tree and another checkout the same commands, made of all that the other one knows, and prints what changed:
stops that were lost, stops that are new, and how many answers differ only in category or grade.

  --only TEXT   commands made of files whose path holds this text, say programs/network
  --most N      commands shown of each kind (default 60)
  --reasons     shows those that differ only in category or grade, too
  --every N     only each Nth command
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '60' },
    every: { type: 'string', default: '1' },
    reasons: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [against] = positionals
if (values.help || against === undefined) process.stdout.write(HELP)
else await main(resolve(against))

async function main(other: string): Promise<void> {
  const commands = netCommands(other, values.only).filter((_, at) => at % Number(values.every) === 0)
  const folder = mkdtempSync(join(tmpdir(), 'irongate-net-'))
  const file = join(folder, 'commands.json')
  writeFileSync(file, JSON.stringify(commands.map(({ command }) => command)))
  const here = resolve(import.meta.dirname, '../..')
  const [before, after] = await Promise.all([kept(other, file), answers(here, file)])
  rmSync(folder, { recursive: true, force: true })
  const kinds = new Map<string, string[]>()
  for (const [at, { command, about }] of commands.entries()) {
    const [was = '', is = ''] = [before[at], after[at]]
    if (was === is) continue
    const kind = kindOf(was, is)
    const row = `${JSON.stringify(command).slice(0, 200)}  [${was} → ${is}; ${about}]`
    kinds.set(kind, [...(kinds.get(kind) ?? []), row])
  }
  process.stdout.write(`${commands.length} commands\n`)
  for (const [kind, rows] of kinds) {
    const isShown = values.reasons || kind.includes('stops')
    process.stdout.write(`\n${kind}: ${rows.length}\n`)
    if (isShown)
      process.stdout.write(
        rows
          .slice(0, Number(values.most))
          .map((row) => `  ${row}\n`)
          .join(''),
      )
  }
}

function kindOf(was: string, is: string): string {
  const stopped = (said: string) => !said.startsWith('allow')
  if (stopped(was) && !stopped(is)) return 'LOST stops'
  if (stopped(is) && !stopped(was)) return 'NEW stops'
  return stopped(is) ? 'another category' : 'another grade'
}

/** What a checkout without changes said once it says again. */
async function kept(checkout: string, file: string): Promise<readonly string[]> {
  const git = (...words: string[]) => execFileSync('git', ['-C', checkout, ...words], { encoding: 'utf8' }).trim()
  if (git('status', '--porcelain', '--untracked-files=no') !== '') return answers(checkout, file)
  const name = createHash('sha256').update(git('rev-parse', 'HEAD')).update(readFileSync(file)).digest('hex')
  const folder = join(tmpdir(), 'irongate-net-kept')
  const place = join(folder, name)
  if (existsSync(place)) return readFileSync(place, 'utf8').split('\n')
  const found = await answers(checkout, file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(place, found.join('\n'))
  return found
}

function answers(checkout: string, file: string): Promise<readonly string[]> {
  const script = join(import.meta.dirname, 'answers.ts')
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, checkout, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('error', fail)
    child.on('close', (status) =>
      status === 0
        ? done(Buffer.concat(parts).toString('utf8').trimEnd().split('\n'))
        : fail(new Error(`${checkout} ended with status ${String(status)}`)),
    )
  })
}
