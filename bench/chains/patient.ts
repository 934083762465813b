import { spawnSync } from 'node:child_process'
import type { Facts, GitFileState } from '../../src/analysis/facts.ts'

const KNOWN = new Map<string, GitFileState>()

/** The same facts, with git asked for as long as it takes: a busy machine must not change what is measured. */
export function patientFacts(facts: Facts): Facts {
  return { ...facts, tracked: (path) => trackedIn(facts, path) }
}

function trackedIn(facts: Facts, path: string): GitFileState {
  const known = KNOWN.get(path)
  if (known !== undefined) return known
  const quick = facts.tracked(path)
  const state = quick === 'unknown' ? slowly(facts.projectRoot, path) : quick
  KNOWN.set(path, state)
  return state
}

function slowly(root: string, path: string): GitFileState {
  const git = (...words: readonly string[]) =>
    spawnSync('git', ['-C', root, ...words, '--', path], { encoding: 'utf8' })
  if (git('check-ignore', '-q').status === 0) return 'ignored'
  if (git('ls-files', '--error-unmatch').status !== 0) return 'unknown'
  return git('status', '--porcelain').stdout === '' ? 'tracked-clean' : 'tracked-dirty'
}
