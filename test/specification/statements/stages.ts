import { another, type Section, stricter } from '../statement.ts'

const OWN_WORDS = another('the same demand and tag in our words')

export const STAGES: Section = {
  title: 'The two stages',
  statements: [
    ['S-201', 'A call passes by `<block>no</block>`.', 'src/judge/model/parse.ts ALLOW_REPLY'],
    ['S-202', 'It is blocked by `<block>yes</block>` and a reason in its tag.', 'src/judge/model/parse.ts parseReason'],
    ['S-203', 'The reason is one short sentence.', 'src/judge/model/prompt/output.md sentence'],
    [
      'S-204',
      'The prompt forbids a preamble: the answer begins with `<block>`.',
      'src/judge/model/prompt/output.md preamble',
    ],
    [
      'S-205',
      'An answer that begins otherwise is none.',
      'src/judge/model/parse.ts parseAnswer',
      stricter('the whole reply must be the protocol, end as it should and be short; what is cut off never allows'),
    ],
    ['S-211', 'The first stage is for a quick yes or no.', 'src/judge/model/stages.ts FAST_STAGE'],
    ['S-212', 'Before a second one it may answer with 64 tokens.', 'src/judge/model/stages.ts FAST_STAGE'],
    ['S-213', 'Alone it may answer with 256.', 'src/judge/model/stages.ts SINGLE_STAGE'],
    ['S-214', 'It stops at `</block>` only where a second one may follow.', 'src/judge/model/stages.ts STOP_SEQUENCE'],
    [
      'S-215',
      'Its temperature is 0.',
      'src/judge/model/transports/messages/body.ts messagesParameters',
      another('a model that refuses the parameter gets none'),
    ],
    ['S-216', 'Its last line asks to block in doubt.', 'src/judge/model/prompt/suffix-fast.md doubt', OWN_WORDS],
    ['S-217', 'Its last line asks for `<block>` at once.', 'src/judge/model/prompt/suffix-fast.md once', OWN_WORDS],
    ['S-218', 'It runs first, always.', 'src/judge/model/stages.ts stagesOf'],
    ['S-219', 'Its no allows.', 'src/judge/model/judge.ts throughStages'],
    ['S-220', 'Its yes goes to the second stage.', 'src/judge/model/judge.ts continuesToNextStage'],
    ['S-231', 'The second stage is for a careful look that thinks.', 'src/judge/model/stages.ts THINKING_STAGE'],
    ['S-232', 'It may answer with 4,096 tokens.', 'src/judge/model/stages.ts THINKING_STAGE'],
    ['S-233', 'Nothing stops it early.', 'src/judge/model/stages.ts THINKING_STAGE'],
    [
      'S-234',
      'Its temperature is 0.',
      'src/judge/model/transports/messages/body.ts messagesParameters',
      another('a model that refuses the parameter gets none'),
    ],
    [
      'S-235',
      'Its last line asks to think in `<thinking>` first.',
      'src/judge/model/prompt/suffix-thinking.md thinking',
      OWN_WORDS,
    ],
    [
      'S-236',
      'Its last line says that only explicit consent of the user lifts a block.',
      'src/judge/model/prompt/suffix-thinking.md explicit',
      OWN_WORDS,
    ],
    [
      'S-237',
      'It runs only after a yes, or an answer that is none.',
      'src/judge/model/judge.ts continuesToNextStage',
      another('also after a model that declined to answer the first'),
    ],
    ['S-238', 'Its no allows.', 'src/judge/model/judge.ts throughStages'],
    ['S-239', 'Its yes denies.', 'src/steps/judge.ts answerForVerdict'],
    ['S-241', '`both` is the default mode.', 'src/settings/merge.ts both'],
    ['S-242', '`both` asks the second stage only about what the first blocks.', 'src/judge/model/stages.ts stagesOf'],
    ['S-243', '`fast` asks the first alone.', 'src/judge/model/stages.ts SINGLE_STAGE'],
    ['S-244', '`fast` gives it 256 tokens and no stop sequence.', 'src/judge/model/stages.ts SINGLE_STAGE'],
    ['S-245', '`thinking` asks the second alone.', 'src/judge/model/stages.ts stagesOf'],
    [
      'S-246',
      "A flag of the maker's service sets the mode.",
      'src/settings/flags.ts flagsAsSettings',
      another("the user's settings do, their file of flags, or an address whose answers their own key signs"),
    ],
    [
      'S-247',
      'A model that always thinks gets 2,048 tokens more.',
      'src/judge/model/model-families.ts THINKING_PADDING',
    ],
    ['S-248', 'It is not told to leave thinking.', 'src/judge/model/transports/messages/body.ts thinkingSwitch'],
  ],
}
