import { another, looser, type Section, stricter } from '../statement.ts'

export const OVERVIEW: Section = {
  title: 'What it is',
  statements: [
    ['S-101', 'In auto mode a judge looks at a tool call before it runs.', 'src/gate.ts STEPS'],
    [
      'S-102',
      'It is asked through the API of Claude, beside the agent.',
      'src/judge/model/transports/messages/client.ts createClient',
      looser('without a key nothing is sent: the embedded judge answers from what the call would do'),
    ],
    [
      'S-103',
      "Its request is one of its own: own system prompt, nothing of the agent's.",
      'src/judge/model/request.ts buildRequest',
    ],
    ['S-104', "It runs on a model as able as the agent's.", 'src/judge/model/models.ts chooseModel'],
    [
      'S-105',
      'Its system prompt is put together from templates that the build takes in.',
      'src/judge/model/prompt.ts systemPrompt',
      another('five templates and one section per category, exception and sentence of the settings, instead of three'),
    ],
    ['S-106', 'Only a spoken no to blocking lets a call pass.', 'src/judge/model/parse.ts parseAnswer'],
    ['S-107', 'Whatever fails, blocks.', 'src/steps/judge.ts unavailable'],
    ['S-111', 'One part turns a call into a verdict.', 'src/judge/model/judge.ts createModelJudge'],
    ['S-112', 'One part holds the order of all checks.', 'src/gate.ts createGate'],
    [
      'S-113',
      'One part knows the programs that run whatever they are given.',
      'src/rules/strip-dangerous.ts DANGEROUS_PATTERNS',
    ],
    ['S-114', 'One part lists the tools that need no judge.', 'src/tools/conversation-tools.ts SAFE_LIST_TOOLS'],
    ['S-115', 'One part counts denials and hands over to a person.', 'src/denials.ts limitReached'],
    [
      'S-116',
      'One part takes dangerous allow rules out when auto mode begins.',
      'src/rules/strip-dangerous.ts enterAutoMode',
    ],
    [
      'S-117',
      'A judge for shell commands without a model exists, and is empty outside its maker.',
      'src/judge/embedded/judge.ts createEmbeddedJudge',
      stricter('everybody has it: it judges offline, and its hard blocks are final'),
    ],
    ['S-121', 'First: a deny rule denies at once.', 'src/steps/rules.ts DENY_RULES_STEP'],
    ['S-122', 'Second: an allow rule allows at once.', 'src/steps/rules.ts ALLOW_RULES_STEP'],
    ['S-123', 'Third: a fast path allows without a request.', 'src/steps/modes.ts FAST_PATH_STEPS'],
    ['S-124', 'Fourth: the judge of two stages allows or denies.', 'src/steps/judge.ts JUDGE_STEP'],
  ],
}
