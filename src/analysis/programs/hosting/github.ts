import { stageOfName } from '../../stages.ts'
import type { Spec, SubReader } from '../form/form.ts'
import { fileSource } from '../network/data.ts'
import { weakest } from '../standing.ts'
import { callApi } from './api.ts'
import { checkOutRequest, cloneRepository, downloadFiles } from './fetching.ts'
import { aboutRecords, looks, TARGET, targetOf, textOf } from './hosting.ts'

/** What goes out with a repository that everybody can see. */
const sendsFolder: SubReader = ({ command, scribe }) => {
  scribe.effect({
    kind: 'send-data',
    host: 'github.com',
    channel: 'git',
    payload: [{ kind: 'file', path: command.cwd ?? '.', secret: false }],
    by: 'gh repo create --push',
  })
  return 'plain'
}

const sendsGist: SubReader = ({ rest, scribe, command }) => {
  const files = rest.map((word) => fileSource(word, scribe))
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  scribe.effect({ kind: 'send-data', host: 'gist.github.com', channel: 'paste', payload: [...files, ...piped] })
  return 'plain'
}

/** `gh config set pager command`: run from then on. */
const configures: SubReader = ({ rest, scribe }) => {
  const [key, value] = rest
  if (!value || !/^(?:pager|editor|browser)$/.test(key?.text ?? '')) return 'plain'
  return weakest('plain', scribe.runsShell(value, `gh config ${key?.text}`))
}

/** A workflow whose name or inputs speak of shipping ships. */
const dispatches: SubReader = (call) => {
  const name = targetOf(call)
  const inputs = call.loose.values('-f', '--raw-field', '-F', '--field', '--ref', '-r').map(textOf).join(' ')
  const stage = stageOfName(inputs) === 'unknown' ? stageOfName(name) : stageOfName(inputs)
  if (/deploy|release|publish|promote|rollout|ship/i.test(`${name} ${inputs}`) || stage === 'production')
    call.scribe.effect({ kind: 'deploy', service: name, stage, certainty: 'likely' })
  return 'plain'
}

const installs: SubReader = ({ rest, scribe }) => {
  scribe.effect({ kind: 'install', manager: 'gh', packages: rest.map(textOf), origin: 'git', scope: 'user' })
  return 'plain'
}

const aliases: SubReader = ({ rest, scribe }) => {
  const text = rest[1]
  return text?.text?.startsWith('!')
    ? scribe.runsShell({ text: text.text.slice(1), sources: text.sources }, 'gh alias')
    : 'plain'
}

/** A branch that goes with a pull request nobody merged takes its commits along. */
const deletesBranch: SubReader = ({ scribe }) => {
  const gone = {
    remote: 'origin',
    refs: ['branch'],
    force: false,
    deletes: true,
    toDefault: 'no',
    mirror: false,
  } as const
  scribe.effect({ kind: 'git-push', ...gone, by: 'gh pr close --delete-branch' })
  return 'plain'
}

