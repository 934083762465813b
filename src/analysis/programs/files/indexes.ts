import { readOptions } from '../options.ts'
import type { Program } from '../program.ts'
import { weakest } from '../standing.ts'
import { notesSecretFileSearch } from './credential-search.ts'
import { type Simple, simple } from './simple.ts'
import { readsPath } from './touching.ts'

const LOCATE: Simple = { names: 'locate plocate', flags: '-AbceiLNPqSsw0', values: '-dlnr regexp', operands: 'text' }
const MDFIND: Simple = { names: 'mdfind', flags: '-0 live', values: 'onlyin name', singleDash: true, operands: 'text' }
const GETENT: Simple = { names: 'getent', flags: '-i', values: '-s service', operands: 'text' }

/** An index of the whole machine, asked for names. */
function indexed(spec: Simple): Program {
  const program = simple({ ...spec, lenient: true })
  return {
    ...program,
    read: (command, scribe) => {
      const options = readOptions(command.args, spec)
      const names = [...options.operands, ...options.values('name', 'r', 'regexp')].flatMap((word) => {
        const last = word.known.slice(word.known.lastIndexOf('/') + 1)
        return [last, last.replace(/[*\\^$]/g, '')]
      })
      const place = options.value('onlyin')
      const hunts = notesSecretFileSearch(names, [place ? scribe.path(place) : scribe.pathOf('/')], scribe)
      return hunts ? 'plain' : program.read(command, scribe)
    },
  }
}

/** `getent shadow` prints what the file holds. */
const getent: Program = {
  ...simple(GETENT),
  read: (command, scribe) => {
    const standing = simple(GETENT).read(command, scribe)
    const [database] = readOptions(command.args, GETENT).operands
    return /^g?shadow$/.test(database?.text ?? '')
      ? weakest(standing, readsPath(scribe.pathOf(`/etc/${database?.text}`), scribe))
      : standing
  },
}

/** What the machine keeps a list of: files by name, accounts by name. */
export const INDEXES: readonly Program[] = [indexed(LOCATE), indexed(MDFIND), getent]
