import type { Effect } from '../../effects.ts'
import type { PathTag, PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe } from '../program.ts'
import { type FileTool, fileTool, workOn } from './touching.ts'

type Grants = Extract<Effect, { kind: 'change-mode' }>['grants']

/** What a mode gives away: the most far-reaching part counts. */
function grantsOf(mode: string): Grants {
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
  if (given(/^$|[uga]/, /s/)) return 'setuid'
  if (given(/[oa]/, /w/)) return 'world-writable'
  return given(/.*/, /[xX]/) ? 'executable' : 'other'
}

/** A mode such as `-x` looks like an option; it comes first and takes rights away. */
function isOption({ known }: Word): boolean {
  return !/^-[rwxXst]+$/.test(known)
}

const COMMON =
  '-cfvRhHLPnNE changes silent quiet verbose recursive dereference no-dereference no-preserve-root preserve-root'

const chmod = fileTool({
  names: 'chmod',
  usual: 'expected',
  flags: COMMON,
  values: 'reference',
  words: (args) => args.filter(isOption),
  acts: ({ command, options, operands, scribe }) => {
    const takesAway = !command.args.every(isOption)
    const named = takesAway || options.has('reference')
    const mode = named ? undefined : operands[0]?.text
    const grants = takesAway ? 'tighten' : grantsOf(mode ?? '')
    const by = grants === 'setuid' ? { by: `chmod ${mode}` } : {}
    // Making a project file executable is daily work; everything else is left to others to weigh.
    const harmless = grants !== 'setuid' && grants !== 'world-writable'
    return operands.slice(named ? 0 : 1).map((word) => {
      const path = scribe.path(word)
      scribe.effect({ kind: 'change-mode', path, grants, recursive: options.has('R', 'recursive'), ...by })
      return harmless && path.zone !== 'project-root' ? workOn(path) : 'plain'
    })
  },
})

function handing(
  tool: Omit<FileTool, 'acts'>,
  leading: number,
  grantsOf: (entries: readonly string[]) => Grants,
): Program {
  return fileTool({
    ...tool,
    usual: 'plain',
    acts: ({ options, operands, scribe }) => {
      const entries = options.values('m', 'a', 's', 'modify', 'set').map(({ known }) => known)
      const grants = grantsOf(entries)
      const recursive = options.has('R', 'recursive')
      const named = options.has('reference', 'm', 'x', 'b', 'k', 'set', 'modify')
      for (const word of operands.slice(named ? 0 : leading)) {
        const path = scribe.path(word)
        scribe.effect({ kind: 'change-mode', path, grants, recursive })
        // A whole tree that somebody had kept from others.
        const reads = grants === 'other' && entries.some((entry) => OTHERS_READ.test(entry))
        if (reads && recursive && /^(?:outside|home)$/.test(path.zone))
          scribe.effect({ kind: 'grant', what: path.text, to: 'everyone', reach: 'machine', certainty: 'likely' })
      }
      return 'plain'
    },
  })
}

/** Entries that let somebody else write: `u:name:rwx`, `g:name:rw`, `o::w`, `A::EVERYONE@:rwx`. */
const OTHERS_WRITE = /(?:^|,)(?:d(?:efault)?:)?(?:(?:u|user|g|group):[^:,]+:|o(?:ther)?::?|a:[a-z]*:[^:,]+:)[a-z-]*w/i

const OTHERS_READ = /(?:^|,)(?:d(?:efault)?:)?o(?:ther)?::?r/i

/** The flag that keeps a file as it is: set, it locks others out; cleared, it opens what was locked. */
function stateLock({ tags, text, zone }: PathUse, sets: boolean, scribe: Scribe): void {
  const tagged = (...names: readonly PathTag[]) => tags.some((tag) => names.includes(tag))
  if (sets && tagged('history', 'log')) scribe.effect({ kind: 'weaken', area: 'history', feature: text })
  else if (sets && tagged('ssh-access', 'persistence', 'shell-startup'))
    scribe.effect({ kind: 'persist', mechanism: 'other', target: text })
  else if (!sets && (zone === 'system' || tagged('privilege', 'ssh-access')))
    scribe.effect({ kind: 'weaken', area: 'other', feature: `the lock on ${text}` })
}

/** `chflags hidden`, `SetFile -a V`: the file no longer shows. */
function stateHidden({ args }: Command, { zone, text }: PathUse, scribe: Scribe): void {
  if (zone !== 'project' && args.some(({ known }) => /^(?:\w+,)*hidden(?:,|$)|^[a-zA-Z]*V[a-zA-Z]*$/.test(known)))
    scribe.effect({ kind: 'weaken', area: 'other', feature: `the sight of ${text}` })
}

const chattr: Program = {
  names: ['chattr', 'chflags'],
  read: (command, scribe) => {
    const { args } = command
    const flag = args.find(({ known }) => /^[-+][a-zA-Z]*[ia]|^(?:no)?[us](?:chg|appnd)/.test(known))?.known
    const recursive = args.some(({ text }) => text === '-R')
    for (const word of args) {
      if (/^[-+=]|^(?:no)?(?:uchg|schg|hidden|uappnd|sappnd)(?:,|$)/.test(word.known)) continue
      const path = scribe.path(word)
      scribe.effect({ kind: 'change-mode', path, grants: 'other', recursive })
      if (flag !== undefined) stateLock(path, !/^(?:-|no)/.test(flag), scribe)
      stateHidden(command, path, scribe)
    }
    return 'plain'
  },
}

/** macOS: attributes and dates of a file. A date set by hand is a false one. */
const setFile: Program = {
  names: ['setfile'],
  read: (command, scribe) => {
    const last = command.args.at(-1)
    if (!last) return 'plain'
    const path = scribe.path(last)
    if (path.zone !== 'project' && command.args.some(({ known }) => /^-[dm]$/.test(known)))
      scribe.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${path.text}` })
    stateHidden(command, path, scribe)
    return 'plain'
  },
}

export const MODES: readonly Program[] = [
  chmod,
  setFile,
  handing({ names: 'chown chgrp', flags: COMMON, values: 'reference from' }, 1, () => 'owner'),
  handing(
    {
      names: 'setfacl',
      flags: '-bkRLPdn remove-all remove-default recursive mask no-mask default test',
      values: '-mxMXasA modify remove set set-file',
    },
    0,
    (entries) => (entries.some((entry) => OTHERS_WRITE.test(entry)) ? 'world-writable' : 'other'),
  ),
  handing({ names: 'setcap', flags: '-qvrnf' }, 1, () => 'capability'),
  chattr,
]
