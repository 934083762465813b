import type { Word } from '../../words.ts'
import { DECODED } from '../files/decoded.ts'
import { inputText, reads, sourcesOf, value, writes } from '../files/touching.ts'
import { stdinSources } from '../network/data.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateLoadedLibraries } from './loaded-library.ts'
import { after, operandsOf, says } from './words-of.ts'

const WORKS =
  /^(?:x509|req|rsa|ec|pkey|pkcs12|pkcs8|pkcs7|dgst|md5|sha1|sha256|sha512|enc|base64|asn1parse|verify|crl|ecparam|dsa|genrsa|genpkey|dhparam|aes-\S+|des\S*|passwd|rsautl|pkeyutl|cms|smime|ca|sess_id|ts|s_time|ocsp)$/

/** `-in file`, `-out file` and the one word that says what openssl is to do. */
export const OPENSSL: Program = {
  names: ['openssl', 'libressl'],
  read: (command, scribe) => {
    const [verb, ...args] = command.args
    const known = verb?.known ?? 'help'
    stateLoadedLibraries(command, known === 'engine' ? /^/ : /^(?:-engine|-provider)$/, scribe)
    if (/^(?:version|help|list|ciphers|errstr|speed|prime)$/.test(known)) return 'proven'
    if (known === 'rand') return outputsOf(args, scribe)
    if (known === 's_client') {
      const target = (after(args, /^-connect$/) ?? operandsOf({ args })[0])?.known ?? '?'
      const host = target.replace(/:\d+$/, '')
      const payload = stdinSources(command, scribe)
      if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
      const address = /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown'
      scribe.effect({ kind: 'connect', host, url: target, address })
      return 'plain'
    }
    if (known === 's_server') {
      scribe.effect({ kind: 'listen', reach: 'network', executes: false })
      return 'plain'
    }
    const input = after(args, /^-in$/)
    const hashed = /^(?:dgst|md5|sha\d+|verify)$/.test(known)
      ? operandsOf({ args }).filter(
          (word) =>
            !/^-(?:CAfile|untrusted|sign|verify|signature|hmac|CApath|macopt|mac|out|keyform)$/.test(
              args[args.indexOf(word) - 1]?.known ?? '',
            ),
        )
      : []
    return weakest(
      !WORKS.test(known) || says({ args }, /^-(?:engine|provider|provider-path)$/) ? 'unknown' : 'proven',
      input ? reads([input], scribe) : 'proven',
      reads(hashed, scribe),
      /^(?:ca|req|s_time|ocsp)$/.test(known) && !says({ args }, /^-noout$/) ? 'expected' : 'proven',
      outputsOf(args, scribe),
    )
  },
  output: (command, scribe) => {
    const [verb, ...args] = command.args
    const known = verb?.known ?? ''
    const input = after(args, /^-in$/)
    const files = input ? [input] : []
    const decodes =
      (known === 'base64' || (known === 'enc' && says({ args }, /^-(?:base64|a)$/))) &&
      says({ args }, /^-d$/) &&
      !says({ args }, /^-(?:aes|des|k|pass|K|iv)/)
    const packed = decodes ? inputText(files, command, scribe)?.replace(/\s/g, '') : undefined
    const bytes =
      packed !== undefined && /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : undefined
    const text = bytes?.toString('utf8')
    const exact = text !== undefined && bytes !== undefined && Buffer.from(text, 'utf8').equals(bytes)
    const sources = hidesKey(known, args) ? [] : sourcesOf(files, command, scribe)
    const opaque = !exact && says({ args }, /^-d(?:ecrypt)?$/)
    return value(exact ? text : undefined, opaque ? [...sources, DECODED] : sources)
  },
}

/** `-noout` prints no key unless it is asked for as text; `-nokeys` and `-pubout` print what everyone may see. */
function hidesKey(verb: string, args: readonly Word[]): boolean {
  if (verb === 'pkcs12') return says({ args }, /^-(?:nokeys|noout)$/)
  return /^(?:rsa|ec|dsa|pkey)$/.test(verb) && says({ args }, /^-(?:pubout|noout)$/) && !says({ args }, /^-text$/)
}

function outputsOf(words: readonly Word[], scribe: Scribe): Standing {
  const targets = words.filter((_, at) =>
    /^-(?:out|keyout|CAserial|signature-out|writerand|newcert-out)$/.test(words[at - 1]?.known ?? ''),
  )
  return weakest('proven', ...targets.flatMap((word) => [writes(word, 'overwrite', scribe), 'expected'] as const))
}
