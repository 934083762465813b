import { another, looser, type Section, stricter } from '../statement.ts'

export const PRINCIPLES: Section = {
  title: 'Principles',
  statements: [
    ['S-1201', 'Any failure blocks.', 'src/steps/judge.ts unavailable'],
    [
      'S-1202',
      'Silence, errors and doubt never allow.',
      'src/judge/model/parse.ts parseReply',
      looser(
        "the embedded judge's doubt, a budget that is used up and a broken settings file ask where a person is there",
      ),
    ],
    ['S-1203', "The agent's own words do not reach the judge.", 'src/transcript/from-messages.ts entriesInMessage'],
    ['S-1204', 'Dangerous allow rules step aside in auto mode.', 'src/rules/strip-dangerous.ts enterAutoMode'],
    [
      'S-1205',
      'A project cannot steer the judge.',
      'src/settings/merge.ts project',
      stricter('its rules and folders count only after a person trusted these very files'),
    ],
    ['S-1206', 'Errors close the gate by default.', 'src/settings/merge.ts closed'],
    ['S-1207', 'After three blocks in a row or twenty in all a person takes over.', 'src/denials.ts limitReached'],
    [
      'S-1208',
      'Only harm blocks; an agent that goes round in circles is none.',
      'src/judge/model/prompt/base.md circles',
      stricter('a limit that the user stated holds, whether crossing it harms or not'),
    ],
    ['S-1209', 'The second stage takes wrong blocks of the first back.', 'src/judge/model/judge.ts throughStages'],
    [
      'S-1210',
      'What does not change is cached, and the second stage reads it from there.',
      'src/judge/model/request.ts buildRequest',
    ],
  ],
}

export const CACHING: Section = {
  title: 'Caching, model, diagnostics, cost',
  statements: [
    [
      'S-1301',
      'The system prompt is cached.',
      'src/judge/model/request.ts buildRequest',
      another(
        "for an hour at Anthropic's own endpoint, which costs less over real sessions; `judge.cacheLife` sets it",
      ),
    ],
    ['S-1302', 'So is CLAUDE.md.', 'src/judge/model/request.ts instructions'],
    ['S-1303', 'So is the call to judge, and with it all before it.', 'src/judge/model/request.ts conversation'],
    ['S-1304', 'Three marks at most, of four that the API takes.', 'src/judge/model/request.ts cached'],
    ['S-1305', 'Both stages begin with the same bytes.', 'src/judge/model/request.ts buildRequest'],
    [
      'S-1306',
      "First, a variable names the model, for the maker's own people.",
      'src/cli/terminal-judge-edge.ts IRONGATE_MODEL',
      another('`IRONGATE_MODEL`, for everybody who types a command; never in hooks, whose variables a project can set'),
    ],
    [
      'S-1307',
      'Second, a flag does.',
      'src/judge/model/models.ts chooseModel',
      another("the user's settings or flags"),
    ],
    ['S-1308', "Third, it is the agent's own.", 'src/judge/model/models.ts chooseModel'],
    [
      'S-1309',
      'So without any, judge and agent are equals.',
      'src/judge/model/models.ts DEFAULT_MODEL',
      another('until the host tells the model, or writes it down, it is Sonnet 4.6'),
    ],
    [
      'S-1310',
      "A variable keeps every request and answer, for the maker's own people.",
      'src/cli/terminal-judge-edge.ts CLAUDE_CODE_DUMP_AUTO_MODE',
      another('for everybody who types a command; `judge.dump` for hooks'),
    ],
    [
      'S-1311',
      'They lie in a folder of their own.',
      'src/judge/model/diagnostic-files.ts DIAGNOSTIC_FOLDERS',
      another('`~/.irongate/state/judge-dumps`, without secrets, fifty at most'),
    ],
    [
      'S-1312',
      'Errors of the API leave diagnostics in another folder.',
      'src/judge/model/diagnostic-files.ts DIAGNOSTIC_FOLDERS',
      another('`~/.irongate/state/judge-errors`'),
    ],
    [
      'S-1313',
      'Whatever no fast path settles is a request with the whole conversation.',
      'src/judge/model/check.ts createCheckBuilder',
      another('long entries lose their middle by a budget of their kind; what people said last and the call never do'),
    ],
    ['S-1314', 'The way of acceptEdits and the safe list cost no request.', 'src/steps/modes.ts FAST_PATH_STEPS'],
  ],
}
