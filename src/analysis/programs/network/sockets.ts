import { addressOf, hostOf } from '../../hosts.ts'
import type { Command } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { fileSource, insertedSources, isLocalData, isPlainVariable, stdinSources } from './data.ts'

const HELP = /^(?:-h|--help|help|--version|version)$/

function asksForHelp(command: Command): boolean {
  return command.args.some((word) => HELP.test(word.known))
}

function stateConnect(text: string, scribe: Scribe): void {
  const host = hostOf(text).replaceAll('\0', '…')
  scribe.effect({ kind: 'connect', host, url: text.replaceAll('\0', '…'), address: addressOf(host) })
}

const MQTT: Grammar = {
  lenient: true,
  flags: '-dlnqrRv help',
  values: '-AcfhiIkLmMpPtTuVWxX host topic message file port username pw cafile cert key id qos url',
}

const MOSQUITTO: Program = {
  names: ['mosquitto_pub'],
  read: (command, scribe) => {
    const options = readOptions(command.args, MQTT)
    if (options.has('help')) return 'proven'
    const host = hostOf(options.value('h', 'host', 'L', 'url')?.known.replaceAll('\0', '…') ?? 'localhost')
    const topic = options.value('t', 'topic')?.known.replaceAll('\0', '…') ?? ''
    scribe.effect({ kind: 'connect', host, url: host, address: addressOf(host) })
    const remote = addressOf(host) !== 'loopback'
    scribe.effect({
      kind: 'resource-change',
      system: 'mqtt',
      verb: 'create',
      target: topic,
      mass: false,
      stage: 'unknown',
      family: 'queue',
      certainty: remote ? 'certain' : 'possible',
    })
    const payload = [
      ...options.values('f', 'file').map((word) => fileSource(word, scribe)),
      ...options.values('m', 'message').flatMap(insertedSources),
      ...(options.has('l', 's') ? stdinSources(command, scribe) : []),
    ]
    if (remote && payload.some(isLocalData)) scribe.effect({ kind: 'send-data', host, channel: 'other', payload })
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  },
}

/** WebSocket clients: standard input goes out. */
const WEBSOCKETS: Program = {
  names: ['websocat'],
  read: (command, scribe) => {
    if (asksForHelp(command)) return 'proven'
    const urls = command.args.filter((word) => /^wss?:\/\/|^wss?-connect/.test(word.known))
    const listens = command.args.some((word) => /^(?:-s|--listen|-l|ws-l:|ws-listen:|tcp-l:)/.test(word.known))
    const executes = command.args.some((word) => /^(?:sh-c:|cmd:|exec:|--exec)/.test(word.known))
    if (listens)
      scribe.effect({ kind: 'listen', reach: 'network', executes, certainty: executes ? 'certain' : 'possible' })
    for (const word of command.args)
      if (/^(?:sh-c|cmd):/.test(word.known))
        scribe.runsShell({ text: word.text?.replace(/^[a-z-]+:/, ''), sources: [] }, 'websocat')
    for (const word of urls) {
      stateConnect(word.known, scribe)
      const host = hostOf(word.known).replaceAll('\0', '…')
      const payload = [
        ...stdinSources(command, scribe),
        ...insertedSources(word).filter((source) => !isPlainVariable(source)),
      ]
      if (executes) scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
      if (payload.length > 0 && addressOf(host) !== 'loopback')
        scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
    }
    return 'plain'
  },
}

/** Programs that hold a socket open to a broker or a server. */
export const SOCKET_PROGRAMS: readonly Program[] = [MOSQUITTO, WEBSOCKETS]
