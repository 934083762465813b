import { stageOfName } from '../../stages.ts'
import { worst } from '../git/standing.ts'
import type { Standing } from '../program.ts'
import { callApi } from './api.ts'
import { checkOutRequest, cloneRepository, downloadFiles } from './fetching.ts'
import { type HostingCall, type HostingDeed, type HostingTool, stating, targetOf, textOf, writes } from './hosting.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Flags of every `gh` command that only reads or describes; which change meaning is asked where it matters. */
const GRAMMAR = {
  flags:
    words(`help version web w comments c all draft D no-draft log log-failed exit-status verbose v watch required fail-fast patch name-only
    paginate slurp i include silent archived fork source no-archived public private internal admin auto disable-auto delete-branch squash s rebase r merge approve a
    request-changes yes confirm fill fill-first fill-verbose dry-run no-maintainer-edit undo force latest prerelease generate-notes notes-from-tag verify-tag clobber exclude-drafts
    exclude-pre-releases skip-existing show-token insecure-storage remove-milestone failed debug active compact color no-color
    enable-auto-merge enable-issues enable-wiki accept-visibility-change-consequences clone push disable-wiki disable-issues recursive no-clone interactive remove-org recover create-only cleanup-tag no-tags detach edit-last`),
  values:
    words(`R repo json q jq t template L limit S search s state A author assignee l label B base H head d drafj job b body F body-file T title field f raw-field X method hostname
    input p preview cache branch workflow commit user status event e created name n attempt order sort visibility language topic owner reviewer milestone m message match-head-commit
    subject  target notes notes-file discussion-category verify color env app org repos description desc add-label remove-label add-reviewer remove-reviewer add-assignee
    remove-assignee add-project remove-project project reason interval  ref scopes git-protocol with-token source remote gitignore license homepage dir pattern output O archive
    filename  default-branch key type  team machine codespace retention-period parent match updated closed merged reviewed-by mention mentions commenter involves  `),
}

/** Letters that mean something else in one command. */
const LETTERS = new Map([
  ['gist create', { flags: words('p public w web'), values: words('d desc f filename') }],
  ['pr merge', { flags: words('s r m d'), values: words('b F t A') }],
  ['pr review', { flags: words('a r c'), values: words('b F') }],
  ['pr create', { flags: words('d w f'), values: words('a b B F H l m p r t T') }],
  ['repo clone', { flags: ['u'], values: [] }],
  ['auth status', { flags: ['t', 'a'], values: ['h', 'hostname'] }],
  ['auth refresh', { flags: ['c'], values: ['s', 'scopes', 'r', 'h'] }],
  ['auth login', { flags: ['w', 'with-token'], values: ['s', 'scopes', 'h', 'p'] }],
  ['run view', { flags: ['v', 'w'], values: ['j', 'a'] }],
  ['release create', { flags: ['d', 'p'], values: ['n', 'F', 't'] }],
  ['release delete', { flags: ['y'], values: [] }],
  ['repo delete', { flags: ['y'], values: [] }],
])

const mergePull: HostingDeed = (call) => {
  writesAs(call, 'merge')
  if (call.options.has('admin'))
    call.scribe.effect({
      kind: 'weaken',
      area: 'ci-check',
      feature: 'branch protection',
      certainty: 'likely',
      by: 'gh pr merge --admin',
    })
  return 'plain'
}

function writesAs(
  call: HostingCall,
  nature: 'merge' | 'record' | 'approval' | 'visibility' | 'deletion' | 'setting',
): void {
  call.scribe.effect({
    kind: 'external-write',
    service: call.service,
    nature,
    target: targetOf(call),
    by: `gh ${call.action}`,
  })
}

const review: HostingDeed = (call) => {
  writesAs(call, call.options.has('approve', 'a') ? 'approval' : 'record')
  return 'plain'
}

const createRepository: HostingDeed = (call) => {
  writesAs(call, call.options.has('public') ? 'visibility' : 'record')
  if (call.options.has('push', 'source') && call.options.has('public'))
    call.scribe.effect({
      kind: 'send-data',
      host: 'github.com',
      channel: 'git',
      payload: [{ kind: 'file', path: call.command.cwd ?? '.', secret: false }],
      by: 'gh repo create --push',
    })
  return 'plain'
}

const editRepository: HostingDeed = (call) => {
  writesAs(
    call,
    textOf(call.options.value('visibility')) === 'public' || call.options.has('public') ? 'visibility' : 'setting',
  )
  return 'plain'
}

