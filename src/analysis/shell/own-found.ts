import { baseName } from '../base-name.ts'
import { FOUND, readWrittenSources } from '../code/written-sources.ts'
import { pathsAmong } from '../programs/build/tool.ts'
import { asksOnly, onlyLooks } from '../verbs.ts'
import type { Command } from '../words.ts'
import { handlesOnly } from './own-mentions.ts'
import type { CoreScribe } from './scribe.ts'
import { slotsOf } from './slots.ts'

/** A runner that nobody knows finds the tests and the settings of its tree by itself: what this session wrote of them is read. */
export function stateFound(command: Command, scribe: CoreScribe): void {
  const { name = '', args } = command
  const { place, facts } = scribe.frame
  if (place !== 'here' || facts.session.written.size === 0 || asksOnly(command)) return
  // Whoever tests runs what it looks at.
  const looks = onlyLooks(baseName(name)) || handlesOnly(name, slotsOf(args).slots)
  if (!looks || /test/i.test(baseName(name)))
    readWrittenSources({ under: pathsAmong(args, scribe), files: FOUND }, scribe)
}
