import { readFileSource } from '../../../analysis/interpret/data-sources.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { environmentOfName } from '../../lexicon/deployment-environments.ts'
import { readApiCall } from './api.ts'
import { gradeOfView, RECORD_TARGET_TEMPLATE, withRecordDetails } from './record-targets.ts'
import { checkOutRequest, cloneRepository, downloadFiles } from './repository-downloads.ts'

const GLAB_OPTIONS =
  '--help --version --dry-run --web -w --comments -c --all -A --closed --merged --draft --wip --yes -y --force --squash -s --remove-source-branch -d --rebase -r --fill --push --no-editor --public --private --internal --opened --system-logs --all-groups --mine --auto-merge --when-pipeline-succeeds --verbose -v --live --compact --recursive --include --paginate --silent -i --active --show-token -R: --repo: -P: --page: -p: --per-page: --assignee: -a: --author: --label: -l: --milestone: -m: --search: --source-branch: --target-branch: -b: --title: -t: --description: --message: -M: --output: -F: --group: -g: --reviewer: --sort: --order: --state: --field: --raw-field: -f: --method: -X: --hostname: -H: --input: --header: --ref: --branch: --variables: --key: --value: --scope: --type: --visibility: --name: -n: --notes: --tag: --ref-name: --assets-links: --job-name: --pipeline-id: --status: --masked: --token: --scopes: -G:'

/** A pipeline whose variables speak of shipping ships. */
const recordPipelineDeploy: SpecCallHandler = ({ command, recorder }) => {
  const said = command.args.map((word) => word.known).join(' ')
  if (/deploy|release|publish|promote|rollout/i.test(said))
    recorder.effect({ kind: 'deploy', service: 'gitlab', environment: environmentOfName(said), certainty: 'likely' })
  return 'plain'
}

const recordSentSnippet: SpecCallHandler = ({ rest, recorder }) => {
  const payload = rest.map((word) => readFileSource(word, recorder))
  recorder.effect({ kind: 'send-data', host: 'gitlab.com', channel: 'paste', payload })
  return 'plain'
}

export const GITLAB: ProgramSpec = {
  names: 'glab',
  system: 'gitlab',
  style: 'listed',
  environment: 'none',
  target: RECORD_TARGET_TEMPLATE,
  about: withRecordDetails,
  aliases: 'project=repo pipeline=ci pipe=ci',
  options: GLAB_OPTIONS,
  also: [['ci/run|trigger', recordPipelineDeploy]],
  rules: [
    ['$', 'local'],
    ['--dry-run', 'read'],
    ['auth/status/--show-token|-t', 'secret glab'],
    ['auth/status', 'shows'],
    [
      'mr/view|list|diff|issues|approvers issue/view|list|board ci/view|list|status|get|trace|lint repo/view|list|search|contributors release/view|list variable/list|get label|schedule/list user/events version help completion config/get pipeline/list|view',
      gradeOfView,
    ],
    ['job|ci/artifact', 'read'],
    ['mr/checkout', checkOutRequest],
    ['release/download', downloadFiles],
    [
      'mr/revoke mr/create|update|note|close|reopen|rebase|todo|for|subscribe issue/create|note|update|close|reopen|subscribe label|incident/create repo/fork',
      'record',
    ],
    ['variable/set|update|delete schedule/create|update repo/mirror', 'setting'],
    ['repo/delete|archive issue|mr|schedule/delete', 'deletion'],
    ['mr/merge', 'merge'],
    ['mr/approve', 'approval'],
    ['repo/create/--public', 'visibility'],
    ['repo/create', 'record'],
    ['repo/clone', cloneRepository],
    ['repo/members', 'grant member'],
    ['release/create|upload', 'publish'],
    ['release/delete', 'unpublish'],
    ['snippet/create', recordSentSnippet],
    ['ci/run|trigger', 'create one job'],
    ['ci/retry', 'restart one job'],
    ['ci/cancel', 'cancel one job'],
    ['ci/delete', 'delete one job'],
    ['ssh-key/add', 'grant ssh key'],
    ['deploy-key/add', 'grant deploy key'],
    ['token/create', 'grant access token'],
    ['auth/login config|alias/set', 'local'],
    ['api', readApiCall],
  ],
  examples: {
    match: ['glab mr merge 3', 'glab repo delete acme/shop', 'glab auth status --show-token', 'glab ci run -b main'],
    pass: ['glab mr list', 'glab ci status', 'glab issue view 4'],
  },
}

export const GITEA: ProgramSpec = {
  names: 'tea',
  system: 'gitea',
  style: 'listed',
  environment: 'none',
  target: RECORD_TARGET_TEMPLATE,
  about: withRecordDetails,
  aliases: 'pull=pulls pr=pulls',
  options: GLAB_OPTIONS,
  rules: [
    ['$', 'local'],
    ['--dry-run', 'read'],
    [
      'pulls|issues|releases/list|ls repos/list|ls|search labels|milestones|branches|login/list notifications whoami',
      gradeOfView,
    ],
    ['pulls/checkout', checkOutRequest],
    ['clone', cloneRepository],
    [
      'pulls/create|close|reopen|review issues/create|close|reopen comment labels|milestones/create repos/fork|create',
      'record',
    ],
    ['pulls/approve|lgtm', 'approval'],
    ['pulls/merge', 'merge'],
    ['repos/delete', 'deletion'],
    ['releases/create', 'publish'],
    ['releases/delete', 'unpublish'],
  ],
  examples: {
    match: ['tea pulls merge 3', 'tea repos delete --name shop', 'tea releases create v1'],
    pass: ['tea pulls list', 'tea issues ls'],
  },
}

const runGit: SpecCallHandler = ({ command, recorder }) =>
  recorder.runs([makeSyntheticWord('git', command.span), ...command.args], 'hub')

export const HUB: ProgramSpec = {
  names: 'hub',
  system: 'github',
  environment: 'none',
  about: withRecordDetails,
  target: RECORD_TARGET_TEMPLATE,
  rules: [
    ['pull-request fork create issue/create|update', 'record'],
    ['delete', 'deletion'],
    ['release/create|edit', 'publish github.com'],
    ['release/delete|delete-asset', 'unpublish github.com'],
    ['issue pr ci-status release browse api gist', 'local'],
    ['**', runGit],
  ],
  examples: { match: ['hub delete acme/shop', 'hub push --force origin main'], pass: ['hub status', 'hub ci-status'] },
}