const createGist: HostingDeed = (call) => {
  const { options, scribe, command } = call
  const files = options.operands.map((word) => scribe.path(word))
  const payload = files.map((path) => ({
    kind: 'file' as const,
    path: path.real ?? path.text,
    secret: path.tags.includes('secret'),
  }))
  for (const path of files) scribe.effect({ kind: 'read-path', path, list: false, by: 'gh gist create' })
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  scribe.effect({
    kind: 'send-data',
    host: 'gist.github.com',
    channel: 'paste',
    payload: [...payload, ...piped],
    by: 'gh gist create',
  })
  if (options.has('public', 'p')) writesAs(call, 'visibility')
  return 'plain'
}

const authentication: HostingDeed = (call) => {
  if (call.options.has('show-token', 't'))
    call.scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'gh' },
      sink: 'output',
      by: 'gh auth status',
    })
  return call.options.has('show-token', 't') ? 'plain' : 'proven'
}

const token: HostingDeed = stating(() => ({
  kind: 'expose-secret',
  source: { kind: 'secret-store', store: 'gh' },
  sink: 'output',
}))

const login: HostingDeed = (call) => {
  const scopes = textOf(call.options.value('scopes', 's'))
  if (scopes !== '')
    call.scribe.effect({
      kind: 'grant',
      what: `token scopes ${scopes}`,
      to: 'gh',
      reach: 'remote',
      by: `gh ${call.action}`,
    })
  return 'plain'
}

/** `gh config set pager command`: run from then on. */
const configure: HostingDeed = ({ options, scribe }) => {
  const [key, value] = options.operands
  if (!value || !/^(?:pager|editor|browser)$/.test(key?.text ?? '')) return 'plain'
  return worst('plain', scribe.runsShell(value, `gh config ${key?.text}`))
}

const job = (verb: 'create' | 'update' | 'restart' | 'cancel' | 'delete', family: 'job' | 'config'): HostingDeed =>
  stating((call) => ({
    kind: 'resource-change',
    system: 'github',
    verb,
    target: targetOf(call),
    mass: false,
    stage: 'unknown',
    family,
  }))

/** A workflow whose name or inputs speak of shipping ships. */
const dispatch: HostingDeed = (call) => {
  const inputs = call.options.values('f', 'raw-field', 'F', 'field', 'ref', 'r').map(textOf)
  const said = [targetOf(call), ...inputs].join(' ')
  const stage =
    stageOfName(inputs.join(' ')) === 'unknown' ? stageOfName(targetOf(call)) : stageOfName(inputs.join(' '))
  if (/deploy|release|publish|promote|rollout|ship/i.test(said) || stage === 'production')
    call.scribe.effect({ kind: 'deploy', service: targetOf(call), stage, certainty: 'likely', by: 'gh workflow run' })
  call.scribe.effect({
    kind: 'resource-change',
    system: 'github',
    verb: 'create',
    target: targetOf(call),
    mass: false,
    stage: 'unknown',
    family: 'job',
    by: 'gh workflow run',
  })
  return 'plain'
}

const release = (removes: boolean): HostingDeed =>
  stating((call) => ({ kind: 'publish', registry: 'github.com', what: targetOf(call), removes }))

const install: HostingDeed = stating((call) => ({
  kind: 'install',
  manager: 'gh',
  packages: call.options.operands.map(textOf),
  origin: 'git',
  scope: 'user',
}))

const remoteShell: HostingDeed = (call) => {
  call.scribe.effect({ kind: 'remote-exec', host: 'codespace', writes: 'unknown', by: 'gh codespace ssh' })
  return 'plain'
}

const grant = (what: string): HostingDeed =>
  stating((call) => ({ kind: 'grant', what, to: targetOf(call), reach: 'remote' }))

const alias: HostingDeed = (call): Standing => {
  const text = call.options.operands[1]
  return text?.text?.startsWith('!')
    ? call.scribe.runsShell({ text: text.text.slice(1), sources: text.sources }, 'gh alias')
    : 'plain'
}

const LOOKS =
  words(`pr:view pr:list pr:diff pr:checks pr:status issue:view issue:list issue:status run:view run:list run:watch repo:view repo:list workflow:view workflow:list
  release:view release:list gist:view gist:list label:list search secret:list variable:list variable:get cache:list status  ruleset:list ruleset:view ruleset:check project:list project:view project:item-list project:field-list
  org:list extension:list extension:search alias:list config:get config:list codespace:list codespace:view codespace:logs ssh-key:list gpg-key:list attestation:verify completion version help
     repo:license`)
