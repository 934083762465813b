import { readFileSource } from '../../../analysis/interpret/data-sources.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { environmentOfName } from '../../lexicon/deployment-environments.ts'
import { readApiCall } from './api.ts'
import { gradeOfView, RECORD_TARGET_TEMPLATE, recordTargetText, withRecordDetails, wordText } from './record-targets.ts'
import { checkOutRequest, cloneRepository, downloadFiles } from './repository-downloads.ts'

/** What goes out with a repository that everybody can see. */
const recordSentFolder: SpecCallHandler = ({ command, recorder }) => {
  recorder.effect({
    kind: 'send-data',
    host: 'github.com',
    channel: 'git',
    payload: [{ kind: 'file', path: command.cwd ?? '.', secret: false }],
    by: 'gh repo create --push',
  })
  return 'plain'
}

const recordSentGist: SpecCallHandler = ({ rest, recorder, command }) => {
  const files = rest.map((word) => readFileSource(word, recorder))
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  recorder.effect({ kind: 'send-data', host: 'gist.github.com', channel: 'paste', payload: [...files, ...piped] })
  return 'plain'
}

/** `gh config set pager command`: run from then on. */
const runConfiguredCommand: SpecCallHandler = ({ rest, recorder }) => {
  const [key, value] = rest
  if (!value || !/^(?:pager|editor|browser)$/.test(key?.text ?? '')) return 'plain'
  return weakestGrade('plain', recorder.runsShell(value, `gh config ${key?.text}`))
}

/** A workflow whose name or inputs speak of shipping ships. */
const recordWorkflowDispatch: SpecCallHandler = (call) => {
  const name = recordTargetText(call)
  const inputs = call.loose.values('-f', '--raw-field', '-F', '--field', '--ref', '-r').map(wordText).join(' ')
  const environment = environmentOfName(inputs) === 'unknown' ? environmentOfName(name) : environmentOfName(inputs)
  if (/deploy|release|publish|promote|rollout|ship/i.test(`${name} ${inputs}`) || environment === 'production')
    call.recorder.effect({ kind: 'deploy', service: name, environment, certainty: 'likely' })
  return 'plain'
}

const recordExtensionInstall: SpecCallHandler = ({ rest, recorder }) => {
  recorder.effect({ kind: 'install', manager: 'gh', packages: rest.map(wordText), origin: 'git', scope: 'user' })
  return 'plain'
}

const runShellAlias: SpecCallHandler = ({ rest, recorder }) => {
  const text = rest[1]
  return text?.text?.startsWith('!')
    ? recorder.runsShell({ text: text.text.slice(1), sources: text.sources }, 'gh alias')
    : 'plain'
}

/** A branch that goes with a pull request nobody merged takes its commits along. */
const recordBranchDeletion: SpecCallHandler = ({ recorder }) => {
  const gone = {
    remote: 'origin',
    refs: ['branch'],
    force: false,
    deletes: true,
    toDefault: 'no',
    mirror: false,
  } as const
  recorder.effect({ kind: 'git-push', ...gone, by: 'gh pr close --delete-branch' })
  return 'plain'
}

export const GITHUB: ProgramSpec = {
  names: 'gh',
  system: 'github',
  style: 'listed',
  environment: 'none',
  target: RECORD_TARGET_TEMPLATE,
  about: withRecordDetails,
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
    ['pr/close/--delete-branch|-d', recordBranchDeletion],
    ['repo/create/--public/--push|--source', recordSentFolder],
    ['gist/create|edit/--public|-p', 'visibility'],
    ['workflow/run', recordWorkflowDispatch],
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
    ['gist/create|edit', recordSentGist],
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
    ['extension/install|upgrade', recordExtensionInstall],
    ['codespace/ssh|cp', 'shell'],
    ['alias/set', runShellAlias],
    ['config/set', runConfiguredCommand],
    ['browse/--no-browser|-n', 'shows'],
    ['api', readApiCall],
    ['auth/status', 'shows'],
    [
      'pr/view|list|diff|checks|status issue/view|list|status run/view|list|watch repo/view|list|license workflow|release|gist/view|list label|secret|cache|org|alias|ssh-key|gpg-key/list search status completion version help variable/list|get ruleset/list|view|check project/list|view|item-list|field-list extension/list|search config/get|list codespace/list|view|logs attestation/verify',
      gradeOfView,
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
