import { hasMatchingWord, nonOptionWords, wordAfter } from '../../../analysis/interpret/command-words.ts'
import { stdinDataSources } from '../../../analysis/interpret/data-sources.ts'
import { DECODED_SOURCE } from '../../../analysis/interpret/decoded-source.ts'
import {
  collectInputSources,
  makeValue,
  readInputText,
  recordReads,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordLoadedLibraries } from '../../../analysis/interpret/loaded-library.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Word } from '../../../analysis/words.ts'

const KNOWN_SUBCOMMAND =
  /^(?:x509|req|rsa|ec|pkey|pkcs12|pkcs8|pkcs7|dgst|md5|sha1|sha256|sha512|enc|base64|asn1parse|verify|crl|ecparam|dsa|genrsa|genpkey|dhparam|aes-\S+|des\S*|passwd|rsautl|pkeyutl|cms|smime|ca|sess_id|ts|s_time|ocsp)$/

/** `-in file`, `-out file` and the one word that says what openssl is to do. */
export const OPENSSL: Program = {
  names: ['openssl', 'libressl'],
  read: (command, recorder) => {
    const [verb, ...args] = command.args
    const known = verb?.known ?? 'help'
    recordLoadedLibraries(command, known === 'engine' ? /^/ : /^(?:-engine|-provider)$/, recorder)
    if (/^(?:version|help|list|ciphers|errstr|speed|prime)$/.test(known)) return 'proven'
    if (known === 'rand') return writeOutputs(args, recorder)
    if (known === 's_client') {
      const target = (wordAfter(args, /^-connect$/) ?? nonOptionWords({ args })[0])?.known ?? '?'
      const host = target.replace(/:\d+$/, '')
      const payload = stdinDataSources(command, recorder)
      if (payload.length > 0) recorder.effect({ kind: 'send-data', host, channel: 'socket', payload })
      const address = /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown'
      recorder.effect({ kind: 'connect', host, url: target, address })
      return 'plain'
    }
    if (known === 's_server') {
      recorder.effect({ kind: 'listen', reach: 'network', executes: false })
      return 'plain'
    }
    const input = wordAfter(args, /^-in$/)
    const hashed = /^(?:dgst|md5|sha\d+|verify)$/.test(known)
      ? nonOptionWords({ args }).filter(
          (word) =>
            !/^-(?:CAfile|untrusted|sign|verify|signature|hmac|CApath|macopt|mac|out|keyform)$/.test(
              args[args.indexOf(word) - 1]?.known ?? '',
            ),
        )
      : []
    return weakestGrade(
      !KNOWN_SUBCOMMAND.test(known) || hasMatchingWord({ args }, /^-(?:engine|provider|provider-path)$/)
        ? 'unknown'
        : 'proven',
      input ? recordReads([input], recorder) : 'proven',
      recordReads(hashed, recorder),
      /^(?:ca|req|s_time|ocsp)$/.test(known) && !hasMatchingWord({ args }, /^-noout$/) ? 'expected' : 'proven',
      writeOutputs(args, recorder),
    )
  },
  output: (command, recorder) => {
    const [verb, ...args] = command.args
    const known = verb?.known ?? ''
    const input = wordAfter(args, /^-in$/)
    const files = input ? [input] : []
    const decodes =
      (known === 'base64' || (known === 'enc' && hasMatchingWord({ args }, /^-(?:base64|a)$/))) &&
      hasMatchingWord({ args }, /^-d$/) &&
      !hasMatchingWord({ args }, /^-(?:aes|des|k|pass|K|iv)/)
    const packed = decodes ? readInputText(files, command, recorder)?.replace(/\s/g, '') : undefined
    const bytes =
      packed !== undefined && /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : undefined
    const text = bytes?.toString('utf8')
    const exact = text !== undefined && bytes !== undefined && Buffer.from(text, 'utf8').equals(bytes)
    const sources = omitsPrivateKey(known, args) ? [] : collectInputSources(files, command, recorder)
    const opaque = !exact && hasMatchingWord({ args }, /^-d(?:ecrypt)?$/)
    return makeValue(exact ? text : undefined, opaque ? [...sources, DECODED_SOURCE] : sources)
  },
}

/** `-noout` prints no key unless it is asked for as text; `-nokeys` and `-pubout` print what everyone may see. */
function omitsPrivateKey(verb: string, args: readonly Word[]): boolean {
  if (verb === 'pkcs12') return hasMatchingWord({ args }, /^-(?:nokeys|noout)$/)
  return (
    /^(?:rsa|ec|dsa|pkey)$/.test(verb) &&
    hasMatchingWord({ args }, /^-(?:pubout|noout)$/) &&
    !hasMatchingWord({ args }, /^-text$/)
  )
}

function writeOutputs(words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const targets = words.filter((_, at) =>
    /^-(?:out|keyout|CAserial|signature-out|writerand|newcert-out)$/.test(words[at - 1]?.known ?? ''),
  )
  return weakestGrade(
    'proven',
    ...targets.flatMap((word) => [recordWrite(word, 'overwrite', recorder), 'expected'] as const),
  )
}
