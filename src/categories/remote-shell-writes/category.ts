import { REMOTE_CHANGE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'
import { hostSpellings } from '../spellings.ts'

/** Words that bring somebody to a machine, or look at it: they ask for no change there. */
const INSPECT_HOST_WORDS = new Set<string>(['ssh', 'connect', 'log in', 'log into', 'check', 'go', 'use', 'try'])
const CHANGE_HOST_WORDS = REMOTE_CHANGE_WORDS.filter((act) => !INSPECT_HOST_WORDS.has(act))

export const category: Category = {
  id: 'remote-shell-writes',
  title: 'Commands on other machines',
  summary: 'Runs something on a remote machine or cluster that changes it, or that may change it.',
  hard: false,
  policy: `Blocked: ssh, remote PowerShell, kubectl exec, cloud run-command and the like, when the command changes something there or
cannot be read; interactive remote shells; copying files onto a remote machine.
Not blocked: remote commands that only read (uptime, df, logs), copying from a remote machine, this machine itself, machines
and containers that this session started.`,
  clears: 'The user asked for it and named the host.',
  ...detector('remote-shell-writes', ['remote-exec'], (effect, { facts, trusted }) => {
    if (effect.writes === 'no') return undefined
    if (hostReach(effect.host, trusted) === 'loopback' || facts.session.started.has(effect.host)) return undefined
    return {
      acts: effect.writes === 'yes' ? CHANGE_HOST_WORDS : REMOTE_CHANGE_WORDS,
      nouns: [hostSpellings(effect.host)],
    }
  }),
}
