import { another, looser, type Section, stricter } from '../statement.ts'

export const DENIALS: Section = {
  title: 'Denial limits',
  statements: [
    ['S-901', 'A counter of denials in a row goes back to zero with any allow.', 'src/denials.ts countDenial'],
    ['S-902', 'A counter of all denials never does.', 'src/denials.ts countDenial'],
    ['S-903', 'Three in a row are the limit.', 'src/settings/merge.ts consecutive', looser('the user can set another')],
    ['S-904', 'Twenty in a session are the limit.', 'src/settings/merge.ts total', looser('the user can set another')],
    [
      'S-905',
      'At a limit, a person decides.',
      'src/steps/conclude.ts count',
      stricter('a hard block stays denied: the person gets the session, not the act'),
    ],
    ['S-906', 'Where nobody is there the agent is aborted, with a set message.', 'src/steps/conclude.ts count'],
    ['S-907', 'An allow by a fast path counts as one.', 'src/steps/conclude.ts denialEffect'],
    [
      'S-908',
      'Counters belong to a session.',
      'src/state/session-state.ts createFileState',
      stricter("a sub-agent's denials also count for the session that started it"),
    ],
  ],
}

export const ERRORS: Section = {
  title: 'When something fails',
  statements: [
    ['S-911', 'An error of the API denies while the iron gate is closed.', 'src/steps/judge.ts unavailable'],
    ['S-912', 'It asks while the iron gate is open.', 'src/steps/judge.ts unavailable'],
    [
      'S-913',
      'Rate limits and server errors are such errors.',
      'src/judge/model/transports/http/failures.ts failureByStatus',
      looser('`fallback` lets the embedded judge stand in for them, for what is proven or expected'),
    ],
    ['S-914', 'The iron gate is closed by default.', 'src/settings/merge.ts closed'],
    [
      'S-915',
      "Its flag comes from the maker's service, every 30 minutes.",
      'src/settings/flags.ts REFRESH_MS',
      another("from the user's own file at every check, or a signed address every 30 minutes"),
    ],
    ['S-916', 'A conversation that is too long asks.', 'src/steps/judge.ts answerForVerdict'],
    ['S-917', 'It aborts where nobody is there: it will not get shorter.', 'src/steps/judge.ts answerForVerdict'],
    ['S-918', 'A first answer that is none goes to the second stage.', 'src/judge/model/judge.ts continuesToNextStage'],
    ['S-919', 'Alone, it denies.', 'src/steps/judge.ts answerForVerdict'],
    ['S-920', 'A second answer that is none denies.', 'src/steps/judge.ts answerForVerdict'],
    [
      'S-921',
      'The denial says that it could not be read and blocks for safety.',
      'src/steps/judge.ts answerForVerdict',
    ],
    ['S-922', 'An abort by the user denies.', 'src/steps/judge.ts answerForVerdict'],
    ['S-923', 'It counts as no verdict.', 'src/steps/conclude.ts denialEffect'],
  ],
}
