import { addressOf, hostOf } from '../../hosts.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe } from '../program.ts'
import { insertedSources, isPlainVariable, stdinSources } from './data.ts'

const HELP = /^(?:-h|--help|help|--version|version)$/

function asksForHelp(command: Command): boolean {
  return command.args.some((word) => HELP.test(word.known))
}

function stateConnect(text: string, scribe: Scribe): void {
  const host = hostOf(text).replaceAll('\0', '…')
  scribe.effect({ kind: 'connect', host, url: text.replaceAll('\0', '…'), address: addressOf(host) })
}

/** WebSocket clients: standard input goes out. */
export const WEBSOCKETS: Program = {
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
