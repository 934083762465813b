import type { Effect } from '../../../analysis/effects.ts'
import { freeWords } from '../../../analysis/generic/word-shapes.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'

type DiscardedThing = Extract<Effect, { kind: 'git-discard' }>['what']

interface SystemAct {
  readonly grade: CommandGrade
  /** What is thrown away; with `when`, only if one of these options is given. */
  readonly discards?: DiscardedThing
  readonly when?: RegExp
  /** Sends to the server, or takes away from it; `shares`: to the one line that everybody works on. */
  readonly pushes?: 'changes' | 'removal' | 'shares'
}

interface VersionControlSystem {
  readonly names: readonly string[]
  /** Options before the sub-command that take a value. */
  readonly values: ReadonlySet<string>
  readonly verbs: ReadonlyMap<string, SystemAct>
}

const PROVEN_ACT: SystemAct = { grade: 'proven' }
const EXPECTED_ACT: SystemAct = { grade: 'expected' }
const PUSH_ACT: SystemAct = { grade: 'plain', pushes: 'changes' }
const REMOTE_REMOVAL_ACT: SystemAct = { grade: 'plain', pushes: 'removal' }
/** Where a commit is made at the server, nothing lies between it and the others. */
const SHARED_PUSH_ACT: SystemAct = { grade: 'plain', pushes: 'shares' }

const mapVerbs = (names: string, act: SystemAct): [string, SystemAct][] => names.split(' ').map((name) => [name, act])
const makeDiscardingAct = (discards: DiscardedThing, when?: RegExp): SystemAct => ({
  grade: 'expected',
  discards,
  ...(when ? { when } : {}),
})

const VERSION_CONTROL_SYSTEMS: readonly VersionControlSystem[] = [
  {
    names: ['svn'],
    values: new Set(['--username', '--password', '--config-dir']),
    verbs: new Map([
      ...mapVerbs('status st stat log info diff di list ls blame cat proplist propget help', PROVEN_ACT),
      ...mapVerbs(
        'update up checkout co add switch merge resolve mkdir move mv copy cp cleanup export propset delete rm',
        EXPECTED_ACT,
      ),
      ['revert', makeDiscardingAct('worktree')],
      ...mapVerbs('commit ci import', SHARED_PUSH_ACT),
    ]),
  },
  {
    names: ['cvs'],
    values: new Set(['-d']),
    verbs: new Map([
      ...mapVerbs('status log diff annotate history', PROVEN_ACT),
      ...mapVerbs('update up checkout co add edit', EXPECTED_ACT),
      ...mapVerbs('commit ci import', SHARED_PUSH_ACT),
    ]),
  },
  {
    names: ['p4'],
    values: new Set('-c -C -d -H -p -P -u -x'.split(' ')),
    verbs: new Map([
      ...mapVerbs(
        'opened diff diff2 filelog files changes describe have where info print fstat annotate sizes',
        PROVEN_ACT,
      ),
      ...mapVerbs('edit add delete move sync integrate resolve shelve unshelve reopen', EXPECTED_ACT),
      ['revert', makeDiscardingAct('worktree')],
      // Without the letter it tells what would go.
      ['obliterate', makeDiscardingAct('history', /^-y$/)],
      ['submit', SHARED_PUSH_ACT],
    ]),
  },
  {
    names: ['fossil'],
    values: new Set(['-R', '--repository']),
    verbs: new Map([
      ...mapVerbs('status changes timeline diff info finfo annotate ls', PROVEN_ACT),
      ...mapVerbs('add addremove open update checkout merge mv rm branch stash', EXPECTED_ACT),
      ['revert', makeDiscardingAct('worktree')],
      // It goes to the server by itself, unless that is switched off.
      ...mapVerbs('commit ci push sync', SHARED_PUSH_ACT),
    ]),
  },
  {
    names: ['hg', 'sl'],
    values: new Set(['-R', '--repository', '--cwd', '--config']),
    verbs: new Map([
      ...mapVerbs(
        'status st log diff summary id identify branches bookmarks tags heads parents cat annotate blame paths help version root manifest grep smartlog ssl show',
        PROVEN_ACT,
      ),
      ...mapVerbs(
        'add commit ci pull merge branch shelve unshelve rebase graft backout bookmark tag resolve addremove rename move copy init clone amend unamend metaedit fold hide next prev',
        EXPECTED_ACT,
      ),
      ...mapVerbs('update up checkout co goto', makeDiscardingAct('worktree', /^(?:-[a-zA-Z]*C[a-zA-Z]*|--clean)$/)),
      ['revert', makeDiscardingAct('worktree')],
      ['strip', makeDiscardingAct('commits')],
      ['purge', makeDiscardingAct('untracked')],
      ['clean', makeDiscardingAct('untracked')],
      ['rollback', makeDiscardingAct('commits')],
      ['push', PUSH_ACT],
    ]),
  },
  {
    names: ['jj'],
    values: new Set(['-R', '--repository', '--at-op', '--config']),
    verbs: new Map([
      ...mapVerbs('status st log show diff help version root evolog interdiff', PROVEN_ACT),
      ...mapVerbs(
        'new commit describe desc edit squash split rebase bookmark b undo redo op operation workspace file restore git duplicate absorb fix next prev resolve config',
        EXPECTED_ACT,
      ),
      // One change is an ordinary step; a set of them may be all there is.
      ['abandon', makeDiscardingAct('commits', /^(?:all\(\)|[*]+|\S*::\S*)$/)],
    ]),
  },
]

