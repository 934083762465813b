import { pass, type Step } from './step.ts'

/** A settings file that cannot be read never counts as "no rules": it puts a floor under everything but its own repair. */
export const SETTINGS: Step = {
  name: 'settings',
  run: ({ policy }) => {
    const broken = policy.broken[0]
    if (!broken) return pass('all files could be read')
    const where =
      broken.source.file === undefined
        ? ''
        : ` (${broken.source.file}${broken.source.line === undefined ? '' : `:${broken.source.line}`})`
    return {
      type: 'floor',
      answer: {
        outcome: 'ask',
        reason: { type: 'broken-settings', problem: broken.text },
        note: `${broken.text}${where}`,
      },
    }
  },
}
