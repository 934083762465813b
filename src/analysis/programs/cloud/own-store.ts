import type { Command } from '../../words.ts'
import { type LooseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { isRemote } from '../unlisted/shapes.ts'

const MINIO_HOST = 'MC_HOST_local'
const MINIO_SETTINGS = '~/.mc/config.json'

/** `local` is the name that the tool itself gives to a store of this machine, unless it was given another place. */
export function isStoreHere({ assignments }: Command, scribe: Scribe): boolean {
  const given =
    assignments.some(({ name }) => name === MINIO_HOST) ||
    scribe.settings().has(MINIO_HOST.toLowerCase()) ||
    scribe.facts.session.shell?.variables.has(MINIO_HOST)
  return !given && scribe.provenance(scribe.pathOf(MINIO_SETTINGS).real ?? '').kind === 'here'
}

/** `alias set local https://…`: from now on the name leads elsewhere. */
export function stateAlias({ operands }: LooseWords, scribe: Scribe): void {
  const [noun, verb, name, address] = operands.map(shown)
  if (noun !== 'alias' || !/^(?:set|s)$/.test(verb ?? '') || name !== 'local' || !isRemote(address ?? '')) return
  scribe.onSetting(MINIO_HOST, address ?? '')
  scribe.effect({ kind: 'write-path', path: scribe.pathOf(MINIO_SETTINGS), how: 'edit', content: undefined })
}
