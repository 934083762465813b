import type { Effect } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Command } from '../../words.ts'
import { type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { workOn } from './touching.ts'

type Grants = Extract<Effect, { kind: 'change-mode' }>['grants']

/** What a mode gives away: the most far-reaching part counts. */
export function grantsOf(mode: string): Grants {
  if (/^[0-7]{1,5}$/.test(mode)) {
    const bits = Number.parseInt(mode, 8)
    if (bits & 0o6000) return 'setuid'
    if (bits & 0o002 && !(bits & 0o1000)) return 'world-writable'
    if (bits & 0o111) return 'executable'
    return bits & 0o066 ? 'other' : 'tighten'
  }
  const clauses = mode.split(',').map((clause) => /^([ugoa]*)([+=-])([rwxXstugo]*)$/.exec(clause))
  if (clauses.some((clause) => clause === null)) return 'other'
  const adds = clauses.filter((clause) => clause?.[2] !== '-')
  if (adds.length === 0) return 'tighten'
  const given = (who: RegExp, what: RegExp) =>
    adds.some((clause) => who.test(clause?.[1] ?? '') && what.test(clause?.[3] ?? ''))
  if (given(/^(?:|.*[uga].*)$/, /s/)) return 'setuid'
  if (given(/[oa]/, /w/)) return 'world-writable'
  return given(/.*/, /[xX]/) ? 'executable' : 'other'
}

/** Making a project file executable is daily work; everything else is left to others to weigh. */
function standingOf(path: PathUse, grants: Grants): Standing {
  const harmless = grants === 'executable' || grants === 'tighten' || grants === 'other'
  return harmless && path.zone !== 'project-root' ? workOn(path) : 'plain'
}

const COMMON =
  '-cfvRhHLPnNE changes silent quiet verbose recursive dereference no-dereference no-preserve-root preserve-root'

const chmod: Program = {
  names: ['chmod'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    // A mode such as `-x` looks like an option; it comes first and takes rights away.
    const words = command.args.filter((word) => !/^-[rwxXst]+$/.test(word.known))
    const options = readOptions(words, { flags: COMMON, values: 'reference' })
    const takesAway = words.length < command.args.length
    const [mode, ...files] = takesAway || options.has('reference') ? [undefined, ...options.operands] : options.operands
    const grants = takesAway ? 'tighten' : mode?.text === undefined ? 'other' : grantsOf(mode.text)
    const recursive = options.has('R', 'recursive')
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of files) {
      if (!word) continue
      const path = scribe.path(word)
      const by = grants === 'setuid' ? `chmod ${mode?.text ?? ''}`.trim() : undefined
      scribe.effect({ kind: 'change-mode', path, grants, recursive, ...(by !== undefined && { by }) })
      standing = weakest(standing, standingOf(path, grants))
    }
    return standing
  },
}

/** Programs of the shape `program [options] what file…` that hand something over. */
function handing(
  names: string,
  grants: Grants | ((options: Options) => Grants),
  grammar: { flags: string; values?: string },
  leading: number,
): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      if (asksForHelp(command.args)) return 'proven'
      const options = readOptions(command.args, grammar)
      for (const word of options.operands.slice(
        options.has('reference', 'm', 'x', 'b', 'k', 'set', 'modify') ? 0 : leading,
      )) {
        const path = scribe.path(word)
        const recursive = options.has('R', 'recursive')
        const given = typeof grants === 'function' ? grants(options) : grants
        scribe.effect({ kind: 'change-mode', path, grants: given, recursive })
        // A whole tree that somebody had kept from others.
        const reads = given === 'other' && entriesOf(options).some((entry) => OTHERS_READ.test(entry))
        if (reads && recursive && /^(?:outside|home)$/.test(path.zone))
          scribe.effect({ kind: 'grant', what: path.text, to: 'everyone', reach: 'machine', certainty: 'likely' })
      }
      return options.unknown.length > 0 ? 'unknown' : 'plain'
    },
  }
}

