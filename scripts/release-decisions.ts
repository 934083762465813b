import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { previousTag } from './changelog.ts'

/** Writes which decisions changed since the release before: `node scripts/release-decisions.ts v0.2.0 FILE`, with options of the bench. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'one-in': { type: 'string', default: '10' }, limit: { type: 'string' } },
})
const [tag = '', file = ''] = positionals
if (file === '') throw new Error('usage: node scripts/release-decisions.ts TAG FILE')
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })
const before = previousTag(git('tag', '--list', 'v*').split('\n'), tag)
if (before === undefined) writeFileSync(file, 'There is no release to compare with.\n')
else compareWith(before)

function compareWith(earlier: string): void {
  const checkout = join(mkdtempSync(join(tmpdir(), 'irongate-release-')), earlier)
  try {
    git('worktree', 'add', '--detach', checkout, earlier)
    if (!existsSync(join(checkout, 'bench/compare/understood.ts'))) {
      writeFileSync(file, `${earlier} is older than the comparison of decisions.\n`)
      return
    }
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: ['ignore', 2, 2] })
    const limit = values.limit === undefined ? [] : ['--limit', values.limit]
    const options = ['--markdown', file, '--one-in', values['one-in'], ...limit]
    execFileSync(process.execPath, ['bench/run.ts', 'compare', checkout, ...options], { stdio: ['ignore', 2, 2] })
  } finally {
    git('worktree', 'remove', '--force', checkout)
    rmSync(join(checkout, '..'), { recursive: true, force: true })
  }
}
