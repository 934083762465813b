import type { EffectDraft } from '../../effects.ts'
import { stateUnread } from '../../unread.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { onlyAsks } from '../unlisted/line.ts'

/** One form of a program, told by its words; the first that fits counts. */
export interface Form {
  /** Fits the arguments joined by single spaces, unknown parts as `…`. */
  readonly when: RegExp
  /** What it does then; nothing stated and `proven` means it only tells. */
  readonly effects?: (match: RegExpExecArray, context: { command: Command; scribe: Scribe }) => readonly EffectDraft[]
  readonly standing?: Standing
  /** "Anything else" of a program that is told by verbs: where its words only ask, nothing is done. */
  readonly unlessAsking?: true
}

/** The arguments as one line, for programs whose grammar is words rather than options. */
export function lineOf(words: readonly Word[]): string {
  return words.map((word) => word.known.replaceAll('\0', '…')).join(' ')
}

/** Beyond this, only head and tail are compared, and nothing is proven. */
const MAX_LINE = 8192

/** A program told by a list of forms. What fits none is `unknown`. */
export function byForms(names: string, forms: readonly Form[]): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const whole = lineOf(command.args)
      const long = whole.length > MAX_LINE
      const line = long ? `${whole.slice(0, MAX_LINE / 2)} ${whole.slice(-MAX_LINE / 2)}` : whole
      if (long) stateUnread(scribe, 'a longer line than is read')
      if (/^(?:--help|-h|help|--version|-V|version)$/.test(line)) return 'proven'
      // Behind an operand it may be meant for something else that runs.
      if (/^(?:-\S+ )*--dry-run(?: |$)/.test(line)) return 'proven'
      for (const form of forms) {
        const match = form.when.exec(line)
        if (!match) continue
        if (form.unlessAsking && onlyAsks(command)) return 'proven'
        const effects = form.effects?.(match, { command, scribe }) ?? []
        for (const effect of effects) scribe.effect(effect)
        return long ? 'unknown' : (form.standing ?? (effects.length > 0 ? 'plain' : 'proven'))
      }
      return 'unknown'
    },
  }
}

/** The last word that is not an option. */
export function lastOperand(command: Command): Word | undefined {
  return command.args.findLast((word) => !word.known.startsWith('-'))
}