/** Entries that let somebody else write: `u:name:rwx`, `g:name:rw`, `o::w`, `A::EVERYONE@:rwx`. */
const OTHERS_WRITE = /(?:^|,)(?:d(?:efault)?:)?(?:(?:u|user|g|group):[^:,]+:|o(?:ther)?::?|a:[a-z]*:[^:,]+:)[a-z-]*w/i

const OTHERS_READ = /(?:^|,)(?:d(?:efault)?:)?o(?:ther)?::?r/i

function entriesOf(options: Options): readonly string[] {
  return options.values('m', 'a', 's', 'modify', 'set').map(({ known }) => known)
}

function aclGrants(options: Options): Grants {
  return entriesOf(options).some((entry) => OTHERS_WRITE.test(entry)) ? 'world-writable' : 'other'
}

/** The flag that keeps a file as it is: set, it locks others out; cleared, it opens what was locked. */
function stateLock(path: PathUse, sets: boolean, scribe: Scribe): void {
  const { tags } = path
  if (sets && tags.some((tag) => tag === 'history' || tag === 'log'))
    scribe.effect({ kind: 'weaken', area: 'history', feature: path.text })
  else if (sets && tags.some((tag) => tag === 'ssh-access' || tag === 'persistence' || tag === 'shell-startup'))
    scribe.effect({ kind: 'persist', mechanism: 'other', target: path.text })
  else if (!sets && (path.zone === 'system' || tags.some((tag) => tag === 'privilege' || tag === 'ssh-access')))
    scribe.effect({ kind: 'weaken', area: 'other', feature: `the lock on ${path.text}` })
}

/** `chattr -i /etc/passwd`: a leading sign is the mode. */
const chattr: Program = {
  names: ['chattr', 'chflags'],
  read: (command, scribe) => {
    const flag = command.args.find((word) => /^[-+][a-zA-Z]*[ia]|^(?:no)?[us](?:chg|appnd)/.test(word.known))?.known
    const files = command.args.filter(
      (word) => !/^[-+=]/.test(word.known) && !/^(?:no)?(?:uchg|schg|hidden|uappnd|sappnd)(?:,|$)/.test(word.known),
    )
    for (const word of files) {
      const path = scribe.path(word)
      scribe.effect({
        kind: 'change-mode',
        path,
        grants: 'other',
        recursive: command.args.some((arg) => arg.text === '-R'),
      })
      if (flag !== undefined) stateLock(path, !/^(?:-|no)/.test(flag), scribe)
      if (hides(command) && path.zone !== 'project')
        scribe.effect({ kind: 'weaken', area: 'other', feature: `the sight of ${path.text}` })
    }
    return 'plain'
  },
}

/** `chflags hidden`, `SetFile -a V`: the file no longer shows. */
function hides({ args }: Command): boolean {
  return args.some((word) => /^(?:\w+,)*hidden(?:,|$)/.test(word.known) || /^[a-zA-Z]*V[a-zA-Z]*$/.test(word.known))
}

/** macOS: attributes and dates of a file. A date set by hand is a false one. */
const setFile: Program = {
  names: ['setfile'],
  read: (command, scribe) => {
    const last = command.args.at(-1)
    if (!last) return 'plain'
    const path = scribe.path(last)
    const dated = command.args.some((word) => /^-[dm]$/.test(word.known))
    if (path.zone === 'project') return 'plain'
    if (dated) scribe.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${path.text}` })
    if (hides(command)) scribe.effect({ kind: 'weaken', area: 'other', feature: `the sight of ${path.text}` })
    return 'plain'
  },
}

export const MODES: readonly Program[] = [
  chmod,
  setFile,
  handing('chown chgrp', 'owner', { flags: COMMON, values: 'reference from' }, 1),
  handing(
    'setfacl',
    aclGrants,
    {
      flags: '-bkRLPdn remove-all remove-default recursive mask no-mask default test',
      values: '-mxMXasA modify remove set set-file',
    },
    0,
  ),
  handing('setcap', 'capability', { flags: '-qvrnf' }, 1),
  chattr,
]
