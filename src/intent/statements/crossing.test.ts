import { describe, expect, it } from 'vitest'
import type { FixedFacts } from '../../facts/fixed.ts'
import { collectFindings } from '../../judge/embedded/findings.ts'
import { testPolicy } from '../../judge/embedded/test-policy.ts'
import { understandExample } from '../../judge/embedded/testing.ts'
import { findCoveringGrant, findCrossings, findNearGrant } from './crossing.ts'
import type { Statement } from './statement.ts'
import { grant, ledgerOf, limit } from './testing.ts'

const ROOT = '/home/dev/project'
const onBranch = (branch: string): FixedFacts => ({
  git: () => ({ root: ROOT, branch, defaultBranch: 'main', remotes: new Map(), executes: [], aliases: new Map() }),
})

const call = (text: string, given?: FixedFacts) => {
  const [tool = '', ...rest] = text.split(': ')
  const body = rest.join(': ')
  const place = body.startsWith('/') ? body : `${ROOT}/${body}`
  switch (tool) {
    case 'Edit':
      return understandExample({ call: { tool, input: { file_path: place, old_string: 'a', new_string: 'b' } } }, given)
    case 'Write':
      return understandExample({ call: { tool, input: { file_path: place, content: 'x\n' } } }, given)
    case 'Read':
      return understandExample({ call: { tool, input: { file_path: place } } }, given)
    case 'Bash':
      return understandExample({ call: { tool, input: { command: body } } }, given)
    case 'WebFetch':
      return understandExample({ call: { tool, input: { url: body, prompt: 'read' } } }, given)
    case 'Task':
      return understandExample(
        { call: { tool, input: { description: 'd', prompt: body, subagent_type: 'general' } } },
        given,
      )
    default:
      return understandExample({ call: { tool, input: JSON.parse(body) } }, given)
  }
}

function crosses(statement: Statement, text: string, given?: FixedFacts): string {
  const { action, facts } = call(text, given)
  const { crossed, doubtful } = findCrossings(action, facts, ledgerOf(statement))
  return crossed ? 'crossed' : doubtful ? 'doubtful' : 'free'
}

const ONLY_CLIENT = limit('edit', 'path only client/**')
const NO_COMMITS = limit('commit')
const NO_DOWNLOADS = limit('download')
const KEEP_MANIFEST = limit('edit', 'path named package.json')
const NO_PRODUCTION = limit('', 'environment named production')
const LINEAR_ONLY_READ = limit('open-pr comment change-resource', 'tool named linear')

describe('a limit is crossed', () => {
  it.each<[Statement, string]>([
    [ONLY_CLIENT, 'Edit: server/api.ts'],
    [ONLY_CLIENT, 'Write: README.md'],
    [ONLY_CLIENT, 'Bash: rm server/old.ts'],
    [ONLY_CLIENT, "Bash: sed -i 's/a/b/' server/api.ts"],
    [ONLY_CLIENT, 'Bash: mv client/a.ts server/a.ts'],
    [NO_COMMITS, 'Bash: git add . && git commit -m "wip"'],
    [NO_COMMITS, 'Bash: git -C client commit -m x'],
    [NO_DOWNLOADS, 'Bash: npm install'],
    [NO_DOWNLOADS, 'Bash: git pull'],
    [NO_DOWNLOADS, 'Bash: docker pull redis'],
    [NO_DOWNLOADS, 'Bash: curl -O https://example.net/x.tgz'],
    [NO_DOWNLOADS, 'WebFetch: https://example.net/docs'],
    [KEEP_MANIFEST, 'Edit: package.json'],
    [KEEP_MANIFEST, 'Bash: rm package.json'],
    [NO_PRODUCTION, 'Bash: kubectl --context prod-eu scale deploy/web --replicas=0'],
    [limit('push'), 'Bash: git push origin feat/x'],
    [limit('force-push'), 'Bash: git push -f origin feat/x'],
    [limit('test'), 'Bash: npm test'],
    [limit('test', 'path named e2e'), 'Bash: npx playwright test e2e/login.spec.ts'],
    [limit('delegate'), 'Task: look around'],
    [limit('add-dependency'), 'Bash: npm install left-pad'],
    [limit('run', 'command named npm run migrate'), 'Bash: npm run migrate'],
    [limit('use-root'), 'Bash: sudo apt-get install jq'],
    [limit('edit', 'path only client,docs except docs/api'), 'Edit: docs/api/users.md'],
    [limit('network', 'host only example.com'), 'Bash: curl https://other.example.org/x'],
    [LINEAR_ONLY_READ, 'mcp__linear__create_issue: {"title":"x"}'],
    [limit('use-tool', 'tool named linear'), 'mcp__linear__list_issues: {}'],
    [limit('create-file'), 'Write: notes/new.md'],
    [limit('format'), 'Bash: clang-format -i src/a.c'],
    [limit('start'), 'Bash: npm run dev -- --port 3001'],
    [limit('', 'branch named main'), 'Bash: git switch main && git commit -m x'],
    [limit('commit', 'branch only hotfix'), 'Bash: git checkout develop && git cherry-pick hotfix'],
    [limit('', 'environment only qa-joao'), 'Bash: kubectl -n qa-maria apply -f k8s/queues.yaml'],
    [NO_DOWNLOADS, 'Bash: git lfs pull'],
    [limit(''), 'Edit: src/a.ts'],
    [limit(''), 'Bash: git push origin x'],
  ])('%j: %s', (statement, text) => expect(crosses(statement, text)).toBe('crossed'))

  it('a commit on the branch that was kept', () => {
    const kept = limit('commit', 'branch named main')
    expect(crosses(kept, 'Bash: git commit -m x', onBranch('main'))).toBe('crossed')
    expect(crosses(kept, 'Bash: git commit -m x', onBranch('feat/y'))).toBe('free')
  })
})

