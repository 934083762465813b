import {
  insertedSources,
  isSensitiveSource,
  readFileSource,
  stdinDataSources,
} from '../../../analysis/interpret/data-sources.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { readSpecOptions } from '../../../analysis/interpret/spec-interpreter.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { DataSource } from '../../../analysis/words.ts'

interface MailerOptions {
  readonly attach?: readonly string[]
  /** Options that name who gets it, beside the operands. */
  readonly to?: readonly string[]
  /** Who gets it may stand in the message. */
  readonly automatic?: true
  /** What is attached may be a text; a file has a sign before its name, or an option of its own. */
  readonly texts?: true
}

/** Steps of the talk between mail servers before anything is handed over. */
const BEFORE_MESSAGE = /^(?:connect|banner|(?:first-)?(?:helo|ehlo|lhlo)|tls|starttls|auth|mail|from|rcpt|to)$/i

function mailHandler({ attach = [], to: named = [], automatic, texts }: MailerOptions): SpecCallHandler {
  return ({ spec, command, recorder }) => {
    const options = readSpecOptions(spec, command)
    // A talk that ends before the message hands over none.
    if (BEFORE_MESSAGE.test(options.value('quit', 'quit-after')?.known ?? '')) return 'plain'
    if (options.has('V', 'h')) return 'proven'
    const to = [...options.operands, ...options.values(...named)].map(displayText)
    if (to.length === 0 && !automatic) return 'plain'
    const target = to.join(', ') || 'recipients of the message'
    recorder.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target })
    const attached = options.values(...attach).flatMap((word): readonly DataSource[] => {
      const isName = !texts || word.known.startsWith('@') || options.has('attach')
      if (!isName || /^[A-Za-z-]+:\s/.test(word.known)) return insertedSources(word)
      return [
        readFileSource({ ...word, known: word.known.replace(/^@/, ''), text: word.text?.replace(/^@/, '') }, recorder),
      ]
    })
    const subject = options.values('s', 'subject', 'h-Subject').flatMap(insertedSources)
    const payload = [...attached, ...stdinDataSources(command, recorder), ...subject]
    const [, host = 'localhost'] = /@([^@]*)$/.exec(to[0] ?? '') ?? []
    if (payload.some(isSensitiveSource))
      recorder.effect({ kind: 'send-data', host: hostOf(host), channel: 'mail', payload })
    return 'plain'
  }
}

export const MAILER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'mail mailx',
    style: 'listed',
    options: '-BdEFHeiInNpRtUvVw~ -aAbcCfhqrSsTu: --attach: --subject:',
    rules: [
      ['**/-f|-H|-e', 'local'],
      ['**', mailHandler({ attach: ['a', 'A', 'attach', 'q'], to: ['b', 'c'] })],
    ],
    examples: { match: ['mail -s hello root'], pass: ['mail -H'] },
  },
  {
    names: 'mutt',
    style: 'listed',
    options: '-DnpRvxyzZhE -aAbcCdeFfHikmQs:',
    rules: [
      ['**/-f|-y|-Z', 'local'],
      ['**', mailHandler({ attach: ['a', 'i', 'H'], to: ['b', 'c'] })],
    ],
    examples: { match: ['mutt -a notes.txt -- someone@shop.example'], pass: ['mutt -f inbox'] },
  },
  {
    names: 'sendmail msmtp ssmtp',
    style: 'listed',
    options: '-tivnUP -FfrCoBOXNRVaAL: -b?',
    rules: [
      // A queue, a setting or an address is looked at.
      ['**/-b=p*|P*|V*|t*|v*|e*', 'local'],
      ['**', mailHandler({ automatic: true })],
    ],
    examples: { match: ['sendmail -t', 'msmtp someone@shop.example'], pass: ['sendmail -bp'] },
  },
  {
    names: 'swaks',
    style: 'listed',
    options:
      '--tls --tlsc --silent --dump --suppress-data -tfsd: --to: --from: --server: --body: --data: --attach: --header: --h-Subject: --port: --auth: --au: --ap: --auth-user: --auth-password: --attach-body: --ehlo: --quit: --quit-after:',
    rules: [
      ['**', mailHandler({ attach: ['attach', 'attach-body', 'body', 'data', 'd'], to: ['t', 'to'], texts: true })],
    ],
    examples: {
      match: ['swaks --to someone@shop.example'],
      pass: ['swaks --to someone@shop.example --quit-after RCPT'],
    },
  },
]
