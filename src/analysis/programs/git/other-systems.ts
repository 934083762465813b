import type { Effect } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { freeWords } from '../unlisted/shapes.ts'

type What = Extract<Effect, { kind: 'git-discard' }>['what']

interface SystemDeed {
  readonly standing: Standing
  /** What is thrown away; with `when`, only if one of these options is given. */
  readonly discards?: What
  readonly when?: RegExp
  /** Sends to the server, or takes away from it; `shares`: to the one line that everybody works on. */
  readonly pushes?: 'changes' | 'removal' | 'shares'
}

interface System {
  readonly names: readonly string[]
  /** Options before the sub-command that take a value. */
  readonly values: ReadonlySet<string>
  readonly verbs: ReadonlyMap<string, SystemDeed>
}

const PROVEN: SystemDeed = { standing: 'proven' }
const EXPECTED: SystemDeed = { standing: 'expected' }
const PUSH: SystemDeed = { standing: 'plain', pushes: 'changes' }
const REMOVAL: SystemDeed = { standing: 'plain', pushes: 'removal' }
/** Where a commit is made at the server, nothing lies between it and the others. */
const SHARE: SystemDeed = { standing: 'plain', pushes: 'shares' }

const all = (names: string, deed: SystemDeed): [string, SystemDeed][] => names.split(' ').map((name) => [name, deed])
const throws = (discards: What, when?: RegExp): SystemDeed => ({
  standing: 'expected',
  discards,
  ...(when ? { when } : {}),
})

const SYSTEMS: readonly System[] = [
  {
    names: ['svn'],
    values: new Set(['--username', '--password', '--config-dir']),
    verbs: new Map([
      ...all('status st stat log info diff di list ls blame cat proplist propget help', PROVEN),
      ...all(
        'update up checkout co add switch merge resolve mkdir move mv copy cp cleanup export propset delete rm',
        EXPECTED,
      ),
      ['revert', throws('worktree')],
      ...all('commit ci import', SHARE),
    ]),
  },
  {
    names: ['cvs'],
    values: new Set(['-d']),
    verbs: new Map([
      ...all('status log diff annotate history', PROVEN),
      ...all('update up checkout co add edit', EXPECTED),
      ...all('commit ci import', SHARE),
    ]),
  },
  {
    names: ['p4'],
    values: new Set('-c -C -d -H -p -P -u -x'.split(' ')),
    verbs: new Map([
      ...all('opened diff diff2 filelog files changes describe have where info print fstat annotate sizes', PROVEN),
      ...all('edit add delete move sync integrate resolve shelve unshelve reopen', EXPECTED),
      ['revert', throws('worktree')],
      // Without the letter it tells what would go.
      ['obliterate', throws('history', /^-y$/)],
      ['submit', SHARE],
    ]),
  },
  {
    names: ['fossil'],
    values: new Set(['-R', '--repository']),
    verbs: new Map([
      ...all('status changes timeline diff info finfo annotate ls', PROVEN),
      ...all('add addremove open update checkout merge mv rm branch stash', EXPECTED),
      ['revert', throws('worktree')],
      // It goes to the server by itself, unless that is switched off.
      ...all('commit ci push sync', SHARE),
    ]),
  },
  {
    names: ['hg', 'sl'],
    values: new Set(['-R', '--repository', '--cwd', '--config']),
    verbs: new Map([
      ...all(
        'status st log diff summary id identify branches bookmarks tags heads parents cat annotate blame paths help version root manifest grep smartlog ssl show',
        PROVEN,
      ),
      ...all(
        'add commit ci pull merge branch shelve unshelve rebase graft backout bookmark tag resolve addremove rename move copy init clone amend unamend metaedit fold hide next prev',
        EXPECTED,
      ),
      ...all('update up checkout co goto', throws('worktree', /^(?:-[a-zA-Z]*C[a-zA-Z]*|--clean)$/)),
      ['revert', throws('worktree')],
      ['strip', throws('commits')],
      ['purge', throws('untracked')],
      ['clean', throws('untracked')],
      ['rollback', throws('commits')],
      ['push', PUSH],
    ]),
  },
  {
    names: ['jj'],
    values: new Set(['-R', '--repository', '--at-op', '--config']),
    verbs: new Map([
      ...all('status st log show diff help version root evolog interdiff', PROVEN),
      ...all(
        'new commit describe desc edit squash split rebase bookmark b undo redo op operation workspace file restore git duplicate absorb fix next prev resolve config',
        EXPECTED,
      ),
      // One change is an ordinary step; a set of them may be all there is.
      ['abandon', throws('commits', /^(?:all\(\)|[*]+|\S*::\S*)$/)],
    ]),
  },
]

/** Words by which such systems give up what was recorded, in those of extensions too. */
const GIVES_UP = /^(?:debug)?(?:strip|obliterate|uncommit|unrecord|rollback|purge|scrub)$/

const LOOKS = /^(?:-n|--dry-run|--help|-p|--print|-l|--list)$/