describe('a limit leaves free', () => {
  it.each<[Statement, string]>([
    [ONLY_CLIENT, 'Edit: client/app.ts'],
    [ONLY_CLIENT, 'Read: server/api.ts'],
    [ONLY_CLIENT, 'Bash: npm test'],
    [ONLY_CLIENT, 'Write: /tmp/notes.md'],
    [NO_COMMITS, 'Bash: git log --grep commit'],
    [NO_COMMITS, 'Bash: git commit --dry-run'],
    [NO_COMMITS, 'Edit: src/commit.ts'],
    [NO_DOWNLOADS, 'Bash: npm test'],
    [NO_DOWNLOADS, 'Bash: curl http://localhost:3000/health'],
    [NO_DOWNLOADS, 'Bash: git push origin x'],
    [KEEP_MANIFEST, 'Edit: package-lock.json'],
    [KEEP_MANIFEST, 'Read: package.json'],
    [NO_PRODUCTION, 'Bash: kubectl --context staging scale deploy/web --replicas=0'],
    [NO_PRODUCTION, 'Edit: src/environments/production.ts'],
    [limit('force-push'), 'Bash: git push origin feat/x'],
    [limit('add-dependency'), 'Bash: npm ci'],
    [limit('test', 'path named e2e'), 'Bash: npx vitest run src/a.test.ts'],
    [limit('edit', 'path only client,docs except docs/api'), 'Edit: docs/guide.md'],
    [limit('network', 'host only example.com'), 'Bash: curl https://api.example.com/x'],
    [limit(''), 'Read: src/a.ts'],
    [limit(''), 'mcp__linear__list_issues: {}'],
    [limit('', 'tool named linear'), 'mcp__linear__list_issues: {}'],
    [limit(''), 'Bash: git status'],
    [limit('', 'environment only qa-joao'), 'Bash: kubectl -n qa-joao apply -f k8s/queues.yaml'],
    [limit('commit', 'branch only hotfix'), 'Bash: git checkout hotfix && git commit -m x'],
  ])('%j: %s', (statement, text) => expect(crosses(statement, text)).toBe('free'))
})

it('what the typed part leaves open goes to the judge', () => {
  const small = { ...limit('edit'), rest: 'tiny diffs' }
  expect([crosses(small, 'Edit: src/a.ts'), crosses(small, 'Read: src/a.ts')]).toEqual(['doubtful', 'free'])
  const doubted = { ...limit('commit'), unverified: true as const }
  expect(crosses(doubted, 'Bash: git commit -m x')).toBe('doubtful')
})

function answersTo(statement: Statement, text: string, given?: FixedFacts): readonly string[] {
  const { action, facts } = call(text, given)
  const ledger = ledgerOf(statement)
  return collectFindings(action, testPolicy(), facts).map(({ effect }) =>
    findCoveringGrant(effect, action, facts, ledger)
      ? 'granted'
      : findNearGrant(effect, action, facts, ledger)
        ? 'near'
        : 'none',
  )
}

