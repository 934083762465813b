import { basename } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import { isInside, pathUse } from '../path-use.ts'
import type { Standing } from '../programs/program.ts'
import { familyFor, programFor } from '../programs/registry.ts'
import { endingOf, isDataEnding } from '../remote-shape.ts'
import { optionSays } from '../role-words.ts'
import { asksOnly, isRunVerb, isTakeVerb, onlyLooks } from '../verbs.ts'
import type { Command } from '../words.ts'
import { type Frame, spend } from './frame.ts'
import { fileText } from './overlay.ts'
import { type OwnFiles, ownFiles, upwards } from './own-files.ts'
import { HANDLES, handlesOnly } from './own-mentions.ts'
import { type Slot, type Slots, slotsOf } from './slots.ts'
import { literalWord } from './values.ts'

export interface Started {
  readonly files: readonly string[]
  readonly unread: boolean
}

const NOTHING: Started = { files: [], unread: false }
const PER_WORD = 5

/** What this session wrote or brought where a program is started may run. INVARIANT: whichever program, unless it only reads or checks. */
export function startedOn(command: Command, standing: Standing, frame: Frame): Started {
  if (standing === 'proven' || command.name === undefined || asksOnly(command)) return NOTHING
  const words = slotsOf(command.args)
  const how = howStarted(command, words.slots)
  if (how === undefined) return NOTHING
  if (!spend(frame, command.args.length * PER_WORD, command.span)) return NOTHING
  const places = placesOf(words, command, frame)
  if (how === 'script') return { files: [], unread: isUnread(places.slice(0, 1), undefined, frame) }
  const { cwd } = command
  const all = cwd === undefined ? places : [cwd, ...places]
  const own = all.filter((place) => (place === cwd ? isMade(cwd, frame) : place !== frame.facts.projectRoot))
  return {
    files: filesIn([...own, ...broughtOver(all, frame)], command.span, frame),
    unread: isUnread(places, cwd, frame),
  }
}

/** `folder`: it works on where it stands, too. `script`: the first word is what runs, which is read by itself. */
function howStarted(command: Command, slots: readonly Slot[]): 'folder' | 'script' | undefined {
  const name = baseName(command.name ?? '')
  const family = familyFor(name)
  if (family !== undefined && HANDLES.has(family)) return undefined
  if (family === 'interpreters') return command.args.some(({ known }) => known === '-m') ? 'folder' : 'script'
  if (programFor(name)?.handles) return undefined
  if (family === 'build') return 'folder'
  if (family !== undefined) return isTold(slots) ? 'folder' : undefined
  return onlyLooks(name) || handlesOnly(name, slots) ? undefined : 'folder'
}

function isTold(slots: readonly Slot[]): boolean {
  const operands = slots.filter(({ kind }) => kind === 'operand').slice(0, 3)
  return operands.some(({ word }) => isRunVerb(word.known) || isTakeVerb(word.known))
}

/** Did this session make the folder? One that lay there before holds much that is not run. */
function isMade(folder: string, { facts, analysis }: Frame): boolean {
  return pathUse(literalWord(folder), undefined, facts).sessionMade || analysis.overlay.directories.has(folder)
}

const LONGEST_PATH = 4_096

function placesOf({ slots, options }: Slots, { cwd }: Command, { facts }: Frame): readonly string[] {
  const named = slots.filter(({ name }) => name === undefined || !isOutput(name)).map(({ word }) => word.known)
  const attached = options.map((name) => name.slice(1))
  return [...new Set([...named, ...attached])].flatMap((text) => {
    if (text === '' || text.length > LONGEST_PATH || /[\0\n]/.test(text)) return []
    return pathUse(literalWord(text.replace(/::.*$/s, '')), cwd, facts).real ?? []
  })
}

/** `-B`: where a build puts what it makes, or where a compiler looks for its parts, which is followed where pointers are. */
function isOutput(option: string): boolean {
  return option === 'B' || optionSays(option) === 'write'
}

function isUnread(places: readonly string[], cwd: string | undefined, frame: Frame): boolean {
  const around = cwd === undefined || places.length > 0 ? places : [cwd]
  return broughtTo(frame, 'unread').some(
    (folder) =>
      (cwd !== undefined && isInside(cwd, folder)) ||
      around.some((place) => isInside(place, folder) || isInside(folder, place)),
  )
}

function broughtTo({ facts, analysis }: Frame, state: 'known' | 'unread'): readonly string[] {
  const all = [...analysis.overlay.brought, ...(facts.session.brought ?? [])]
  return all.flatMap(([folder, is]) => (is === state ? [folder] : []))
}

/** Under which names an archive's members come to lie is not known for certain: all of them count wherever it was unpacked. */
function broughtOver(places: readonly string[], frame: Frame): readonly string[] {
  return broughtTo(frame, 'known').filter((folder) => places.some((place) => isInside(place, folder)))
}

function filesIn(places: readonly string[], span: Command['span'], frame: Frame): readonly string[] {
  if (places.length === 0) return []
  const own = ownFiles(frame)
  const at = new Set(places)
  const found: string[] = []
  for (const [folder, files] of own.inFolder)
    found.push(...(upwards(folder).some((above) => at.has(above)) ? files : files.filter((file) => at.has(file))))
  const all = new Set(found.filter(isCode))
  const stems = STEMS.get(own) ?? stemsOf(own)
  STEMS.set(own, stems)
  const words = new Set<string>()
  for (const file of all) {
    const { text = '' } = fileText(frame.analysis.overlay, frame.facts, file)
    if (!spend(frame, Math.ceil(text.length / PER_WORK), span)) break
    for (const word of text.match(/[\w-]+/g) ?? []) {
      if (words.has(word)) continue
      words.add(word)
      for (const named of stems.get(word) ?? []) if (isCode(named)) all.add(named)
    }
  }
  return [...all]
}

const PER_WORK = 400

function isCode(path: string): boolean {
  return !isDataEnding(endingOf(basename(path)))
}

const STEMS = new WeakMap<OwnFiles, ReadonlyMap<string, readonly string[]>>()

function stemsOf({ byStem }: OwnFiles): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>()
  for (const [stem, files] of byStem) {
    const known = stems.get(basename(stem))
    if (known) known.push(...files)
    else stems.set(basename(stem), [...files])
  }
  return stems
}