const LOCALS = words('issue:develop repo:set-default')
const RECORDS =
  words(`pr:create pr:edit pr:comment pr:ready pr:close pr:reopen pr:lock pr:unlock pr:update-branch pr:revert issue:create issue:edit issue:comment issue:close issue:reopen issue:pin issue:unpin issue:lock issue:unlock
  issue:transfer label:create label:edit label:clone label:delete project:create project:edit project:close project:copy project:item-add project:item-create project:item-edit project:item-archive project:link project:mark-template repo:fork repo:sync`)
const SETTINGS = words(
  'secret:set secret:delete secret:remove variable:set variable:delete repo:rename repo:archive repo:unarchive project:field-create ruleset:create',
)
const DELETIONS = words('repo:delete issue:delete gist:delete project:delete project:item-delete codespace:delete')

const all = (names: readonly string[], deed: HostingDeed): [string, HostingDeed][] =>
  names.map((name) => [name.replace(':', ' '), deed])

/** A branch that goes with a pull request nobody merged takes its commits along. */
const closePull: HostingDeed = (call): Standing => {
  if (call.options.has('delete-branch', 'd'))
    call.scribe.effect({
      kind: 'git-push',
      remote: 'origin',
      refs: ['branch'],
      force: false,
      deletes: true,
      toDefault: 'no',
      mirror: false,
      by: 'gh pr close --delete-branch',
    })
  writesAs(call, 'record')
  return 'plain'
}

export const GITHUB: HostingTool = {
  names: ['gh'],
  service: 'github',
  grammar: GRAMMAR,
  letters: LETTERS,
  deeds: new Map<string, HostingDeed>([
    ...all(LOOKS, 'look'),
    ...all(LOCALS, 'local'),
    ...all(RECORDS, writes('record')),
    ...all(SETTINGS, writes('setting')),
    ...all(DELETIONS, writes('deletion')),
    ['pr close', closePull],
    ['pr merge', mergePull],
    ['pr review', review],
    ['repo create', createRepository],
    ['repo edit', editRepository],
    ['repo clone', cloneRepository],
    ['gist clone', cloneRepository],
    ['pr checkout', checkOutRequest],
    ['co', checkOutRequest],
    ['run download', downloadFiles],
    ['release download', downloadFiles],
    ['repo deploy-key', grant('deploy key')],
    ['repo autolink', 'plain'],
    ['gist create', createGist],
    ['gist edit', createGist],
    ['release create', release(false)],
    ['release edit', release(false)],
    ['release upload', release(false)],
    ['release delete', release(true)],
    ['release delete-asset', release(true)],
    ['auth status', authentication],
    ['auth token', token],
    ['auth login', login],
    ['auth refresh', login],
    ['auth logout', 'plain'],
    ['auth setup-git', 'plain'],
    ['auth switch', 'plain'],
    ['ssh-key add', grant('ssh key')],
    ['ssh-key delete', writes('account')],
    ['gpg-key add', grant('gpg key')],
    ['gpg-key delete', writes('account')],
    ['workflow run', dispatch],
    ['workflow enable', job('update', 'config')],
    [
      'workflow disable',
      stating(() => ({ kind: 'weaken', area: 'ci-check', feature: 'workflow', certainty: 'likely' })),
    ],
    ['run rerun', job('restart', 'job')],
    ['run cancel', job('cancel', 'job')],
    ['run delete', job('delete', 'job')],
    ['cache delete', job('delete', 'job')],
    ['extension install', install],
    ['extension upgrade', install],
    ['extension create', 'local'],
    ['extension remove', 'plain'],
    ['extension exec', 'plain'],
    ['codespace ssh', remoteShell],
    ['codespace cp', remoteShell],
    ['codespace create', job('create', 'job')],
    ['codespace stop', job('cancel', 'job')],
    ['codespace ports', 'plain'],
    ['alias set', alias],
    ['alias import', 'plain'],
    ['alias delete', 'plain'],
    ['config set', configure],
    ['browse', (call) => (call.options.has('no-browser', 'n') ? 'proven' : 'plain')],
    ['api', callApi],
    ['agent-task', 'plain'],
    ['copilot', 'plain'],
  ]),
}
