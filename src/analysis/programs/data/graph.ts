import { readOptions } from '../options.ts'
import type { Program } from '../program.ts'
import { assignedHost, reachOf } from './database.ts'

const GRAMMAR = {
  flags: '-vh version help debug non-interactive fail-fast fail-at-end',
  values: 'u username p password a address uri d database f file P param format',
}

/** cypher-shell: statements of a graph database as operands or on standard input. */
export const CYPHER: Program = {
  names: ['cypher-shell'],
  read: (command, scribe) => {
    const options = readOptions(command.args, GRAMMAR)
    if (options.has('help', 'version', 'h', 'v')) return 'proven'
    for (const word of options.values('f', 'file'))
      scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
    const given = options.operands.map((word) => word.known).join(' ')
    const text = given || (command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : '')
    const drops = /\bdrop\s+(?:database|composite|constraint|index|user|role)\b/i.test(text)
    const removes = /\bdelete\b/i.test(text)
    if (drops || removes)
      scribe.effect({
        kind: 'database-change',
        engine: 'neo4j',
        statement: drops ? 'drop' : 'delete',
        // Without a condition or properties every node that matches goes.
        unbounded: drops || !/\bwhere\b|\{[^}]*:/i.test(text),
        reach: reachOf(options.value('a', 'address', 'uri') ?? assignedHost(command, 'NEO4J_URI')),
        target: options.value('d', 'database')?.known ?? '',
      })
    return drops || removes || options.unknown.length > 0 ? 'plain' : 'expected'
  },
}