function readSystem(system: System, command: Command, scribe: Scribe): Standing {
  const at = verbIndex(command.args, system.values)
  const verb = command.args[at]?.text
  if (verb === undefined)
    return command.args.some((word) => word.known === '--version' || word.known === '--help') ? 'proven' : 'unknown'
  const rest = command.args.slice(at + 1)
  const name = system.names[0] ?? ''
  if (name === 'jj' && verb === 'git' && rest[0]?.text === 'push') return pushes(rest.slice(1), 'jj git push', scribe)
  const settings = command.args.slice(0, at).some((word) => /^--config(?:=|$)/.test(word.known))
  for (const word of command.args.slice(0, at)) {
    const line = /^(?:--config=)?(?:alias|hooks?)\.[\w.-]{1,80}\s{0,4}=\s{0,4}!?(.{1,400})$/s.exec(word.known)?.[1]
    if (line !== undefined) scribe.runsShell({ text: line, sources: word.sources }, `${name} --config`)
  }
  // What one could still go back to is given up.
  const forgets =
    (/^op(?:eration)?$/.test(verb) && rest[0]?.text === 'abandon') ||
    (rest.some(({ known }) => /^--(?:expire|prune)=(?:now|all)$/.test(known)) && [verb, rest[0]?.text].includes('gc'))
  if (forgets) return perform(throws('commits'), rest, `${name} ${verb}`, scribe)
  stateCopy(verb, rest, `${name} ${verb}`, scribe)
  const deed = atServer(verb, rest) ?? system.verbs.get(verb) ?? (GIVES_UP.test(verb) ? throws('commits') : undefined)
  if (!deed) return 'unknown'
  return weakest(settings ? 'unknown' : 'proven', perform(deed, rest, `${name} ${verb}`, scribe))
}

const REMOVES = /^(?:del(?:ete)?|remove|rm)$/
const ADDRESS = /^(?:\^\/|[a-z][a-z+]*:\/\/)/i
/** Words that change what they name. */
const CHANGES = /^(?:move|mv|rename|ren|copy|cp|mkdir|prop(?:set|del)|ps|pd|lock|unlock)$/

/** Options that are given words, a file or a number. */
const GIVEN = /^(?:-[mFr]|--(?:message|file|revision))$/
const TAKES = /^(?:-[mFr]|--[\w-]+)$/

/** Given an address, they change it there and at once. */
function atServer(verb: string, words: readonly Word[]): SystemDeed | undefined {
  const addressed = ({ known }: Word, at: number) => ADDRESS.test(known) && !GIVEN.test(words[at - 1]?.known ?? '')
  // Of two places the last is changed; a word behind a long option is what that is given, unless it is an address.
  const last = words.findLast(
    (word, at) => !word.known.startsWith('-') && (addressed(word, at) || !TAKES.test(words[at - 1]?.known ?? '')),
  )
  if (!(REMOVES.test(verb) ? words.some(addressed) : ADDRESS.test(last?.known ?? ''))) return undefined
  // What a revision says of itself is kept nowhere else.
  if (words.some(({ known }) => known === '--revprop') && CHANGES.test(verb)) return REMOVAL
  return REMOVES.test(verb) ? REMOVAL : CHANGES.test(verb) ? PUSH : undefined
}

/** A second folder of the same repository: `workspace add ../x`, `clone . ../x`. */
function stateCopy(verb: string, rest: readonly Word[], by: string, scribe: Scribe): void {
  const added = /^work(?:space|tree)$/.test(verb) && rest[0]?.text === 'add'
  if (!added && !/^(?:clone|share)$/.test(verb)) return
  const [first, second] = freeWords(added ? rest.slice(1) : rest)
  // What comes from elsewhere is no copy of the project.
  const here = added || (first !== undefined && scribe.path(first).real === scribe.facts.projectRoot)
  const folder = added ? first : here ? second : undefined
  const place = folder && scribe.path(folder)
  // One that lies there was somebody's before.
  if (place?.real === undefined || /^(?:file|directory)$/.test(scribe.facts.file(place.real).kind)) return
  scribe.effect({
    kind: 'write-path',
    path: place,
    how: 'create',
    content: undefined,
    of: [scribe.facts.projectRoot],
    by,
  })
}

function perform(deed: SystemDeed, args: readonly Word[], by: string, scribe: Scribe): Standing {
  if (deed.pushes) return pushes(args, by, scribe, deed.pushes)
  const { discards, when } = deed
  if (discards === undefined || args.some((word) => LOOKS.test(word.known))) return deed.standing
  if (when && !args.some((word) => when.test(word.known))) return deed.standing
  const refs = args.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)
  scribe.effect({ kind: 'git-discard', what: discards, refs, loses: 'unknown', by })
  return 'plain'
}

/** These systems have no private branch by default: what is sent may well reach the shared line. */
function pushes(args: readonly Word[], by: string, scribe: Scribe, sends: SystemDeed['pushes'] = 'changes'): Standing {
  if (args.some((word) => /^(?:-n|--dry-run)$/.test(word.known))) return 'expected'
  const force = args.some((word) => /^(?:-f|--force|--overwrite|--allow-backwards)$/.test(word.known))
  const deletes = sends === 'removal' || args.some((word) => word.known === '--deleted')
  const refs = args.flatMap((word, at) =>
    /^(?:-[bBr]|--bookmark|--branch|--to)$/.test(args[at - 1]?.known ?? '') ? [word.known] : [],
  )
  const shared = sends === 'shares' || refs.some((ref) => /^(?:remote\/)?(?:main|master|trunk|default)$/.test(ref))
  const toDefault = shared ? 'yes' : 'unknown'
  scribe.effect({ kind: 'git-push', remote: by, refs, force, deletes, toDefault, mirror: false, by })
  return 'plain'
}

function verbIndex(args: readonly Word[], values: ReadonlySet<string>): number {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.known ?? ''
    if (values.has(text)) at++
    else if (!text.startsWith('-')) return at
  }
  return args.length
}

/** Interactive viewers: they look until a person presses a key. */
const VIEWERS: Program = { names: ['gitk', 'tig', 'lazygit', 'gitui', 'git-gui'], read: () => 'plain' }

export const OTHER_SYSTEMS: readonly Program[] = [
  ...SYSTEMS.map(
    (system): Program => ({ names: system.names, read: (command, scribe) => readSystem(system, command, scribe) }),
  ),
  VIEWERS,
]
