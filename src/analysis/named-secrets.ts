import type { EffectRecorder } from './interpret/program.ts'
import { classifyHost, hostOf, isPasteSite } from './remote/hosts.ts'
import { isUsualSource } from './remote/package-sources.ts'

const MAX_TEXT = 200_000
const MOST_NAMES = 200
/** A path as prose names one: from the root, from home, with a folder, or a dotfile. */
const PATH = /(?<![\w:/.$~-])(?:~[\w-]{0,40}\/|\$\{?HOME\}?\/|\.{0,2}\/|[\w.@-]{1,80}\/|\.(?=\w))[\w./@+-]{1,200}/g
const ADDRESSES =
  /\b(?:https?|wss?|s?ftps?|ssh|s3|gs):\/\/[^\s"'`<>)\]]{3,300}|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<![\w./-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}\b/gi

/** A text of the agent names a secret file, and beside it an address of another machine: only a person can tell what it is for. */
export function recordNamedTogether(text: string, recorder: EffectRecorder): void {
  const read = text.slice(0, MAX_TEXT)
  const address = [...read.matchAll(ADDRESSES)].slice(0, MOST_NAMES).find(([each]) => isForeign(each))?.[0]
  if (address === undefined) return
  const secret = [...new Set([...read.replaceAll(ADDRESSES, ' ').matchAll(PATH)].map(([path]) => path))]
    .slice(0, MOST_NAMES)
    .find((path) => namesSecret(path, recorder))
  if (secret !== undefined) recorder.unknown(`the text names ${secret} and ${address} together`, 'unread')
}

const SENTENCE_END = /\n|(?<=[.!?])\s/
const MAX_SENTENCES = 2_000

/** The same of each sentence that is new in what agents are told for good: two lines may be about different things. */
export function recordNamedInSentence(
  { content, before = '' }: { readonly content: string; readonly before?: string | undefined },
  recorder: EffectRecorder,
): void {
  const said = new Set(before.split(SENTENCE_END))
  const [...sentences] = content.split(SENTENCE_END)
  for (const sentence of sentences.splice(0, MAX_SENTENCES))
    if (!said.has(sentence)) recordNamedTogether(sentence, recorder)
  recordNamedTogether(sentences.join('\n'), recorder)
}

function namesSecret(path: string, recorder: EffectRecorder): boolean {
  const plain = path.replace(/[.,/]+$/, '').replace(/^\$\{?HOME\}?/, '~')
  return recorder.pathOf(plain).tags.includes('secret')
}

/** Where packages come from, nothing of a session is sent; a host of this machine or its network is not foreign. */
function isForeign(address: string): boolean {
  const plain = address.replace(/[.,;:!?]+$/, '')
  const host = plain.includes('://') ? hostOf(plain) : plain.slice(plain.lastIndexOf('@') + 1)
  const where = classifyHost(host)
  return where !== 'loopback' && where !== 'private' && (isPasteSite(host) || !isUsualSource(host))
}
