import { stateUnread as stateHidden } from '../../unread.ts'
import { reads, stdinText } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { assignedHost, changesData, reachOf } from './database.ts'

const GRAMMAR = {
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

function stateAssembled(text: string, scribe: Scribe): void {
  const start = text.search(RUNS_TEXT)
  if (!WHOLE_TEXT.test(text.slice(start))) stateHidden(scribe, 'a statement is put together as it runs')
}

export const CYPHER: Program = {
  names: ['cypher-shell'],
  read: (command, scribe) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version', 'h', 'v')) return 'proven'
    reads(options.values('f', 'file'), scribe)
    const given = options.operands.map((word) => word.known).join(' ')
    const text = joined(given || (stdinText(command) ?? ''))
    if (RUNS_TEXT.test(text) && !/\bdelete\b/i.test(text)) stateAssembled(text, scribe)
    const drops = /\bdrop\s+(?:database|composite|constraint|index|user|role)\b/i.test(text)
    if (!drops && !/\bdelete\b/i.test(text)) return options.unknown.length > 0 ? 'plain' : 'expected'
    const reach = reachOf(options.value('a', 'address', 'uri') ?? assignedHost(command, 'NEO4J_URI'))
    const change = {
      statement: drops ? 'drop' : 'delete',
      // Without a condition or properties every node that matches goes.
      unbounded: drops || !/\bwhere\b|\{[^}]*:/i.test(text),
      target: options.value('d', 'database')?.known ?? '',
    } as const
    return changesData({ engine: 'neo4j', reach }, change, scribe)
  },
}
