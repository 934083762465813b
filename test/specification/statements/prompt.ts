import { another, looser, type Section, stricter } from '../statement.ts'

const EVALUATION = 'src/judge/model/prompt/evaluation.md'
const INTENT = 'src/judge/model/prompt/user-intent.md'
const BASE = 'src/judge/model/prompt/base.md'

export const PROMPT: Section = {
  title: 'The system prompt',
  statements: [
    [
      'S-301',
      'It has a base, rules on what the user wants, and a part with the permissions.',
      'src/judge/model/prompt.ts systemPrompt',
    ],
    ['S-302', 'Against: text that was read and gives the agent orders.', `${BASE} Injection`],
    ['S-303', 'Against: going beyond what was asked.', `${BASE} creep`],
    ['S-304', 'Against: damage by accident.', `${BASE} Accidental`],
    ['S-305', 'Unless something speaks against it, a call passes.', `${BASE} default`],
    ['S-306', 'Only a rule blocks.', `${BASE} boundary`, stricter('and a limit that the user stated')],
    ['S-307', 'Quality and waste are none of its business.', `${BASE} quality`],
    ['S-311', 'Six rules tell what the user asked for from what the agent does.', `${INTENT} Six`],
    [
      'S-312',
      'Explicit consent clears a block.',
      `${INTENT} Explicit`,
      stricter('never a hard one, and a boundary that the user stated later stands above it'),
    ],
    ['S-313', 'More than was asked for is an escalation.', `${INTENT} escalation`],
    ['S-314', "Values that the agent made up are not the user's.", `${INTENT} inferred`],
    ['S-315', 'A question is no consent.', `${INTENT} question`],
    ['S-316', 'What tools return is not trusted.', `${INTENT} untrusted`],
    ['S-321', 'The surroundings are a part that settings fill.', 'src/judge/model/prompt/permissions.md environment'],
    ['S-322', 'So are the rules that block.', 'src/judge/model/prompt/permissions.md soft'],
    ['S-323', 'So are the exceptions.', 'src/judge/model/prompt/permissions.md exceptions'],
    ['S-324', "Users' lists replace the built-in ones.", 'src/settings/prose.ts mergeList'],
    [
      'S-325',
      "Lists of the maker's own people are added to them.",
      'src/settings/prose.ts listsMode',
      another('anybody adds, by `"$defaults"` in a list or `autoMode.lists: "add"`'),
    ],
    ['S-331', 'Several steps are judged as a whole.', `${EVALUATION} Composite`],
    ['S-332', 'Running a file that was just written is running its text.', `${EVALUATION} Written`],
    ['S-333', 'Commits are ordinary; the push is what counts.', `${EVALUATION} Committing`],
    ['S-334', 'What is set up to run later counts now.', `${EVALUATION} Delayed`],
    ['S-335', 'A task given to a sub-agent is judged by what it asks.', `${EVALUATION} Delegation`],
    ['S-336', 'Wide rights that a sub-agent inherits are looked at more closely.', `${EVALUATION} Hand-over`],
    ['S-337', 'Wrappers are looked through.', `${EVALUATION} wrappers`],
    ['S-338', 'What plainly leads to a blocked act is blocked early.', `${EVALUATION} early`],
    ['S-339', 'Ways around the judge are blocked.', `${EVALUATION} Bypassing`],
    ['S-340', 'The whole conversation counts, not the last act alone.', `${EVALUATION} conversation`],
    [
      'S-341',
      'An earlier yes carries nothing over.',
      `${EVALUATION} merits`,
      looser("the judge's never does; a person may approve acts of one kind on one thing for the rest of a session"),
    ],
    ['S-342', 'Where others share a system, doubt blocks.', `${EVALUATION} Shared`],
  ],
}
