import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateAttackTool } from '../system/attack-tools.ts'
import { runScript } from './scripts.ts'

const VALUES =
  /^(?:-cp|-classpath|--class-path|-p|--module-path|--add-modules|--add-opens|--add-exports|--source|--upgrade-module-path)$/
const INFO = /^(?:--?(?:version|help)|-\?|-X|--list-modules|--?show-?version)$/

function read(command: Command, scribe: Scribe): Standing {
  const { args } = command
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    const text = word?.known ?? ''
    if (!word) break
    if (INFO.test(text)) return 'proven'
    if (text === '-jar') return jar(args[at + 1], args.slice(at + 2), scribe)
    if (text === '-m' || text === '--module') return project(scribe)
    if (/^-(?:javaagent|agentpath|agentlib):/.test(text)) scribe.unknown('an agent is loaded into the virtual machine')
    else if (VALUES.test(text)) at++
    else if (!text.startsWith('-'))
      return /\.java$/.test(text) ? runScript(word, { language: 'other', wrapper: 'java' }, scribe) : project(scribe)
  }
  return args.length === 0 ? 'proven' : 'plain'
}

function project(scribe: Scribe): Standing {
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'project-file', read: false, host: undefined })
  return 'expected'
}

function jar(word: Word | undefined, rest: readonly Word[], scribe: Scribe): Standing {
  if (!word) return 'unknown'
  // The client of a build server comes as an archive.
  if (/(?:^|\/)jenkins-cli\.jar$/.test(word.known))
    return scribe.runs([{ ...word, known: 'jenkins-cli', text: 'jenkins-cli' }, ...rest], 'java -jar')
  stateAttackTool(word.known, rest, scribe)
  const path = scribe.path(word)
  const from = path.real === undefined ? undefined : scribe.provenance(path.real)
  const far = from?.kind === 'elsewhere' ? from : undefined
  const own = path.zone === 'project'
  const origin = far ? 'download' : path.sessionMade ? 'session-file' : own ? 'project-file' : 'outside-file'
  const address = far ? { address: far.address } : {}
  scribe.effect({ kind: 'run-code', language: 'other', origin, read: false, host: far?.host, ...address })
  return own && !far && !path.sessionMade ? 'expected' : 'plain'
}

export const JAVA: Program = { names: ['java'], read }
