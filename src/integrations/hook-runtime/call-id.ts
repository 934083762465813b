import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import { sha256 } from '../../analysis/text/sha256.ts'
import type { Fields } from './fields.ts'

/** For hosts that tell their hook no id of a call: what is called stands for one, in an event as in the record. */
export function derivedCallId(tool: string, input: Fields): string {
  return sha256(canonicalJson([tool, input])).slice(0, 32)
}
