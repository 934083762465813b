import { reads, stdinText } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program } from '../program.ts'
import { assignedHost, changesData, reachOf } from './database.ts'

const GRAMMAR = {
  flags: '-vh version help debug non-interactive fail-fast fail-at-end',
  values: 'u username p password a address uri d database f file P param format',
}

export const CYPHER: Program = {
  names: ['cypher-shell'],
  read: (command, scribe) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version', 'h', 'v')) return 'proven'
    reads(options.values('f', 'file'), scribe)
    const given = options.operands.map((word) => word.known).join(' ')
    const text = given || (stdinText(command) ?? '')
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
