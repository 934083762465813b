import { recordAttackTool } from '../../../analysis/generic/attack-tools.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { runScriptFile } from '../../recipes/script-runs.ts'

const VALUE_OPTION =
  /^(?:-cp|-classpath|--class-path|-p|--module-path|--add-modules|--add-opens|--add-exports|--source|--upgrade-module-path)$/
const HELP_OR_VERSION_OPTION = /^(?:--?(?:version|help)|-\?|-X|--list-modules|--?show-?version)$/

function analyzeJava(command: Command, recorder: EffectRecorder): CommandGrade {
  const { args } = command
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    const text = word?.known ?? ''
    if (!word) break
    if (HELP_OR_VERSION_OPTION.test(text)) return 'proven'
    if (text === '-jar') return analyzeJar(args[at + 1], args.slice(at + 2), recorder)
    if (text === '-m' || text === '--module') return recordProjectCode(recorder)
    if (/^-(?:javaagent|agentpath|agentlib):/.test(text))
      recorder.unknown('an agent is loaded into the virtual machine')
    else if (VALUE_OPTION.test(text)) at++
    else if (!text.startsWith('-'))
      return /\.java$/.test(text)
        ? runScriptFile(word, { language: 'other', wrapper: 'java' }, recorder)
        : recordProjectCode(recorder)
  }
  return args.length === 0 ? 'proven' : 'plain'
}

function recordProjectCode(recorder: EffectRecorder): CommandGrade {
  recorder.effect({ kind: 'run-code', language: 'other', origin: 'project-file', read: false, host: undefined })
  return 'expected'
}

function analyzeJar(word: Word | undefined, rest: readonly Word[], recorder: EffectRecorder): CommandGrade {
  if (!word) return 'unknown'
  // The client of a build server comes as an archive.
  if (/(?:^|\/)jenkins-cli\.jar$/.test(word.known))
    return recorder.runs([{ ...word, known: 'jenkins-cli', text: 'jenkins-cli' }, ...rest], 'java -jar')
  recordAttackTool(word.known, rest, recorder)
  const path = recorder.path(word)
  const from = path.real === undefined ? undefined : recorder.provenance(path.real)
  const elsewhere = from?.kind === 'elsewhere' ? from : undefined
  const own = path.zone === 'project'
  const origin = elsewhere ? 'download' : path.sessionMade ? 'session-file' : own ? 'project-file' : 'outside-file'
  const address = elsewhere ? { address: elsewhere.address } : {}
  recorder.effect({ kind: 'run-code', language: 'other', origin, read: false, host: elsewhere?.host, ...address })
  return own && !elsewhere && !path.sessionMade ? 'expected' : 'plain'
}

export const JAVA_PROGRAM: Program = { names: ['java'], read: analyzeJava }
