import { urlParts } from '../../hosts.ts'
import type { Command } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { insertedSources, plainWord } from './data.ts'
import { isCredentialHeader, stateRequest } from './request.ts'

const HOOKS = 'complete start stop error pause'.split(' ').map((when) => `on-download-${when}`)

/** A downloader whose options can run programs of their own. */
const GRAMMAR: Grammar = {
  lenient: true,
  flags: '-qDcZVv version allow-overwrite auto-file-renaming',
  values: `-dosxjklimtTUhnpuMOP dir out log input-file user-agent header load-cookies save-session check-certificate conf-path ${HOOKS.join(' ')}`,
}

function read(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('help', 'version', 'V') || options.operands.length === 0)
    return options.unknown.length > 0 ? 'unknown' : 'proven'
  const by = 'aria2c'
  const headers = options.values('header')
  const standings = options.operands.map((url): Standing => {
    const directory = options.value('d', 'dir')?.known
    const name = options.value('o', 'out')?.known ?? nameOf(url.known)
    return stateRequest(
      {
        url,
        method: 'GET',
        payload: headers.filter((word) => !isCredentialHeader(word.known)).flatMap(insertedSources),
        credentials: headers.filter((word) => isCredentialHeader(word.known)).flatMap(insertedSources),
        savedTo: scribe.path(plainWord(directory ? `${directory}/${name}` : name, url)),
        insecure: options.value('check-certificate')?.text === 'false' ? `${by} without certificate check` : undefined,
        by,
      },
      scribe,
    )
  })
  const hooks = options.values(...HOOKS).map((word) => scribe.runs([word], `${by} hook`))
  return weakest(...standings, ...hooks, options.unknown.length > 0 ? 'unknown' : 'proven')
}

function nameOf(url: string): string {
  const path = urlParts(url).rest.split(/[?#]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1) || 'index.html'
}

export const ARIA2: Program = { names: ['aria2c'], read }
