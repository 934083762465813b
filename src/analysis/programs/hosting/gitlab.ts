import { stageOfName } from '../../stages.ts'
import { callApi } from './api.ts'
import { checkOutRequest, cloneRepository, downloadFiles } from './fetching.ts'
import { type HostingDeed, type HostingTool, stating, targetOf, writes } from './hosting.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const GRAMMAR = {
  flags:
    words(`help version web w comments c all A closed merged draft wip yes y force squash s remove-source-branch d rebase r fill push no-editor public private internal opened system-logs all-groups mine auto-merge
    when-pipeline-succeeds verbose v live compact recursive include paginate silent i active show-token`),
  values:
    words(`R repo P page p per-page assignee a author label l milestone m search source-branch target-branch b title t description message M output F group g reviewer sort order state field raw-field f method X
    hostname H input header ref branch variables key value scope type visibility name n notes tag ref-name assets-links job-name pipeline-id status masked token scopes G`),
}

const all = (names: string, deed: HostingDeed): [string, HostingDeed][] =>
  words(names).map((name) => [name.replace(':', ' '), deed])

const pipeline = (verb: 'restart' | 'cancel' | 'delete'): HostingDeed =>
  stating((call) => ({
    kind: 'resource-change',
    system: 'gitlab',
    verb,
    target: targetOf(call),
    mass: false,
    stage: 'unknown',
    family: 'job',
  }))

/** A pipeline whose variables speak of shipping ships. */
const startsPipeline: HostingDeed = (call) => {
  const said = call.command.args.map((word) => word.known).join(' ')
  if (/deploy|release|publish|promote|rollout/i.test(said))
    call.scribe.effect({
      kind: 'deploy',
      service: 'gitlab',
      stage: stageOfName(said),
      certainty: 'likely',
      by: 'glab ci run',
    })
  call.scribe.effect({
    kind: 'resource-change',
    system: 'gitlab',
    verb: 'create',
    target: targetOf(call),
    mass: false,
    stage: 'unknown',
    family: 'job',
  })
  return 'plain'
}

const publish = (removes: boolean): HostingDeed =>
  stating((call) => ({ kind: 'publish', registry: 'gitlab', what: targetOf(call), removes }))

const snippet: HostingDeed = stating((call) => ({
  kind: 'send-data',
  host: 'gitlab.com',
  channel: 'paste',
  payload: call.options.operands.map((word) => {
    const path = call.scribe.path(word)
    return { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }
  }),
}))

export const GITLAB: HostingTool = {
  names: ['glab'],
  service: 'gitlab',
  aliases: new Map([
    ['project', 'repo'],
    ['pipeline', 'ci'],
    ['pipe', 'ci'],
  ]),
  grammar: GRAMMAR,
  deeds: new Map<string, HostingDeed>([
    ...all(
      'mr:view mr:list mr:diff mr:issues mr:approvers issue:view issue:list issue:board ci:view ci:list ci:status ci:get ci:trace ci:lint repo:view repo:list repo:search repo:contributors release:view release:list variable:list variable:get label:list user:events version help completion schedule:list config:get pipeline:list pipeline:view',
      'look',
    ),
    ...all('job:artifact ci:artifact', 'local'),
    ['mr checkout', checkOutRequest],
    ['release download', downloadFiles],
    ...all(
      'mr:create mr:update mr:note mr:close mr:reopen mr:rebase mr:todo mr:for mr:subscribe issue:create issue:note issue:update issue:close issue:reopen issue:subscribe label:create repo:fork incident:create',
      writes('record'),
    ),
    ...all(
      'variable:set variable:update variable:delete schedule:create schedule:update repo:mirror',
      writes('setting'),
    ),
    ...all('repo:delete repo:archive issue:delete mr:delete schedule:delete', writes('deletion')),
    ['mr merge', writes('merge')],
    ['mr approve', writes('approval')],
    ['mr revoke', writes('record')],
    [
      'repo create',
      (call) => {
        call.scribe.effect({
          kind: 'external-write',
          service: 'gitlab',
          nature: call.options.has('public') ? 'visibility' : 'record',
          target: targetOf(call),
          by: 'glab repo create',
        })
        return 'plain'
      },
    ],
    ['repo clone', cloneRepository],
    ['repo members', stating((call) => ({ kind: 'grant', what: 'member', to: targetOf(call), reach: 'remote' }))],
    ['release create', publish(false)],
    ['release upload', publish(false)],
    ['release delete', publish(true)],
    ['snippet create', snippet],
    ['ci run', startsPipeline],
    ['ci trigger', startsPipeline],
    ['ci retry', pipeline('restart')],
    ['ci cancel', pipeline('cancel')],
    ['ci delete', pipeline('delete')],
    ['ssh-key add', stating((call) => ({ kind: 'grant', what: 'ssh key', to: targetOf(call), reach: 'remote' }))],
    ['deploy-key add', stating((call) => ({ kind: 'grant', what: 'deploy key', to: targetOf(call), reach: 'remote' }))],
    ['token create', stating((call) => ({ kind: 'grant', what: 'access token', to: targetOf(call), reach: 'remote' }))],
    [
      'auth status',
      (call) => {
        if (!call.options.has('show-token', 't')) return 'proven'
        call.scribe.effect({
          kind: 'expose-secret',
          source: { kind: 'secret-store', store: 'glab' },
          sink: 'output',
          by: 'glab auth status',
        })
        return 'plain'
      },
    ],
    ['auth login', 'plain'],
    ['config set', 'plain'],
    ['alias set', 'plain'],
    ['api', callApi],
  ]),
}

/** Gitea's tool: the same shape, fewer words. */
export const GITEA: HostingTool = {
  names: ['tea'],
  service: 'gitea',
  grammar: GRAMMAR,
  deeds: new Map<string, HostingDeed>([
    ...all(
      'pulls:list pulls:ls issues:list issues:ls releases:list releases:ls repos:list repos:ls repos:search labels:list milestones:list branches:list notifications whoami login:list',
      'look',
    ),
    ['pulls checkout', checkOutRequest],
    ['clone', cloneRepository],
    ...all(
      'pulls:create pulls:close pulls:reopen pulls:review issues:create issues:close issues:reopen comment labels:create milestones:create repos:fork',
      writes('record'),
    ),
    ...all('pulls:approve', writes('approval')),
    ...all('pulls:merge pull:merge pr:merge', writes('merge')),
    ...all('pr:approve pull:approve pr:lgtm pulls:lgtm', writes('approval')),
    ...all('repos:delete', writes('deletion')),
    ...all('repos:create', writes('record')),
    ['releases create', publish(false)],
    ['releases delete', publish(true)],
  ]),
}
