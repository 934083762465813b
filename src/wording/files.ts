import type { PathUse } from '../analysis/paths/paths.ts'
import type { Concern } from './concerns.ts'
import { placeName, type Reader, safePath } from './names.ts'
import type { Of, Said } from './said.ts'

const WRITES: Readonly<Record<Of<'write-path'>['how'], string>> = {
  create: 'creates',
  overwrite: 'writes',
  append: 'adds to',
  edit: 'edits',
  move: 'moves',
  link: 'links',
  truncate: 'empties',
}
/** Concerns that are about the text that goes, not about the one that comes. */
const LOSSES: ReadonlySet<Concern | undefined> = new Set<Concern>([
  'only-settings',
  'git-ignored',
  'only-copy',
  'personal',
  'not-in-git',
  'log',
])
/** Programs whose name says that nothing stays on a disk; others take part of it away. */
const ERASER = /wipe|mkfs|newfs|shred|format|erase|discard|zap|zero|scrub|^dd$|^dcfldd$|sgdisk|nuke|luksformat/
const MOVER = /(?:^|[.\s])(?:mv|move|move-item|rename|renames|ren|mi)$/i

/** Windows keeps its restore points there; nothing else deletes it. */
const BACKUPS_OF_WINDOWS = /^c:[\\/]system volume information$/i
const NO_RESTORE = "Earlier states can't be restored"

export function sayWrite({ path, how, actor, as }: Of<'write-path'>, reader: Reader, concern?: Concern): Said {
  const place = placeName(path, reader)
  if (concern === 'hidden') return [`hides ${place}`]
  if (path.tags.includes('device-storage')) return [`overwrites ${place}`]
  if (path.zone === 'root') return ['writes files all over the machine']
  // The words of an editor say only that the text is new.
  const verb = how === 'overwrite' && LOSSES.has(concern) ? 'overwrites' : WRITES[how]
  if (as === 'unpacked') return [`unpacks files into ${place}`, startReason(path, concern)]
  if (as === 'folder')
    return [`creates folder ${place}`, concern === 'starts' ? 'What lies there runs on its own' : undefined]
  if (how === 'create' && concern === 'machine') return [`writes to ${place}`]
  if (how === 'move' && actor.name === 'mv') return [`moves a file to ${place}`, startReason(path, concern)]
  return [`${verb} ${place}`, startReason(path, concern), concern === 'personal' ? 'write a new file' : undefined]
}

function startReason({ tags }: PathUse, concern?: Concern): string | undefined {
  if (concern !== 'starts') return undefined
  if (tags.includes('shell-startup')) return 'It runs whenever a shell starts'
  if (tags.includes('git-hook')) return 'Git runs it'
  return tags.includes('editor-task') ? 'It runs when the folder is opened' : undefined
}

export function sayTouch({ path, role, by }: Of<'touch-protected'>, reader: Reader, concern?: Concern): Said {
  const place = placeName(path, reader)
  if (role === 'write') return [`changes ${place}`, startReason(path, concern)]
  return [`runs ${programLabel(by)} on ${place}`, 'It may change that file']
}

export function sayDelete({ path, recursive, wipe, actor }: Of<'delete-path'>, reader: Reader): Said {
  const place = placeName(path, reader)
  const safe = safePath(path, reader)
  if (path.tags.includes('device-storage')) {
    // What the tool for volumes is known to wipe with is one of its words for erasing.
    const erased = actor.name === 'diskutil' || ERASER.test(actor.words.join(' ').toLowerCase())
    return [
      `${erased ? 'erases' : 'changes'} disk ${place}`,
      erased ? undefined : 'What is on it may be lost',
      actor.name === 'diskutil' ? '`diskutil list`' : '`lsblk -f`',
    ]
  }
  if (path.zone !== 'project' && BACKUPS_OF_WINDOWS.test(place)) return ['deletes backups (shadow copies)', NO_RESTORE]
  const moved = MOVER.test(actor.name)
  const headline = `${moved ? 'moves' : wipe ? 'wipes' : 'deletes'} ${place}${moved ? ' away' : ''}`
  if (path.zone === 'root' || path.zone === 'home-root')
    return [headline, undefined, 'name the one folder that is meant']
  if (moved) return [headline, undefined, safe === undefined ? undefined : 'copy it instead']
  if (safe === undefined || /^[:/.~]*$/.test(safe)) return [headline]
  const look = path.zone === 'project' ? `git status --short ${safe}` : `ls ${recursive ? '-A ' : ''}${safe}`
  return [headline, undefined, `\`${look}\``]
}

export function sayMode({ path, grants, recursive }: Of<'change-mode'>, reader: Reader): Said {
  const place = placeName(path, reader)
  const all = recursive ? ' and everything in it' : ''
  switch (grants) {
    case 'setuid':
      return [`makes ${place} setuid`, "Whoever runs it gets its owner's rights"]
    case 'capability':
      return [`gives ${place} system capabilities`, 'Whoever runs it gets more rights']
    case 'world-writable':
      return [`makes ${place}${all} writable for everyone`, 'Any program or user could change it']
    case 'owner':
      return [`changes the owner of ${place}${all}`, 'Its programs may lose access']
    case 'tighten':
      return [`restricts access to ${place}${all}`, 'Its programs and users may lose access']
    default:
      return [`changes the permissions of ${place}${all}`, 'Others may get access, or lose it']
  }
}

export function sayRead({ path, list, actor }: Of<'read-path'>, reader: Reader, concern?: Concern): Said {
  const place = placeName(path, reader)
  if (path.tags.includes('device-storage')) return [`copies all of ${place}`, 'It holds everything on the disk']
  if (concern === 'whole-folder') return [`copies ${path.glob ? '' : 'all of '}${place}`]
  if (list) return [`lists ${place}`]
  const history = path.tags.includes('history')
  const why = history
    ? 'It may hold passwords'
    : path.tags.includes('secret')
      ? 'That exposes secrets to the agent'
      : undefined
  const safe = safePath(path, reader)
  const look = why === undefined || history || safe === undefined ? undefined : `\`test -s ${safe}\``
  return [`${actor.roles.includes('container-engine') ? 'hands a container' : 'reads'} ${place}`, why, look]
}

/** A program by the name that people know; a call in code is just that. */
export function programLabel(by: string): string {
  const name = by.trim()
  return /^[\w./@+-]+(?: [\w./:@+=-]+){0,3}$/.test(name) &&
    name.length <= 28 &&
    !/\w\.\w+\.\w|\w\.[A-Z]|^[A-Z_]+$|^\w+\.[a-z]\w*$/.test(name)
    ? name
    : 'code'
}
