import { folderPrefix, searchableText } from '../../../audit/query.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import type { PageQuery } from '../store.ts'
import type { SqliteDatabase } from './database.ts'

/**
 * The index for searches. Records that were taken one after the other are a block, and a block has a set of bits: one for every
 * three characters of what its Records say, and some for each name in them. A block that lacks a bit of what is looked for is
 * passed over; the Records of the others are looked at themselves. It costs 40 bytes and some microseconds per Record, an index
 * of every place of every three characters ten times as much. Four characters tell numbers apart, three find short words.
 */
const BITS_PER_BLOCK = 1 << 16
const MOST_RECORDS = 256
/** With more bits than this set it would be passed over too seldom. */
const MOST_BITS = BITS_PER_BLOCK * 0.35
const BITS_OF_NAME = 4

interface IndexBlock {
  ref: number | undefined
  readonly keys: number[]
  readonly bits: Uint8Array
  set: number
}

/** Adds Records to the block that is open, and opens others as it fills. Within a change of the database. */
export function addToBlocks(
  database: SqliteDatabase,
  machine: string,
  records: readonly { readonly key: number; readonly record: AuditRecord }[],
): void {
  if (records.length === 0) return
  let block = openBlock(database)
  for (const { key, record } of records) {
    block.keys.push(key)
    setBits(block, record, machine)
    if (block.keys.length < MOST_RECORDS && block.set < MOST_BITS) continue
    writeBlock(database, block, 1)
    block = emptyBlock()
  }
  if (block.keys.length > 0) writeBlock(database, block, 0)
}

function emptyBlock(): IndexBlock {
  return { ref: undefined, keys: [], bits: new Uint8Array(BITS_PER_BLOCK / 8), set: 0 }
}

function openBlock(database: SqliteDatabase): IndexBlock {
  const row = database.get<{ readonly ref: number; readonly keys: Uint8Array; readonly bits: Uint8Array }>(
    'select ref, keys, bits from blocks where full = 0 limit 1',
  )
  if (row === undefined) return emptyBlock()
  const set = row.bits.reduce((sum, byte) => sum + (BIT_COUNTS[byte] ?? 0), 0)
  return { ref: row.ref, keys: [...keysIn(row.keys)], bits: row.bits, set }
}

const BIT_COUNTS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

function writeBlock(database: SqliteDatabase, { ref, keys, bits }: IndexBlock, full: 0 | 1): void {
  const written = new Uint8Array(Float64Array.from(keys).buffer)
  const ends = [Math.min(...keys), Math.max(...keys)] as const
  if (ref === undefined)
    database.run(
      'insert into blocks (oldest, newest, full, keys, bits) values (?, ?, ?, ?, ?)',
      ...ends,
      full,
      written,
      bits,
    )
  else
    database.run(
      'update blocks set oldest = ?, newest = ?, full = ?, keys = ?, bits = ? where ref = ?',
      ...ends,
      full,
      written,
      bits,
      ref,
    )
}

function keysIn(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer)
}

function setBits(block: IndexBlock, record: AuditRecord, machine: string): void {
  const { bits } = block
  const set = (bit: number) => {
    const byte = bits[bit >>> 3] ?? 0
    const mask = 1 << (bit & 7)
    if ((byte & mask) !== 0) return
    bits[bit >>> 3] = byte | mask
    block.set++
  }
  eachGram(searchableText(record), set)
  for (const name of namesOf(record, machine)) for (const bit of bitsOfName(name)) set(bit)
}

/** One bit for every three, and one for every four characters in a row. */
function eachGram(text: string, use: (bit: number) => void): void {
  let zeroth = 0
  let first = text.charCodeAt(0)
  let second = text.charCodeAt(1)
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at)
    const mixed = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third, 0xc2b2ae35)
    use((mixed ^ (mixed >>> 15)) & (BITS_PER_BLOCK - 1))
    if (at > 2) {
      const wider = Math.imul(mixed ^ Math.imul(zeroth, 0x27d4eb2f), 0x165667b1)
      use((wider ^ (wider >>> 16)) & (BITS_PER_BLOCK - 1))
    }
    zeroth = first
    first = second
    second = third
  }
}

