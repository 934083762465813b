import { readStdinText, recordReads } from '../../../analysis/interpret/file-tool.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { classifyHostReach, findAssignedHost, recordDatabaseChange } from '../../../analysis/sql/database.ts'
import { recordUnread as stateHidden } from '../../../analysis/text/read-limits.ts'

const CYPHER_GRAMMAR = {
  flags: '-vh version help debug non-interactive fail-fast fail-at-end',
  values: 'u username p password a address uri d database f file P param format',
}

/** Texts that are put together stand as one: `'MATCH (n) DEL' + 'ETE n'`. */
function joined(text: string): string {
  return text.replaceAll(/(?<=['"])\s{0,20}\+\s{0,20}(?=['"])/g, '\0').replaceAll(/['"]\0['"]/g, '')
}

/** Procedures that run a text they are given. */
const RUNS_TEXT = /\b(?:cypher|periodic)\.[a-z]\w{0,40}(?:\.\w{1,40})?\s{0,4}\(/i
/** What stands in quotes and begins as a statement does, and is not added to. */
const WHOLE_TEXT =
  /(['"])\s{0,20}(?:match|return|create|merge|unwind|with|call|load|show)\b[^'"]{0,2000}\1(?!\s{0,20}\+)/i

function recordAssembled(text: string, recorder: EffectRecorder): void {
  const start = text.search(RUNS_TEXT)
  if (!WHOLE_TEXT.test(text.slice(start))) stateHidden(recorder, 'a statement is put together as it runs')
}

export const CYPHER_PROGRAM: Program = {
  names: ['cypher-shell'],
  read: (command, recorder) => {
    const options = readOptions(command.args, CYPHER_GRAMMAR)
    if (options.has('help', 'version', 'h', 'v')) return 'proven'
    recordReads(options.values('f', 'file'), recorder)
    const given = options.operands.map((word) => word.known).join(' ')
    const text = joined(given || (readStdinText(command) ?? ''))
    if (RUNS_TEXT.test(text) && !/\bdelete\b/i.test(text)) recordAssembled(text, recorder)
    const drops = /\bdrop\s+(?:database|composite|constraint|index|user|role)\b/i.test(text)
    if (!drops && !/\bdelete\b/i.test(text)) return options.unknown.length > 0 ? 'plain' : 'expected'
    const reach = classifyHostReach(options.value('a', 'address', 'uri') ?? findAssignedHost(command, 'NEO4J_URI'))
    const change = {
      statement: drops ? 'drop' : 'delete',
      // Without a condition or properties every node that matches goes.
      unbounded: drops || !/\bwhere\b|\{[^}]*:/i.test(text),
      target: options.value('d', 'database')?.known ?? '',
    } as const
    return recordDatabaseChange({ engine: 'neo4j', reach }, change, recorder)
  },
}
