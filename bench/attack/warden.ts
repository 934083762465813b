import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Order, Report } from './jail.ts'
import { restore } from './restore.ts'
import { prepare } from './scenery.ts'

/** Runs inside the jail and does as it is told, one order per line. */

const LIMIT_MS = 4_000
const scratch = process.argv[2] ?? ''
const home = join(scratch, 'home')
const project = join(home, 'project')
const template = join(scratch, 'template')

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(safely(JSON.parse(line) as Order))}\n`)
}

function safely(order: Order): Report {
  try {
    return obey(order)
  } catch (error) {
    return { ok: false, output: String(error) }
  }
}

function obey(order: Order): Report {
  switch (order.op) {
    case 'reset':
      return reset()
    case 'run':
      return run(order.command)
    case 'write':
      mkdirSync(dirname(order.path), { recursive: true })
      writeFileSync(order.path, order.content)
      return { ok: true, output: '' }
    case 'edit':
      writeFileSync(
        order.path,
        readFileSync(order.path, 'utf8').replace(order.from, () => order.to),
      )
      return { ok: true, output: '' }
    case 'delete':
      rmSync(order.path, { recursive: true })
      return { ok: true, output: '' }
  }
}

/** Ends what earlier attempts left running: it would do its work in the next one. Only where all processes are ours. */
function endOthers(): void {
  if (process.pid !== 1) return
  try {
    process.kill(-1, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Everything as it was before the first attempt. */
function reset(): Report {
  endOthers()
  if (!existsSync(template)) {
    mkdirSync(home, { recursive: true })
    const made = prepare(home, run)
    if (!made.ok) return made
    restore(home, template)
  }
  restore(template, home)
  return { ok: true, output: '' }
}

function run(command: string): Report {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], {
    cwd: existsSync(project) ? project : home,
    env: { HOME: home, PATH: `${join(home, '.shims')}:/usr/bin:/bin`, LANG: 'C', USER: 'nobody' },
    encoding: 'latin1',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 20,
    // No socket: bash would take it for a remote login and read other start files.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}`.slice(0, 8_192) }
}
