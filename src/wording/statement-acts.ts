import type { StatedActId } from '../intent/statements/stated-acts.ts'

/** How an act is said: "no commits", "may commit", and the word before what it is done to. */
interface ActWords {
  readonly noun: string
  readonly verb: string
  readonly to: 'to' | 'in' | 'on' | 'of' | 'from' | 'with'
}

const said = (noun: string, verb: string, to: ActWords['to'] = 'in'): ActWords => ({ noun, verb, to })

export const ACT_WORDS: Readonly<Record<StatedActId, ActWords>> = {
  edit: said('edits', 'edit files', 'to'),
  'create-file': said('new files', 'create files'),
  'delete-file': said('file deletions', 'delete files'),
  'move-file': said('file moves', 'move files'),
  'read-file': said('reads', 'read files'),
  run: said('commands', 'run commands'),
  'use-tool': said('tool calls', 'call tools', 'on'),
  test: said('test runs', 'run tests'),
  build: said('builds', 'build'),
  format: said('formatters or linters', 'run formatters and linters', 'on'),
  commit: said('commits', 'commit', 'on'),
  stage: said('staging', 'stage changes'),
  branch: said('branch changes', 'create and switch branches'),
  merge: said('merges', 'merge', 'to'),
  rebase: said('history rewrites', 'rewrite history', 'on'),
  tag: said('tags', 'tag', 'on'),
  stash: said('stashes', 'stash'),
  discard: said('discarded changes', 'discard changes'),
  'delete-branch': said('branch deletions', 'delete branches', 'of'),
  push: said('pushes', 'push', 'to'),
  'force-push': said('force-pushes', 'force-push', 'to'),
  pull: said('pulls or clones', 'pull and clone', 'from'),
  'open-pr': said('pull request or issue changes', 'open pull requests and issues'),
  comment: said('comments', 'comment', 'on'),
  approve: said('approvals', 'approve reviews and requests', 'of'),
  publish: said('publishing', 'publish', 'to'),
  deploy: said('deploys', 'deploy', 'to'),
  migrate: said('migrations', 'run migrations'),
  'change-database': said('database changes', 'change databases'),
  'use-database': said('database access', 'use databases'),
  install: said('installs', 'install packages', 'of'),
  'add-dependency': said('new dependencies', 'add dependencies', 'of'),
  upgrade: said('upgrades', 'upgrade packages', 'of'),
  download: said('downloads', 'download', 'from'),
  browse: said('web requests', 'browse the web', 'to'),
  network: said('network access', 'use the network', 'to'),
  upload: said('uploads', 'upload', 'to'),
  message: said('messages', 'send messages', 'to'),
  draft: said('drafts', 'write drafts', 'to'),
  share: said('sharing', 'share', 'of'),
  schedule: said('scheduled jobs', 'schedule jobs', 'on'),
  pay: said('payments', 'spend money', 'to'),
  restart: said('restarts', 'restart and stop services', 'of'),
  start: said('started services', 'start services', 'on'),
  kill: said('killed processes', 'stop processes', 'of'),
  scale: said('scaling', 'scale services', 'of'),
  'change-resource': said('changes to remote resources', 'change remote resources', 'in'),
  'create-resource': said('new remote resources', 'create remote resources', 'in'),
  'delete-resource': said('deletions of remote resources', 'delete remote resources', 'in'),
  'remote-shell': said('commands on other machines', 'run commands on other machines', 'in'),
  'grant-access': said('access changes', 'change access', 'to'),
  'change-setting': said('settings changes', 'change settings', 'in'),
  'read-secret': said('reading secrets', 'read secrets', 'from'),
  delegate: said('sub-agents', 'start sub-agents'),
  'drop-data': said('dropped data', 'drop data', 'in'),
  unpublish: said('unpublishing', 'unpublish', 'from'),
  'run-download': said('scripts run from the internet', 'run scripts from the internet', 'from'),
  persist: said('services or cron jobs', 'set up services and cron jobs', 'on'),
  'skip-check': said('skipped checks', 'skip checks', 'of'),
  'use-root': said('root', 'use root', 'on'),
}

/** Where nothing says which act: whatever changes something. */
export const ANY_ACT: ActWords = said('changes', 'make changes', 'to')
