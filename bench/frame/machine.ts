import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/** Where and when numbers were taken: without it a number means nothing. */
export interface Machine {
  readonly date: string
  readonly commit: string
  readonly version: string
  readonly node: string
  readonly system: string
  readonly processor: string
  readonly memory: string
  readonly peers: Readonly<Record<string, string>>
}

export function machine(root: string): Machine {
  const [processor] = cpus()
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commitOf(root),
    version: versionIn(`${root}/package.json`),
    node: process.version,
    system: `${type()} ${release()}`,
    processor: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    peers: { 'cc-safety-net': versionIn(`${root}/node_modules/cc-safety-net/package.json`) },
  }
}

function commitOf(root: string): string {
  try {
    const run = (args: readonly string[]) => execFileSync('git', [...args], { cwd: root, encoding: 'utf8' }).trim()
    const changed = run(['status', '--porcelain', '--untracked-files=no']) === '' ? '' : ' with local changes'
    return `${run(['rev-parse', '--short', 'HEAD'])}${changed}`
  } catch {
    return 'unknown'
  }
}

function versionIn(file: string): string {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return String((parsed as { version?: unknown }).version ?? 'unknown')
  } catch {
    return 'not installed'
  }
}