describe('a grant', () => {
  it.each<[Statement, string, string]>([
    [grant('force-push', 'branch named feat/cart'), 'Bash: git push --force origin feat/cart', 'granted'],
    [grant('push', 'branch named feat/cart'), 'Bash: git push --force origin feat/cart', 'near'],
    [grant('force-push', 'branch named feat/cart'), 'Bash: git push --force origin main', 'near'],
    [grant('delete-file', 'path named ~/old'), 'Bash: rm -rf ~/old', 'granted'],
    [grant('delete-file', 'path named ~/old'), 'Bash: rm -rf ~/old ~/new', 'granted near'],
    [grant('delete-file', 'path named ~/old'), 'Bash: rm -rf ~', 'near'],
    [grant('delete-file'), 'Bash: rm -rf ~/old', 'near'],
    [grant('discard'), 'Bash: git checkout -- .', 'granted'],
    [grant('delete-resource', 'resource named docker'), 'Bash: docker system prune -a --volumes -f', 'granted'],
    [grant('delete-resource', 'resource named docker'), 'Bash: docker --context prod system prune -a -f', 'near'],
    [
      grant('delete-resource', 'resource named docker'),
      'Bash: DOCKER_HOST=tcp://prod docker system prune -a -f',
      'near',
    ],
    [
      grant('drop-data', 'host named cache-2'),
      'Bash: redis-cli -h cache-2 PING; redis-cli -h cache-3 FLUSHALL',
      'near',
    ],
    [grant('delete-resource', 'resource named podman'), 'Bash: docker system prune -a --volumes -f', 'near'],
    [grant('comment', 'resource named PR 12'), 'Bash: gh pr comment 12 -R else/where --body x', 'near'],
    [grant('comment', 'resource named PR 12,else/where'), 'Bash: gh pr comment 12 -R else/where --body x', 'granted'],
    [grant('merge', 'resource named #12'), 'Bash: gh pr merge 12', 'granted'],
    [grant('drop-data', 'host named cache-2'), 'Bash: redis-cli -h cache-2 FLUSHALL', 'granted'],
    [grant('drop-data', 'host named cache-1'), 'Bash: redis-cli -h cache-2 FLUSHALL', 'near'],
    [grant('drop-data'), 'Bash: redis-cli -h cache-2 FLUSHALL', 'near'],
    [grant('delete-file', 'path named old-isos'), 'Bash: rm -rf ~/Downloads/old-isos', 'granted'],
    [grant('merge', 'resource named PR 482'), 'Bash: gh pr merge 482 --squash', 'granted'],
    [grant('merge', 'resource named PR 48'), 'Bash: gh pr merge 482 --squash', 'near'],
    [grant('discard'), 'Bash: git branch -D old/login', 'none'],
    [grant('discard'), 'Bash: git -C ~/other checkout -- .', 'near'],
    [grant('discard'), 'Bash: cd ~/other && git checkout -- .', 'near'],
    [grant('discard'), 'Bash: git --git-dir=/srv/x/.git --work-tree=/srv/x checkout -- .', 'near'],
    [grant('discard'), 'Bash: GIT_DIR=/srv/x/.git git checkout -- .', 'near'],
    [grant('publish'), 'Bash: cd ~/other && npm publish', 'near'],
    [grant('publish'), 'Bash: npm publish ../other', 'near'],
    [grant('publish'), 'Bash: npm publish "$FOLDER"', 'near'],
    [grant('share'), 'Bash: gh repo edit --visibility public', 'granted'],
    [grant('share'), 'Bash: cd ../other && gh repo edit --visibility public', 'near'],
    [grant('publish'), 'Bash: npm publish', 'granted'],
    [grant('publish', 'resource named npm'), 'Bash: npm publish', 'granted'],
    [grant('publish', 'package named other'), 'Bash: npm publish', 'near'],
    [grant('push', 'branch named main'), 'Bash: git push origin main', 'granted'],
    [grant('push'), 'Bash: git push origin main', 'near'],
    [grant('drop-data'), 'Bash: dropdb shop_dev', 'near'],
    [
      grant('restart', 'host named web-1', 'resource named nginx'),
      'Bash: ssh web-1 "systemctl restart nginx"',
      'granted',
    ],
    [
      grant('restart', 'host named web-1', 'resource named nginx'),
      'Bash: ssh web-2 "systemctl restart nginx"',
      'near none',
    ],
    [grant('restart', 'host named web-1', 'resource named nginx'), 'Bash: ssh web-1 "systemctl stop sshd"', 'near'],
    [grant('delete-file', 'path named ~/old', 'host named web-1'), 'Bash: rm -rf ~/old', 'near'],
    [grant('deploy', 'environment named staging'), 'Bash: helm upgrade web ./chart -n prod', 'near'],
    [grant('publish', 'package named left-pad'), 'Bash: rm -rf ~/old', 'none'],
    [
      { ...grant('delete-file', 'path named ~/old'), condition: { type: 'when', event: 'green' } },
      'Bash: rm -rf ~/old',
      'near',
    ],
    [{ ...grant('delete-file', 'path named ~/old'), rest: 'gently' }, 'Bash: rm -rf ~/old', 'near'],
    // One command, one act: giving access to a project changes the project.
    [
      grant('grant-access', 'resource named ann@acme.io,acme-metrics,viewer'),
      'Bash: gcloud projects add-iam-policy-binding acme-metrics --member=user:ann@acme.io --role=roles/viewer',
      'granted',
    ],
    [
      grant('grant-access', 'resource named ann@acme.io,acme-metrics,viewer'),
      'Bash: gcloud projects add-iam-policy-binding acme-billing --member=user:ann@acme.io --role=roles/viewer',
      'granted none',
    ],
    // A version stands in the project's files, unless the call says another.
    [grant('publish', 'detail named 2.4.1'), 'Bash: npm publish', 'granted'],
    [grant('publish', 'detail named 2.4.1'), 'Bash: npm publish --tag 2.5.0', 'near'],
    [grant('delete-file', 'path named ~/old', 'detail named 2.4.1'), 'Bash: rm -rf ~/old', 'near'],
    [
      grant('migrate change-database', 'environment named production'),
      'Bash: php artisan migrate --env=production --force',
      'granted',
    ],
    [
      grant('migrate change-database', 'environment named staging'),
      'Bash: php artisan migrate --env=production --force',
      'near',
    ],
    [grant('migrate change-database'), 'Bash: php artisan migrate --env=production --force', 'near'],
    [
      grant('migrate change-database', 'environment named production'),
      'Bash: cd ~/other && php artisan migrate --env=production --force',
      'near',
    ],
    [grant('publish', 'resource named ghcr'), 'Bash: docker push ghcr.io/acme/project:1.9.0', 'granted'],
    [grant('publish', 'resource named ghcr'), 'Bash: docker push ghcr.io/acme/other:1.9.0', 'near'],
    [grant('publish', 'resource named ghcr'), 'Bash: docker push evil.example.net/acme/project:1.9.0', 'near'],
    [grant('publish'), 'Bash: docker push ghcr.io/acme/project:1.9.0', 'near'],
    [
      grant('grant-access', 'host named pi4.local', 'resource named pi', 'path named ~/.ssh/id_pi'),
      'Bash: ssh-copy-id -i ~/.ssh/id_pi.pub pi@pi4.local',
      'granted',
    ],
    [
      grant('grant-access', 'host named pi5.local', 'resource named pi'),
      'Bash: ssh-copy-id -i ~/.ssh/id_pi.pub pi@pi4.local',
      'near',
    ],
  ])('%j: %s: %s', (statement, text, expected) => {
    expect([...new Set(answersTo(statement, text))].toSorted().join(' ')).toBe(expected)
  })

  it.each<[Statement, string, string]>([
    [grant('comment', 'resource named issue 77'), 'git@github.com:acme/libfoo.git', 'granted'],
    [grant('comment', 'resource named issue 77'), 'git@github.com:acme/other.git', 'near'],
    [grant('comment'), 'git@github.com:acme/libfoo.git', 'near'],
  ])('in the repository that one works in: %j, %s: %s', (statement, url, expected) => {
    const given: FixedFacts = {
      git: () => ({
        root: ROOT,
        branch: 'x',
        defaultBranch: 'main',
        remotes: new Map([['origin', url]]),
        executes: [],
        aliases: new Map(),
      }),
    }
    const text = 'mcp__github__add_issue_comment: {"owner":"acme","repo":"libfoo","issue_number":77,"body":"Yes."}'
    expect([...new Set(answersTo(statement, text, given))].join(' ')).toBe(expected)
  })

  it('counts for nothing as long as a later turn is unread', () => {
    const { action, facts } = call('Bash: rm -rf ~/old')
    const ledger = { ...ledgerOf(grant('delete-file', 'path named ~/old')), unread: ['t2'] }
    for (const { effect } of collectFindings(action, testPolicy(), facts))
      expect(findCoveringGrant(effect, action, facts, ledger)).toBeUndefined()
  })
})
