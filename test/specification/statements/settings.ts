import { another, looser, type Section, type Statement, stricter } from '../statement.ts'

/** The tools that skip the judge by name, in the specification's order. */
export const SAFE_LIST: readonly (readonly [id: string, tool: string])[] = [
  ['S-611', 'FileRead'],
  ['S-612', 'Grep'],
  ['S-613', 'Glob'],
  ['S-614', 'LSP'],
  ['S-615', 'TodoWrite'],
  ['S-616', 'TaskCreate'],
  ['S-617', 'TaskGet'],
  ['S-618', 'TaskUpdate'],
  ['S-619', 'TaskList'],
  ['S-620', 'TaskStop'],
  ['S-621', 'AskUserQuestion'],
  ['S-622', 'EnterPlanMode'],
  ['S-623', 'TeamCreate'],
  ['S-624', 'SendMessage'],
  ['S-625', 'Sleep'],
  ['S-626', 'classify_result'],
]

const SECRETS = stricter('except on secret places: there it is judged, as `cat` would be')
const NOBODY = stricter('where nobody is there to answer it is denied')
const OFF_LIST = new Map([
  ['FileRead', SECRETS],
  ['Grep', SECRETS],
  ['Glob', SECRETS],
  ['AskUserQuestion', NOBODY],
  ['EnterPlanMode', NOBODY],
  ['SendMessage', stricter('judged: a message to another agent carries intent')],
])

const FILES = new Map([
  ['FileRead', 'src/tools/read.ts READ_TOOL'],
  ['Grep', 'src/tools/read.ts GREP_TOOL'],
  ['Glob', 'src/tools/read.ts GLOB_TOOL'],
  ['SendMessage', 'src/tools/agent.ts SEND_MESSAGE_TOOL'],
])

function listed([id, tool]: (typeof SAFE_LIST)[number]): Statement {
  const differs = OFF_LIST.get(tool)
  const says = `\`${tool}\` is on the safe list.`
  const at = FILES.get(tool) ?? `src/tools/conversation-tools.ts ${tool}`
  return differs ? [id, says, at, differs] : [id, says, at]
}

export const SETTINGS: Section = {
  title: 'Settings of auto mode',
  statements: [
    ['S-501', '`autoMode.allow` holds sentences on what may pass.', 'src/settings/prose.ts mergeProse'],
    [
      'S-502',
      '`autoMode.soft_deny` holds sentences on what may not.',
      'src/settings/prose.ts mergeProse',
      another('without a model, a sentence that applies asks the person, and denies where nobody is there'),
    ],
    ['S-503', '`autoMode.environment` holds sentences on the surroundings.', 'src/settings/prose.ts mergeProse'],
    [
      'S-504',
      'Its example on pushes to branches that the agent made.',
      'src/judge/embedded/prose.ts DOCUMENTED_SENTENCES',
    ],
    [
      'S-505',
      'Its example on installing what package.json declares.',
      'src/judge/embedded/prose.ts DOCUMENTED_SENTENCES',
    ],
    ['S-506', 'Its example on never deploying to production.', 'src/judge/embedded/prose.ts DOCUMENTED_SENTENCES'],
    ['S-507', 'Its example on never changing shared databases.', 'src/judge/embedded/prose.ts DOCUMENTED_SENTENCES'],
    ['S-508', 'Its example on trusted domains.', 'src/judge/embedded/prose.ts domains'],
    ['S-509', "Users' values replace the defaults.", 'src/settings/prose.ts keptBuiltins'],
    [
      'S-510',
      "Values of the maker's own people are added.",
      'src/settings/prose.ts listsMode',
      another('anybody adds, by `"$defaults"` or `autoMode.lists: "add"`; what managed settings keep, nobody drops'),
    ],
    [
      'S-511',
      'A project cannot set `autoMode` in its own settings.',
      'src/settings/merge.ts project',
      stricter('nor in its local ones; both may only tighten until a person trusts these very files'),
    ],
  ],
}

export const FAST_PATHS: Section = {
  title: 'What skips the judge',
  statements: [
    [
      'S-601',
      'There are six such ways.',
      'src/steps/modes.ts FAST_PATH_STEPS',
      looser(
        'two more: calls that are proven to change nothing, and known work in the project whose recipe was read; `judge.kind: "claude"` does without them',
      ),
    ],
    ['S-602', 'A tool that encodes to nothing declares itself irrelevant.', 'src/fast-paths.ts NO_RELEVANCE'],
    ['S-603', 'A safety check that no judge may approve asks a person.', 'src/steps/tool-check.ts TOOL_CHECK_STEP'],
    [
      'S-604',
      'Writing into `.git/` is such a case.',
      'src/steps/tool-check.ts PROTECTED_TAGS',
      stricter("so are the gate's and the agents' own settings, state and hooks"),
    ],
    [
      'S-605',
      'A tool that needs the person goes to the person.',
      'src/steps/tool-check.ts USER_INTERACTION',
      looser('a tool that is itself a question is left to the host, which shows it'),
    ],
    ['S-606', 'PowerShell without its flag goes to the person.', 'src/fast-paths.ts POWERSHELL_FLAG'],
    ['S-607', 'What acceptEdits mode would let through passes.', 'src/fast-paths.ts ACCEPT_EDITS'],
    [
      'S-608',
      'An edit of a file in the project is such a case.',
      'src/fast-paths.ts isOrdinary',
      stricter('not files that act by themselves, and deletions only when nothing is lost'),
    ],
    ['S-609', 'Agent tools never take that way.', 'src/fast-paths.ts ACCEPT_EDITS'],
    ['S-610', 'Nor do REPL tools.', 'src/fast-paths.ts ACCEPT_EDITS'],
    ...SAFE_LIST.map(listed),
    ['S-627', 'Write and Edit are not on the list; they take the way of acceptEdits.', 'src/tools/edit.ts WRITE_TOOL'],
    [
      'S-628',
      'The cheapest way is tried first.',
      'src/steps/modes.ts FAST_PATH_STEPS',
      another('they stand where the permission check has them; none of them costs a request'),
    ],
  ],
}