/** What a query may name. */
function namesOf({ id, category, agentId, host, outcome, cwd }: AuditRecord, machine: string): readonly string[] {
  return [
    `id ${id}`,
    `host ${host}`,
    `outcome ${outcome}`,
    `machine ${machine}`,
    ...(category === undefined ? [] : [`category ${category}`]),
    ...(agentId === undefined ? [] : [`agent ${agentId}`]),
    ...foldersOf(cwd),
  ]
}

/** A directory and all above it. */
function foldersOf(path: string): readonly string[] {
  const found = [`folder ${path}`]
  for (let at = path.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : path.lastIndexOf('/', at - 1))
    found.push(`folder ${path.slice(0, at)}`)
  return found
}

/** The same names occur in one Record after the other; ids never do. */
const MOST_KNOWN = 20_000
const NAME_BITS = new Map<string, readonly number[]>()

function bitsOfName(name: string): readonly number[] {
  if (name.startsWith('id ')) return computeNameBits(name)
  const found = NAME_BITS.get(name)
  if (found !== undefined) return found
  const bits = computeNameBits(name)
  if (NAME_BITS.size >= MOST_KNOWN) NAME_BITS.clear()
  NAME_BITS.set(name, bits)
  return bits
}

function computeNameBits(name: string): readonly number[] {
  let one = 0x811c9dc5
  let other = 0x1b873593
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other + unit, 0xcc9e2d51) ^ (other >>> 13)
  }
  const start = one ^ (one >>> 16)
  const step = (other ^ (other >>> 16)) | 1
  const bits: number[] = []
  for (let times = 0; times < BITS_OF_NAME; times++) bits.push((start + times * step) & (BITS_PER_BLOCK - 1))
  return bits
}

/** Of each group a block must have the bits of one; undefined when the query names nothing that is in the index. */
export type RequiredBits = readonly (readonly (readonly number[])[])[]

export function requiredBitsOf({
  id,
  category,
  agent,
  host,
  decisions,
  machine,
  project,
  text,
}: PageQuery): RequiredBits | undefined {
  const one = (kind: string, value: string | undefined) =>
    value === undefined ? [] : [[bitsOfName(`${kind} ${value}`)]]
  const grams: number[] = []
  eachGram(text?.toLowerCase() ?? '', (bit) => grams.push(bit))
  const sought = [
    ...one('id', id),
    ...one('category', category),
    ...one('agent', agent),
    ...one('host', host),
    ...one('machine', machine),
    ...one('folder', project === undefined ? undefined : folderPrefix(project)),
    ...(decisions === undefined ? [] : [decisions.map((outcome) => bitsOfName(`outcome ${outcome}`))]),
    ...(grams.length === 0 ? [] : [[grams]]),
  ]
  return sought.length === 0 ? undefined : sought
}

/** The keys of Records that may be what is looked for, newest first. */
export function* matchingKeys(
  database: SqliteDatabase,
  sought: RequiredBits,
  from: number,
  before: number,
): Generator<number> {
  const blocks = database.each<{ readonly newest: number; readonly keys: Uint8Array; readonly bits: Uint8Array }>(
    'select newest, keys, bits from blocks where newest >= ? and oldest < ? order by newest desc',
    from,
    before,
  )
  // In rising order: the newest is taken off the end, once no block can have a newer one.
  let waiting: number[] = []
  for (const { newest, keys, bits } of blocks) {
    for (let last = waiting.at(-1); last !== undefined && last > newest; last = waiting.at(-1)) {
      yield last
      waiting.pop()
    }
    if (!mayHold(bits, sought)) continue
    waiting = [...waiting, ...[...keysIn(keys)].filter((key) => key >= from && key < before)].sort(
      (left, right) => left - right,
    )
  }
  yield* waiting.reverse()
}

function mayHold(bits: Uint8Array, sought: RequiredBits): boolean {
  return sought.every((group) =>
    group.some((ones) => ones.every((bit) => ((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0)),
  )
}