/** Words by which such systems give up what was recorded, in those of extensions too. */
const HISTORY_DISCARDING_VERB = /^(?:debug)?(?:strip|obliterate|uncommit|unrecord|rollback|purge|scrub)$/

const LIST_OR_DRY_RUN_OPTION = /^(?:-n|--dry-run|--help|-p|--print|-l|--list)$/

function readSystem(system: VersionControlSystem, command: Command, recorder: EffectRecorder): CommandGrade {
  const at = findVerbIndex(command.args, system.values)
  const verb = command.args[at]?.text
  if (verb === undefined)
    return command.args.some((word) => word.known === '--version' || word.known === '--help') ? 'proven' : 'unknown'
  const rest = command.args.slice(at + 1)
  const name = system.names[0] ?? ''
  if (name === 'jj' && verb === 'git' && rest[0]?.text === 'push')
    return recordPush(rest.slice(1), 'jj git push', recorder)
  const settings = command.args.slice(0, at).some((word) => /^--config(?:=|$)/.test(word.known))
  for (const word of command.args.slice(0, at)) {
    const line = /^(?:--config=)?(?:alias|hooks?)\.[\w.-]{1,80}\s{0,4}=\s{0,4}!?(.{1,400})$/s.exec(word.known)?.[1]
    if (line !== undefined) recorder.runsShell({ text: line, sources: word.sources }, `${name} --config`)
  }
  // What one could still go back to is given up.
  const forgets =
    (/^op(?:eration)?$/.test(verb) && rest[0]?.text === 'abandon') ||
    (rest.some(({ known }) => /^--(?:expire|prune)=(?:now|all)$/.test(known)) && [verb, rest[0]?.text].includes('gc'))
  if (forgets) return recordVerbAct(makeDiscardingAct('commits'), rest, `${name} ${verb}`, recorder)
  recordRepositoryCopy(verb, rest, `${name} ${verb}`, recorder)
  const act =
    findServerAct(verb, rest) ??
    system.verbs.get(verb) ??
    (HISTORY_DISCARDING_VERB.test(verb) ? makeDiscardingAct('commits') : undefined)
  if (!act) return 'unknown'
  return weakestGrade(settings ? 'unknown' : 'proven', recordVerbAct(act, rest, `${name} ${verb}`, recorder))
}

const REMOVE_VERB = /^(?:del(?:ete)?|remove|rm)$/
const REPOSITORY_ADDRESS = /^(?:\^\/|[a-z][a-z+]*:\/\/)/i
/** Words that change what they name. */
const SERVER_CHANGING_VERB = /^(?:move|mv|rename|ren|copy|cp|mkdir|prop(?:set|del)|ps|pd|lock|unlock)$/

/** Options that are given words, a file or a number. */
const VALUE_OPTION = /^(?:-[mFr]|--(?:message|file|revision))$/
const POSSIBLE_VALUE_OPTION = /^(?:-[mFr]|--[\w-]+)$/

