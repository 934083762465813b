import type { FormCall, Spec } from '../form/form.ts'
import type { Standing } from '../program.ts'
import { notesSecretFileSearch } from './credential-search.ts'
import { readsPath } from './touching.ts'

/** An index of the whole machine, asked for names. */
function hunts({ loose, scribe }: FormCall): Standing {
  const asked = [...loose.operands, ...loose.values('-name', '-r', '--regexp')]
  const names = asked.flatMap((word) => {
    const last = word.known.slice(word.known.lastIndexOf('/') + 1)
    return [last, last.replace(/[*\\^$]/g, '')]
  })
  const place = loose.value('-onlyin')
  return notesSecretFileSearch(names, [place ? scribe.path(place) : scribe.pathOf('/')], scribe) ? 'plain' : 'proven'
}

/** `getent shadow` prints what the file holds. */
function looksUp({ loose, scribe }: FormCall): Standing {
  const database = loose.operands[0]?.text ?? ''
  return /^g?shadow$/.test(database) ? readsPath(scribe.pathOf(`/etc/${database}`), scribe) : 'proven'
}

/** What the machine keeps a list of: files by name, accounts by name. */
export const INDEXES: readonly Spec[] = [
  {
    names: 'locate plocate',
    style: 'tolerant',
    machine: true,
    options: '-AbceiLNPqSsw0 -dlnr: --regexp:',
    rules: [['**', hunts]],
    examples: { match: ['locate id_rsa'], pass: ['locate -i readme'] },
  },
  {
    names: 'mdfind',
    style: 'one-dash',
    machine: true,
    options: '-0 -live -onlyin: -name:',
    rules: [['**', hunts]],
    examples: { match: ['mdfind -name id_rsa'], pass: ['mdfind -onlyin . readme'] },
  },
  {
    names: 'getent',
    style: 'tolerant',
    machine: true,
    options: '-i -s: --service:',
    rules: [['**', looksUp]],
    examples: { match: [], pass: ['getent passwd dev', 'getent shadow'] },
  },
]
