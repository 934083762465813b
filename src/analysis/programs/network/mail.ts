import { hostOf } from '../../hosts.ts'
import type { Command, DataSource } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { fileSource, insertedSources, isLocalData, stdinSources } from './data.ts'

interface Mailer {
  readonly names: readonly string[]
  readonly grammar: Grammar
  /** Options that attach files. */
  readonly attach: readonly string[]
  /** Options that name who gets it, beside the operands. */
  readonly to: readonly string[]
  /** Reading a mailbox instead of sending. */
  readonly reads?: readonly string[]
}

const MAILERS: readonly Mailer[] = [
  {
    names: ['mail', 'mailx'],
    grammar: {
      flags: '-BdEFHeiInNpRtUvVw~',
      values: '-aAbcCfhqrSsTu attach subject',
    },
    attach: ['a', 'A', 'attach', 'q'],
    to: ['b', 'c'],
    reads: ['f', 'H', 'e'],
  },
  {
    names: ['mutt'],
    grammar: { flags: '-DnpRvxyzZhE', values: '-aAbcCdeFfHikmQs' },
    attach: ['a', 'i', 'H'],
    to: ['b', 'c'],
    reads: ['f', 'y', 'Z'],
  },
  {
    names: ['sendmail', 'msmtp', 'ssmtp'],
    grammar: { flags: '-tivnUP', values: '-FfrCoBOXNRVaAL', optional: '-b' },
    attach: [],
    to: [],
  },
  {
    names: ['swaks'],
    grammar: {
      flags: 'tls tlsc silent help version dump suppress-data',
      values:
        't f s d to from server body data attach header h-Subject port auth au ap auth-user auth-password attach-body ehlo',
    },
    attach: ['attach', 'attach-body', 'body', 'data', 'd'],
    to: ['t', 'to'],
  },
]

/** Steps of the talk between mail servers before anything is handed over. */
const BEFORE_MESSAGE = /^(?:connect|banner|(?:first-)?(?:helo|ehlo|lhlo)|tls|starttls|auth|mail|from|rcpt|to)$/i

function readMailer(tool: Mailer, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, tool.grammar)
  // A queue, a setting or an address is looked at; a talk that ends before the message hands over none.
  const looks = tool.names.includes('sendmail') && /^[pPVtve]/.test(options.value('b')?.known ?? '')
  const ends = command.args.some(
    ({ known }, at) => /^--quit(?:-after)?$/.test(known) && BEFORE_MESSAGE.test(command.args[at + 1]?.known ?? ''),
  )
  if (looks || ends) return 'plain'
  if (options.has('help', 'version', 'V', 'h')) return options.unknown.length > 0 ? 'unknown' : 'proven'
  const to = [...options.operands, ...options.values(...tool.to)].map((word) => word.known.replaceAll('\0', '…'))
  const automatic = tool.names.includes('sendmail')
  if (options.has(...(tool.reads ?? [])) || (to.length === 0 && !automatic)) return 'plain'
  const target = to.join(', ') || 'recipients of the message'
  scribe.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target })
  const payload = [
    ...attachments(tool, options, scribe),
    ...stdinSources(command, scribe),
    ...options.values('s', 'subject', 'h-Subject').flatMap(insertedSources),
  ]
  if (payload.some(isLocalData)) scribe.effect({ kind: 'send-data', host: mailHost(to[0]), channel: 'mail', payload })
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

function attachments(tool: Mailer, options: ReturnType<typeof readOptions>, scribe: Scribe): readonly DataSource[] {
  return options.values(...tool.attach).flatMap((word): readonly DataSource[] => {
    const isName = !tool.names.includes('swaks') || word.known.startsWith('@') || options.has('attach')
    if (!isName || /^[A-Za-z-]+:\s/.test(word.known)) return insertedSources(word)
    const name = word.known.replace(/^@/, '')
    return [fileSource({ ...word, known: name, text: word.text === undefined ? undefined : name }, scribe)]
  })
}

function mailHost(to: string | undefined): string {
  return to?.includes('@') ? hostOf(to.slice(to.lastIndexOf('@') + 1)) : 'localhost'
}

export const MAIL_PROGRAMS: readonly Program[] = MAILERS.map((tool) => ({
  names: tool.names,
  read: (command, scribe) => readMailer(tool, command, scribe),
}))
