import type { Word } from '../../words.ts'
import { DECODED } from '../files/decoded.ts'
import { inputText, reads, sourcesOf, value, writes } from '../files/touching.ts'
import { stdinSources } from '../network/data.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { stateLoadedLibraries } from './loaded-library.ts'

/** `-in file`, `-out file` and the one word that says what openssl is to do. */
export const OPENSSL: Program = {
  names: ['openssl', 'libressl'],
  read: (command, scribe) => {
    const [verb, ...rest] = command.args
    stateLoadedLibraries(command, verb?.text === 'engine' ? /^/ : /^(?:-engine|-provider)$/, scribe)
    if (!verb || /^(?:version|help|list|ciphers|errstr|speed|rand|prime)$/.test(verb.known))
      return verb?.known === 'rand' ? outputsOf(rest, scribe) : 'proven'
    const after = (name: string) => rest[rest.findIndex((word) => word.known === name) + 1]
    const has = (name: string) => rest.some((word) => word.known === name)
    if (verb.known === 's_client') {
      const target =
        (has('-connect') ? after('-connect') : rest.find((word) => !word.known.startsWith('-')))?.known ?? '?'
      const host = target.replace(/:\d+$/, '')
      const payload = stdinSources(command, scribe)
      if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
      scribe.effect({
        kind: 'connect',
        host,
        url: target,
        address: /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown',
      })
      return 'plain'
    }
    if (verb.known === 's_server') {
      scribe.effect({ kind: 'listen', reach: 'network', executes: false })
      return 'plain'
    }
    let standing: Standing =
      /^(?:x509|req|rsa|ec|pkey|pkcs12|pkcs8|pkcs7|dgst|md5|sha1|sha256|sha512|enc|base64|asn1parse|verify|crl|ecparam|dsa|genrsa|genpkey|dhparam|aes-\S+|des\S*|passwd|rsautl|pkeyutl|cms|smime|ca|sess_id|ts|s_time|ocsp)$/.test(
        verb.known,
      )
        ? 'proven'
        : 'unknown'
    if (has('-in')) {
      const input = after('-in')
      if (input) standing = weakest(standing, reads([input], scribe))
    }
    if (/^(?:dgst|md5|sha\d+|verify)$/.test(verb.known))
      standing = weakest(
        standing,
        reads(
          rest.filter(
            (word, at) =>
              !word.known.startsWith('-') &&
              !/^-(?:CAfile|untrusted|sign|verify|signature|hmac|CApath|macopt|mac|out|keyform)$/.test(
                rest[at - 1]?.known ?? '',
              ),
          ),
          scribe,
        ),
      )
    if (has('-engine') || has('-provider') || has('-provider-path')) standing = 'unknown'
    if (/^(?:ca|req|s_time|ocsp)$/.test(verb.known) && !has('-noout')) standing = weakest(standing, 'expected')
    return weakest(standing, outputsOf(rest, scribe))
  },
  output: (command, scribe) => {
    const [verb, ...rest] = command.args
    const at = rest.findIndex((word) => word.known === '-in')
    const input = at < 0 ? undefined : rest[at + 1]
    const files = input ? [input] : []
    const decodes =
      (verb?.known === 'base64' ||
        (verb?.known === 'enc' && rest.some((word) => /^-(?:base64|a)$/.test(word.known)))) &&
      rest.some((word) => word.known === '-d')
    const packed =
      decodes && !rest.some((word) => /^-(?:aes|des|k|pass|K|iv)/.test(word.known))
        ? inputText(files, command, scribe)?.replace(/\s/g, '')
        : undefined
    const bytes =
      packed !== undefined && /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : undefined
    const text = bytes?.toString('utf8')
    const exact = text !== undefined && bytes !== undefined && Buffer.from(text, 'utf8').equals(bytes)
    const sources = hidesKey(verb?.known ?? '', rest) ? [] : sourcesOf(files, command, scribe)
    const opaque = !exact && rest.some((word) => word.known === '-d' || word.known === '-decrypt')
    return value(exact ? text : undefined, opaque ? [...sources, DECODED] : sources)
  },
}

/** `-noout` prints no key unless it is asked for as text; `-nokeys` and `-pubout` print what everyone may see. */
function hidesKey(verb: string, words: readonly Word[]): boolean {
  const has = (name: string) => words.some((word) => word.known === name)
  if (verb === 'pkcs12') return has('-nokeys') || has('-noout')
  return /^(?:rsa|ec|dsa|pkey)$/.test(verb) && (has('-pubout') || has('-noout')) && !has('-text')
}

/** Files that openssl writes. */
function outputsOf(words: readonly Word[], scribe: Scribe): Standing {
  let standing: Standing = 'proven'
  words.forEach((word, at) => {
    const target = /^-(?:out|keyout|CAserial|signature-out|writerand|newcert-out)$/.test(word.known)
      ? words[at + 1]
      : undefined
    if (target) standing = weakest(standing, writes(target, 'overwrite', scribe), 'expected')
  })
  return standing
}
