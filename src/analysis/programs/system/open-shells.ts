import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'

const SHELL = /^(?:.*\/)?(?:ba|da|z|k|tc|c|fi|a)?sh$/
const RAISES = /^(?:sudo|doas|pkexec|run0)$/
/** Wrappers that anyone puts between sudo and a shell. */
const ORDINARY =
  /^(?:sudo|doas|env|nice|nohup|setsid|timeout|time|ionice|stdbuf|command|exec|su|chroot|(?:.*\/)?(?:ba|da|z)?sh(?: -\w+)?)$/
/** Programs with a language of their own that let a shell out. */
const LETS_OUT = /^(?:[gmn]?awk|perl -e|vim?\b|ed$|emacs|find -exec|less|more|man|gdb|cpan|tar|zip|pty\.spawn)/

/** States a shell without a text of its own that more rights or another program lead to. */
export function stateOpenShell(command: Command, scribe: Scribe): void {
  const { name, args, via, stdin } = command
  if (!SHELL.test(name ?? '') || args.some((word) => !/^-[ilp]+$/.test(word.known))) return
  if (breaksOut(via)) scribe.effect({ kind: 'grant', what: 'a root shell', to: 'this session', reach: 'machine' })
  // It reads what nobody has seen.
  if (stdin.kind === 'inherited' && via.some((wrapper) => LETS_OUT.test(wrapper) || RAISES.test(wrapper)))
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'stdin', read: false, host: undefined })
}

/** A program that was started with more rights now hands them on. */
function breaksOut(via: Command['via']): boolean {
  const raised = via.findIndex((wrapper) => RAISES.test(wrapper))
  return raised >= 0 && via.slice(raised + 1).some((wrapper) => !ORDINARY.test(wrapper))
}