/** Given an address, they change it there and at once. */
function findServerAct(verb: string, words: readonly Word[]): SystemAct | undefined {
  const addressed = ({ known }: Word, at: number) =>
    REPOSITORY_ADDRESS.test(known) && !VALUE_OPTION.test(words[at - 1]?.known ?? '')
  // Of two places the last is changed; a word behind a long option is what that is given, unless it is an address.
  const last = words.findLast(
    (word, at) =>
      !word.known.startsWith('-') && (addressed(word, at) || !POSSIBLE_VALUE_OPTION.test(words[at - 1]?.known ?? '')),
  )
  if (!(REMOVE_VERB.test(verb) ? words.some(addressed) : REPOSITORY_ADDRESS.test(last?.known ?? ''))) return undefined
  // What a revision says of itself is kept nowhere else.
  if (words.some(({ known }) => known === '--revprop') && SERVER_CHANGING_VERB.test(verb)) return REMOTE_REMOVAL_ACT
  return REMOVE_VERB.test(verb) ? REMOTE_REMOVAL_ACT : SERVER_CHANGING_VERB.test(verb) ? PUSH_ACT : undefined
}

/** A second folder of the same repository: `workspace add ../x`, `clone . ../x`. */
function recordRepositoryCopy(verb: string, rest: readonly Word[], by: string, recorder: EffectRecorder): void {
  const added = /^work(?:space|tree)$/.test(verb) && rest[0]?.text === 'add'
  if (!added && !/^(?:clone|share)$/.test(verb)) return
  const [first, second] = freeWords(added ? rest.slice(1) : rest)
  // What comes from elsewhere is no copy of the project.
  const here = added || (first !== undefined && recorder.path(first).real === recorder.facts.projectRoot)
  const folder = added ? first : here ? second : undefined
  const place = folder && recorder.path(folder)
  // One that lies there was somebody's before.
  if (place?.real === undefined || /^(?:file|directory)$/.test(recorder.facts.file(place.real).kind)) return
  recorder.effect({
    kind: 'write-path',
    path: place,
    how: 'create',
    content: undefined,
    of: [recorder.facts.projectRoot],
    by,
  })
}

function recordVerbAct(act: SystemAct, args: readonly Word[], by: string, recorder: EffectRecorder): CommandGrade {
  if (act.pushes) return recordPush(args, by, recorder, act.pushes)
  const { discards, when } = act
  if (discards === undefined || args.some((word) => LIST_OR_DRY_RUN_OPTION.test(word.known))) return act.grade
  if (when && !args.some((word) => when.test(word.known))) return act.grade
  const refs = args.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)
  recorder.effect({ kind: 'git-discard', what: discards, refs, loses: 'unknown', by })
  return 'plain'
}

/** These systems have no private branch by default: what is sent may well reach the shared line. */
function recordPush(
  args: readonly Word[],
  by: string,
  recorder: EffectRecorder,
  sends: SystemAct['pushes'] = 'changes',
): CommandGrade {
  if (args.some((word) => /^(?:-n|--dry-run)$/.test(word.known))) return 'expected'
  const force = args.some((word) => /^(?:-f|--force|--overwrite|--allow-backwards)$/.test(word.known))
  const deletes = sends === 'removal' || args.some((word) => word.known === '--deleted')
  const refs = args.flatMap((word, at) =>
    /^(?:-[bBr]|--bookmark|--branch|--to)$/.test(args[at - 1]?.known ?? '') ? [word.known] : [],
  )
  const shared = sends === 'shares' || refs.some((ref) => /^(?:remote\/)?(?:main|master|trunk|default)$/.test(ref))
  const toDefault = shared ? 'yes' : 'unknown'
  recorder.effect({ kind: 'git-push', remote: by, refs, force, deletes, toDefault, mirror: false, by })
  return 'plain'
}

function findVerbIndex(args: readonly Word[], values: ReadonlySet<string>): number {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.known ?? ''
    if (values.has(text)) at++
    else if (!text.startsWith('-')) return at
  }
  return args.length
}

/** Interactive viewers: they look until a person presses a key. */
const REPOSITORY_VIEWERS: Program = { names: ['gitk', 'tig', 'lazygit', 'gitui', 'git-gui'], read: () => 'plain' }

export const OTHER_VERSION_CONTROL: readonly Program[] = [
  ...VERSION_CONTROL_SYSTEMS.map(
    (system): Program => ({ names: system.names, read: (command, recorder) => readSystem(system, command, recorder) }),
  ),
  REPOSITORY_VIEWERS,
]
