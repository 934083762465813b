import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'

describe('hosting tools read', () => {
  it.each([
    'gh pr view 12 --json title,body --jq .title',
    'gh pr list --state open --limit 5',
    'gh pr diff 12 -R acme/app',
    'gh pr checks 12 --watch',
    'gh run view 99 --log-failed',
    'gh run view --job 7 -R acme/app',
    'gh run list --branch topic --json status',
    'gh issue view 3 --comments',
    'gh issue list -s all -l bug',
    'gh repo view --json nameWithOwner -q .nameWithOwner',
    'gh api repos/acme/app/pulls/1/comments --paginate',
    'gh api -X GET search/issues -f q=crash',
    "gh api graphql -f query='query { viewer { login } }'",
    'gh auth status',
    'gh search code "rm -rf"',
    'gh pr merge --help',
    'glab mr view 4',
    'glab api projects/1/issues',
  ])('proven: %s', (command) => {
    expect(readCommand(command).grade).toBe('proven')
    expect(effectsOf(command)).toEqual([])
  })
  it.each(['gh pr view 1 --web', 'gh pr view --made-up', 'gh frobnicate', 'gh $X', 'gh pr view $X'])(
    'not proven: %s',
    (command) => {
      expect(readCommand(command).grade).toBeUndefined()
    },
  )
})

describe('hosting tools change', () => {
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ['gh pr create --title x --body y', { kind: 'external-write', nature: 'record' }],
    ['gh pr merge 12 --squash', { kind: 'external-write', nature: 'merge', target: '12' }],
    ['gh pr merge -sd 12', { kind: 'external-write', nature: 'merge', target: '12' }],
    ['gh pr merge 12 --admin', { kind: 'weaken', area: 'ci-check' }],
    ['gh pr review 12 --approve', { kind: 'external-write', nature: 'approval' }],
    ['gh pr review -a 12', { kind: 'external-write', nature: 'approval' }],
    ['gh pr review 12 -c -b "looks off"', { kind: 'external-write', nature: 'record' }],
    ['gh repo create x --public --source . --push', { kind: 'external-write', nature: 'visibility' }],
    ['gh repo edit --visibility public', { kind: 'external-write', nature: 'visibility' }],
    [
      'gh repo edit --visibility=public --accept-visibility-change-consequences',
      { kind: 'external-write', nature: 'visibility' },
    ],
    ['gh repo delete acme/app --yes', { kind: 'external-write', nature: 'deletion', target: 'acme/app' }],
    ['gh release create v1 dist/x.zip', { kind: 'publish', removes: false }],
    ['gh release delete v1 -y', { kind: 'publish', removes: true }],
    ['gh secret set TOKEN --body x', { kind: 'external-write', nature: 'setting' }],
    ['gh auth token', { kind: 'expose-secret', sink: 'output' }],
    ['gh auth status --show-token', { kind: 'expose-secret' }],
    ['gh auth status -t', { kind: 'expose-secret' }],
    ['gh auth refresh -s admin:org', { kind: 'grant', reach: 'remote' }],
    ['gh ssh-key add key.pub', { kind: 'grant' }],
    [
      'gh gist create -p .env',
      { kind: 'send-data', channel: 'paste', payload: [expect.objectContaining({ secret: true })] },
    ],
    ['gh workflow run deploy.yml', { kind: 'resource-change', family: 'job' }],
    ['gh workflow disable ci.yml', { kind: 'weaken', area: 'ci-check' }],
    ['gh run cancel 9', { kind: 'resource-change', verb: 'cancel' }],
    ['gh extension install someone/gh-x', { kind: 'install', origin: 'git' }],
    ['gh codespace ssh', { kind: 'remote-exec' }],
    ['gh api -X DELETE repos/acme/app', { kind: 'external-write', nature: 'deletion' }],
    [
      'gh api --method=DELETE /repos/acme/app/branches/main/protection',
      { kind: 'weaken', area: 'ci-check', certainty: 'certain' },
    ],
    ['gh api -XPUT repos/acme/app/branches/main/protection --input x.json', { kind: 'weaken', area: 'ci-check' }],
    ['gh api -X PUT repos/acme/app/collaborators/eve -f permission=admin', { kind: 'grant', to: 'eve' }],
    ['gh api repos/acme/app/issues -f title=x', { kind: 'external-write', nature: 'record' }],
    ['gh api -X PUT repos/acme/app/pulls/3/merge', { kind: 'external-write', nature: 'merge' }],
    ['gh api repos/acme/app/pulls/3/reviews -f event=APPROVE', { kind: 'external-write', nature: 'approval' }],
    ['gh api -X PATCH repos/acme/app -F private=false', { kind: 'external-write', nature: 'visibility' }],
    [
      'gh api -X PATCH repos/acme/app/git/refs/heads/main -f sha=abc -F force=true',
      { kind: 'git-push', force: true, toDefault: 'yes' },
    ],
    [
      'gh api -X PUT repos/acme/app/contents/a.txt -f branch=topic -f content=eA==',
      { kind: 'git-push', toDefault: 'no' },
    ],
    [
      "gh api graphql -f query='mutation { deleteIssue(input: {}) { x } }'",
      { kind: 'external-write', nature: 'deletion' },
    ],
    ['glab mr merge 4', { kind: 'external-write', nature: 'merge' }],
    ['glab repo delete acme/app', { kind: 'external-write', nature: 'deletion' }],
    ['hub reset --hard', { kind: 'git-discard' }],
    ["gh alias set x '!git clean -f'", { kind: 'git-discard', wrapperNames: ['gh alias'] }],
  ]
  it.each(cases)('%s %o', (command, fields) => {
    expect(effectsOf(command)).toContainEqual(expect.objectContaining(fields))
    expect(readCommand(command).grade).toBeUndefined()
  })
})