export const GITHUB: Spec = {
  names: 'gh',
  system: 'github',
  style: 'listed',
  stage: 'none',
  target: TARGET,
  about: aboutRecords,
  options: {
    '': '--help --version --no-browser --web -w --comments -c --all --draft -D --no-draft --log --log-failed --exit-status --verbose -v --watch --required --fail-fast --patch --name-only --paginate --slurp -i --include --silent --archived --fork --no-archived --public --private --internal --admin --auto --disable-auto --delete-branch --squash --rebase -r --merge --approve -a --request-changes --yes --confirm --fill --fill-first --fill-verbose --dry-run --no-maintainer-edit --undo --force --latest --prerelease --generate-notes --notes-from-tag --verify-tag --clobber --exclude-drafts --exclude-pre-releases --skip-existing --show-token --insecure-storage --remove-milestone --failed --debug --active --compact --no-color --enable-auto-merge --enable-issues --enable-wiki --accept-visibility-change-consequences --clone --push --disable-wiki --disable-issues --recursive --no-clone --interactive --remove-org --recover --create-only --cleanup-tag --no-tags --detach --edit-last -R: --repo: --json: -q: --jq: -t: --template: -L: --limit: -S: --search: -s: --state: -A: --author: --assignee: -l: --label: -B: --base: -H: --head: -d: -j: --job: -b: --body: -F: --body-file: -T: --title: --field: -f: --raw-field: -X: --method: --hostname: --input: -p: --preview: --cache: --branch: --workflow: --commit: --user: --status: --event: -e: --created: --name: -n: --attempt: --order: --sort: --visibility: --language: --topic: --owner: --reviewer: --milestone: -m: --message: --match-head-commit: --subject: --target: --notes: --notes-file: --discussion-category: --verify: --color: --env: --app: --org: --repos: --description: --desc: --add-label: --remove-label: --add-reviewer: --remove-reviewer: --add-assignee: --remove-assignee: --add-project: --remove-project: --project: --reason: --interval: --ref: --scopes: --git-protocol: --with-token: --source: --remote: --gitignore: --license: --homepage: --dir: --pattern: --output: -O: --archive: --filename: --default-branch: --key: --type: --team: --machine: --codespace: --retention-period: --parent: --match: --updated: --closed: --merged: --reviewed-by: --mention: --mentions: --commenter: --involves:',
    'gist/create': '-p --public -w --web -d: --desc: -f: --filename:',
    'pr/merge': '-s -r -m -d -b: -F: -t: -A:',
    'pr/review': '-a -r -c -b: -F:',
    'pr/create': '-d -w -f -a: -b: -B: -F: -H: -l: -m: -p: -r: -t: -T:',
    'repo/clone': '-u',
    'auth/status': '-t -a -h: --hostname:',
    'auth/refresh': '-c -s: --scopes: -r: -h:',
    'auth/login': '-w --with-token -s: --scopes: -h: -p:',
    'run/view': '-v -w -j: -a:',
    'release/create': '-d -p -n: -F: -t:',
    'release/delete repo/delete': '-y',
  },
  also: [
    ['pr/merge/--admin', 'likely weaken ci-check branch protection'],
    ['pr/close/--delete-branch|-d', deletesBranch],
    ['repo/create/--public/--push|--source', sendsFolder],
    ['gist/create|edit/--public|-p', 'visibility'],
    ['workflow/run', dispatches],
  ],
  rules: [
    ['$', 'local'],
    ['auth/status/--show-token|-t auth/token', 'secret gh'],
    ['--dry-run', 'read'],
    ['pr/merge', 'merge'],
    ['pr/review/--approve|-a', 'approval'],
    ['repo/create|edit/--public repo/edit/--visibility=public', 'visibility'],
    ['repo/create', 'record'],
    ['repo/edit', 'setting'],
    ['repo|gist/clone', cloneRepository],
    ['pr/checkout co', checkOutRequest],
    ['run|release/download', downloadFiles],
    ['gist/create|edit', sendsGist],
    ['release/create|edit|upload', 'publish github.com'],
    ['release/delete|delete-asset', 'unpublish github.com'],
    ['auth/login|refresh/--scopes|-s', 'grant token scopes $--scopes|-s'],
    ['repo/deploy-key', 'grant deploy key'],
    ['ssh-key/add', 'grant ssh key'],
    ['gpg-key/add', 'grant gpg key'],
    ['ssh-key|gpg-key/delete', 'account'],
    ['workflow/run codespace/create', 'create one job'],
    ['workflow/enable', 'update one config'],
    ['workflow/disable', 'likely weaken ci-check workflow'],
    ['run/rerun', 'restart one job'],
    ['run/cancel codespace/stop', 'cancel one job'],
    ['run|cache/delete', 'delete one job'],
    ['extension/install|upgrade', installs],
    ['codespace/ssh|cp', 'shell'],
    ['alias/set', aliases],
    ['config/set', configures],
    ['browse/--no-browser|-n', 'shows'],
    ['api', callApi],
    ['auth/status', 'shows'],
    [
      'pr/view|list|diff|checks|status issue/view|list|status run/view|list|watch repo/view|list|license workflow|release|gist/view|list label|secret|cache|org|alias|ssh-key|gpg-key/list search status completion version help variable/list|get ruleset/list|view|check project/list|view|item-list|field-list extension/list|search config/get|list codespace/list|view|logs attestation/verify',
      looks,
    ],
    ['issue/develop repo/set-default extension/create', 'read'],
    [
      'pr/review pr/create|edit|comment|ready|close|reopen|lock|unlock|update-branch|revert issue/create|edit|comment|close|reopen|pin|unpin|lock|unlock|transfer label/create|edit|clone|delete project/create|edit|close|copy|item-add|item-create|item-edit|item-archive|link|mark-template repo/fork|sync',
      'record',
    ],
    [
      'secret/set|delete|remove variable/set|delete repo/rename|archive|unarchive project/field-create ruleset/create',
      'setting',
    ],
    ['repo|issue|gist|codespace/delete project/delete|item-delete', 'deletion'],
    [
      'repo/autolink auth/login|refresh|logout|setup-git|switch extension/remove|exec codespace/ports alias/import|delete browse agent-task copilot',
      'local',
    ],
  ],
  examples: {
    match: [
      'gh pr merge 12 --admin',
      'gh repo delete acme/shop --yes',
      'gh auth token',
      'gh release create v1.2.0',
      'gh gist create notes.md --public',
      'gh workflow run deploy.yml -f env=production',
      'gh api -X DELETE repos/acme/shop',
      'gh ssh-key add key.pub',
    ],
    pass: ['gh pr view 12 --comments', 'gh run list --limit 5', 'gh api repos/acme/shop/pulls', 'gh auth status'],
  },
}
