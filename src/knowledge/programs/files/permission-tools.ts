import type { Effect } from '../../../analysis/effects.ts'
import { defineFileTool, type FileTool, gradeFileWork } from '../../../analysis/interpret/file-tool.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { PathTag, PathUse } from '../../../analysis/paths/paths.ts'
import type { Command, Word } from '../../../analysis/words.ts'

type Grants = Extract<Effect, { kind: 'change-mode' }>['grants']

/** What a mode gives away: the most far-reaching part counts. */
function classifyMode(mode: string): Grants {
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
function isNotModeOperand({ known }: Word): boolean {
  return !/^-[rwxXst]+$/.test(known)
}

const COMMON_OPTIONS =
  '-cfvRhHLPnNE changes silent quiet verbose recursive dereference no-dereference no-preserve-root preserve-root'

const chmod = defineFileTool({
  names: 'chmod',
  usual: 'expected',
  flags: COMMON_OPTIONS,
  values: 'reference',
  words: (args) => args.filter(isNotModeOperand),
  acts: ({ command, options, operands, recorder }) => {
    const takesAway = !command.args.every(isNotModeOperand)
    const named = takesAway || options.has('reference')
    const mode = named ? undefined : operands[0]?.text
    const grants = takesAway ? 'tighten' : classifyMode(mode ?? '')
    const by = grants === 'setuid' ? { by: `chmod ${mode}` } : {}
    // Making a project file executable is daily work; everything else is left to others to weigh.
    const harmless = grants !== 'setuid' && grants !== 'world-writable'
    return operands.slice(named ? 0 : 1).map((word) => {
      const path = recorder.path(word)
      recorder.effect({ kind: 'change-mode', path, grants, recursive: options.has('R', 'recursive'), ...by })
      return harmless && path.zone !== 'project-root' ? gradeFileWork(path) : 'plain'
    })
  },
})

function makeOwnershipTool(
  tool: Omit<FileTool, 'acts'>,
  leading: number,
  grantsOf: (entries: readonly string[]) => Grants,
): Program {
  return defineFileTool({
    ...tool,
    usual: 'plain',
    acts: ({ options, operands, recorder }) => {
      const entries = options.values('m', 'a', 's', 'modify', 'set').map(({ known }) => known)
      const grants = grantsOf(entries)
      const recursive = options.has('R', 'recursive')
      const named = options.has('reference', 'm', 'x', 'b', 'k', 'set', 'modify')
      for (const word of operands.slice(named ? 0 : leading)) {
        const path = recorder.path(word)
        recorder.effect({ kind: 'change-mode', path, grants, recursive })
        // A whole tree that somebody had kept from others.
        const reads = grants === 'other' && entries.some((entry) => ACL_READ_FOR_OTHERS.test(entry))
        if (reads && recursive && /^(?:outside|home)$/.test(path.zone))
          recorder.effect({ kind: 'grant', what: path.text, to: 'everyone', reach: 'machine', certainty: 'likely' })
      }
      return 'plain'
    },
  })
}

/** Entries that let somebody else write: `u:name:rwx`, `g:name:rw`, `o::w`, `A::EVERYONE@:rwx`. */
const ACL_WRITE_FOR_OTHERS =
  /(?:^|,)(?:d(?:efault)?:)?(?:(?:u|user|g|group):[^:,]+:|o(?:ther)?::?|a:[a-z]*:[^:,]+:)[a-z-]*w/i

const ACL_READ_FOR_OTHERS = /(?:^|,)(?:d(?:efault)?:)?o(?:ther)?::?r/i

/** The flag that keeps a file as it is: set, it locks others out; cleared, it opens what was locked. */
function recordImmutableFlag({ tags, text, zone }: PathUse, sets: boolean, recorder: EffectRecorder): void {
  const tagged = (...names: readonly PathTag[]) => tags.some((tag) => names.includes(tag))
  if (sets && tagged('history', 'log')) recorder.effect({ kind: 'weaken', area: 'history', feature: text })
  else if (sets && tagged('ssh-access', 'persistence', 'shell-startup'))
    recorder.effect({ kind: 'persist', mechanism: 'other', target: text })
  else if (!sets && (zone === 'system' || tagged('privilege', 'ssh-access')))
    recorder.effect({ kind: 'weaken', area: 'other', feature: `the lock on ${text}` })
}

/** `chflags hidden`, `SetFile -a V`: the file no longer shows. */
function recordHiddenFile({ args }: Command, { zone, text }: PathUse, recorder: EffectRecorder): void {
  if (zone !== 'project' && args.some(({ known }) => /^(?:\w+,)*hidden(?:,|$)|^[a-zA-Z]*V[a-zA-Z]*$/.test(known)))
    recorder.effect({ kind: 'weaken', area: 'other', feature: `the sight of ${text}` })
}

const chattr: Program = {
  names: ['chattr', 'chflags'],
  read: (command, recorder) => {
    const { args } = command
    const flag = args.find(({ known }) => /^[-+][a-zA-Z]*[ia]|^(?:no)?[us](?:chg|appnd)/.test(known))?.known
    const recursive = args.some(({ text }) => text === '-R')
    for (const word of args) {
      if (/^[-+=]|^(?:no)?(?:uchg|schg|hidden|uappnd|sappnd)(?:,|$)/.test(word.known)) continue
      const path = recorder.path(word)
      recorder.effect({ kind: 'change-mode', path, grants: 'other', recursive })
      if (flag !== undefined) recordImmutableFlag(path, !/^(?:-|no)/.test(flag), recorder)
      recordHiddenFile(command, path, recorder)
    }
    return 'plain'
  },
}

/** macOS: attributes and dates of a file. A date set by hand is a false one. */
const setFile: Program = {
  names: ['setfile'],
  read: (command, recorder) => {
    const last = command.args.at(-1)
    if (!last) return 'plain'
    const path = recorder.path(last)
    if (path.zone !== 'project' && command.args.some(({ known }) => /^-[dm]$/.test(known)))
      recorder.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${path.text}` })
    recordHiddenFile(command, path, recorder)
    return 'plain'
  },
}

export const PERMISSION_PROGRAMS: readonly Program[] = [
  chmod,
  setFile,
  makeOwnershipTool({ names: 'chown chgrp', flags: COMMON_OPTIONS, values: 'reference from' }, 1, () => 'owner'),
  makeOwnershipTool(
    {
      names: 'setfacl',
      flags: '-bkRLPdn remove-all remove-default recursive mask no-mask default test',
      values: '-mxMXasA modify remove set set-file',
    },
    0,
    (entries) => (entries.some((entry) => ACL_WRITE_FOR_OTHERS.test(entry)) ? 'world-writable' : 'other'),
  ),
  makeOwnershipTool({ names: 'setcap', flags: '-qvrnf' }, 1, () => 'capability'),
  chattr,
]
