// Goes into dist/cli.cjs: links the bundle's files, and keeps their compiled code between runs.
const fs = require('node:fs')
const { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } = fs
const { Script, constants } = require('node:vm')

/** Compiled code grows over the first runs, as they reach more of the functions; a run that reaches another module counts anew. */
const ROUNDS = 6
/** The hash, the rounds, and from REACHED on a bit for each module that the kept code has been through. */
const HEAD = 256
const REACHED = 64
const STALE_MS = 14 * 24 * 60 * 60 * 1000

const tables = []
const modules = []
const compiled = []
/** The modules of each part that this run evaluated. */
const through = []
/** The compiled code of each part that this run began with. */
const keptOf = []
const folder = privateFolder()

/** A module by its number, evaluated on its first use. */
const load = (id) => modules[id] ?? evaluate(id)

/** What a module hands on from others, which are evaluated when it is asked for. */
const define = (to, all) => {
  for (const name in all) Object.defineProperty(to, name, { get: all[name], enumerable: true })
}

const meta = {
  get url() {
    return require('node:url').pathToFileURL(__filename).href
  },
}

function evaluate(id) {
  const place = PLACES[id]
  if (typeof place === 'string') {
    modules[id] = require(place)
    return modules[id]
  }
  tables[place] ??= compile(place)(load, define, meta, require)
  // Without a prototype, as a namespace has none: what is put into it makes no new shape each time.
  const made = { exports: Object.create(null) }
  modules[id] = made.exports
  through[place] ??= []
  through[place].push(id)
  if (!hasReached(keptOf[place], id)) keepAtEnd()
  try {
    tables[place][id](made.exports, made)
  } catch (error) {
    modules[id] = undefined
    throw error
  }
  // A dependency may put something else in its place.
  modules[id] = made.exports
  return made.exports
}

function compile(place) {
  const file = FILES[place]
  const filename = `${__dirname}/${file}`
  const source = bytesOf(filename).latin1Slice()
  const id = source.slice(2, 34)
  const kept = folder && readKept(keptAs(file, id), id)
  const script = new Script(source, {
    filename,
    cachedData: kept?.code,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  keptOf[place] = script.cachedDataRejected === false ? kept : undefined
  compiled.push({ file, id, script, kept: keptOf[place] })
  if (!(keptOf[place]?.round >= ROUNDS)) keepAtEnd()
  return script.runInThisContext()
}

/** Has the kept code been through this module? */
function hasReached(kept, id) {
  return kept === undefined || id >= kept.reached.length * 8 || (kept.reached[id >> 3] & (1 << (id & 7))) !== 0
}

let willKeep = false

/** Only where there is something new: to end a process with nobody listening takes less time. */
function keepAtEnd() {
  if (!willKeep && mayKeep) process.on('exit', keep)
  willKeep = true
}

/** Where every file is read into, one after the other: memory that is new costs a short process more than the reading. */
let room = Buffer.allocUnsafeSlow(1024 * 1024)

/** The bytes of a file, until the next one is read. */
function bytesOf(file) {
  const handle = fs.openSync(file)
  try {
    const { size } = fs.fstatSync(handle)
    if (room.length < size) room = Buffer.allocUnsafeSlow(size)
    let length = 0
    for (let read = 1; read > 0 && length < size; length += read)
      read = fs.readSync(handle, room, length, size - length)
    return room.subarray(0, length)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Compiled code of exactly this source. V8 crashes on a damaged one: it reaches the disk whole before it gets its name, the ends
 * tell a file that was cut off, and the launcher drops what a hook has crashed on.
 */
function readKept(file, id) {
  try {
    const bytes = bytesOf(file)
    const code = bytes.subarray(HEAD, bytes.length - id.length)
    const whole = bytes.latin1Slice(0, 32) === id && bytes.latin1Slice(bytes.length - 32) === id
    return whole && code.length > 0
      ? { code, round: bytes[32], reached: Buffer.from(bytes.subarray(REACHED, HEAD)) }
      : undefined
  } catch {
    return undefined
  }
}

/** Of each source its own: several versions may run on one machine. */
function keptAs(file, id) {
  return `${folder}/${file.slice(file.lastIndexOf('/') + 1)}-${id}`
}

/**
 * Our own folder, never a shared one; without it everything works, only slower. A hook is told whose home it works in, and
 * asking the system takes its time.
 */
function privateFolder() {
  try {
    const told = process.argv[2] === 'hook' ? process.argv.indexOf('--home') : -1
    const home = told > 0 ? process.argv[told + 1] : require('node:os').userInfo().homedir
    const uid = process.getuid?.() ?? -1
    // V8 refuses code that was compiled under other options.
    const options = encodeURIComponent(process.execArgv.join(' ')).slice(0, 220)
    const place = `${home}/.irongate/cache/${process.version}-${process.arch}${options}`
    const { mode, uid: owner } = statSync(place, { throwIfNoEntry: false }) ?? made(place)
    return uid < 0 || (owner === uid && (mode & 0o022) === 0) ? place : undefined
  } catch {
    return undefined
  }
}

function made(place) {
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return statSync(place)
}

/** Drops what other versions left behind. */
function sweep() {
  for (const name of readdirSync(folder)) {
    const file = `${folder}/${name}`
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) unlinkSync(file)
  }
}

function keep() {
  for (const { file, id, script, kept } of compiled) {
    const reached = Buffer.alloc(HEAD - REACHED, kept?.reached)
    let round = kept?.round ?? 0
    for (const module of through[FILES.indexOf(file)] ?? []) {
      if (module >= reached.length * 8 || reached[module >> 3] & (1 << (module & 7))) continue
      reached[module >> 3] |= 1 << (module & 7)
      round = 0
    }
    if (round >= ROUNDS) continue
    try {
      const code = script.createCachedData()
      const head = Buffer.alloc(HEAD)
      head.write(id, 'latin1')
      head[32] = round + 1
      head.set(reached, REACHED)
      const passing = `${keptAs(file, id)}.${process.pid}`
      writeFileSync(passing, Buffer.concat([head, code, Buffer.from(id)]), { mode: 0o600, flush: true })
      renameSync(passing, keptAs(file, id))
      if (kept === undefined) sweep()
    } catch (error) {
      if (process.env.IRONGATE_DEBUG) process.stderr.write(`irongate: compiled code not kept: ${error}\n`)
    }
  }
}

// Other commands reach functions that a decision never needs: they use what is kept, and add nothing to it.
const mayKeep = folder && /^(?:check|hook)$/.test(process.argv[2]) && !process.argv.includes('--batch')

/** The numbers of the modules that were evaluated, for the build. */
exports.reached = () => Object.keys(modules).map(Number)
exports.main = (args) => load(ENTRY).main(args)
exports.installed = (args, build) => load(ENTRY).installedHook(args, build)
