import type { Mutant } from './mutate.ts'

/** A fault that no test can find, because nothing that anybody can see changes. */
export interface Equivalent {
  readonly file: string
  readonly before: string
  readonly after: string
  /** The whole line that it stands on, where the file has the same words elsewhere. */
  readonly line: string | undefined
  readonly why: string
}

type Fault = readonly [file: string, before: string, after: string, line?: string]

/** `typeof raw === 'object' && raw !== null`, where a spread takes anything. */
function spreadOut(file: string, name: string): readonly Fault[] {
  const before = `typeof ${name} === 'object' && ${name} !== null`
  return [
    [file, before, 'true'],
    [file, before, `(typeof ${name} === 'object') || (${name} !== null)`],
  ]
}

/** A name that means what an unknown one means. */
function codexServerError(line: string, name: string): readonly Fault[] {
  const file = 'src/judge/model/transports/codex-cli/answer.ts'
  return [
    [file, line, ''],
    [file, `'${name}',`, '', line],
    [file, "'server-error'", '', line],
  ]
}

/** Reasons, each with the faults that it explains. */
const REASONS: readonly (readonly [why: string, faults: readonly Fault[]])[] = [
  [
    'the types ask for a value where none is ever missing: the place exists',
    [
      ['src/rules/shell-coverage.ts', "spelling.split(' ', 1)[0] ?? ''", "spelling.split(' ', 1)[0]"],
      ['src/rules/shell-coverage.ts', "text.split(/\\s/, 1)[0] ?? ''", 'text.split(/\\s/, 1)[0]'],
      ['src/rules/match-domain.ts', "labels[extra + index] ?? ''", 'labels[extra + index]'],
      ['src/rules/match-input.ts', 'NAME_FIELDS.get(tool) ?? []', 'NAME_FIELDS.get(tool)'],
      [
        'src/rules/match-path.ts',
        'namesBelow(root, [...above, entry], facts) ?? []',
        'namesBelow(root, [...above, entry], facts)',
      ],
      ['src/rules/nearest-name.ts', 'before[at - 2] ?? 0', 'before[at - 2]'],
      ['src/rules/nearest-name.ts', 'current[at - 1] ?? 0', 'current[at - 1]'],
      ['src/rules/nearest-name.ts', 'last[at - 1] ?? 0', 'last[at - 1]'],
      ['src/rules/nearest-name.ts', 'last[at] ?? 0', 'last[at]'],
      ['src/rules/nearest-name.ts', 'last[right.length] ?? 0', 'last[right.length]'],
      ['src/rules/parse.ts', "parts[1] ?? ''", 'parts[1]'],
      ['src/rules/sample.ts', 'NAME_FIELDS.get(tool) ?? []', 'NAME_FIELDS.get(tool)'],
      ['src/rules/shell-pattern.ts', 'form?.pieces ?? []', 'form?.pieces'],
      ['src/rules/shell-pattern.ts', "pieces[0] ?? ''", 'pieces[0]'],
      ['src/rules/wildcard.ts', "pieces[0] ?? ''", 'pieces[0]'],
      ['src/rules/wildcard.ts', "pieces[index] ?? ''", 'pieces[index]'],
      ['src/rules/wildcard.ts', "pieces[pieces.length - 1] ?? ''", 'pieces[pieces.length - 1]'],
      ['src/judge/model/models.ts', "groups['name'] ?? ''", "groups['name']"],
      ['src/judge/model/transports/local/line-process.ts', "lines.pop() ?? ''", 'lines.pop()'],
    ],
  ],
  [
    'undefined and an empty text give the same: no address, no pattern and no name holds either',
    [
      ['src/rules/allow-coverage.ts', "scalarInput(subject.action, 'url') ?? ''", "scalarInput(subject.action, 'url')"],
      ['src/rules/match.ts', "kind ?? ''", 'kind'],
      ['src/rules/match.ts', "scalarInput(action, specifier.field) ?? ''", 'scalarInput(action, specifier.field)'],
      ['src/rules/propose.ts', "scalarInput(action, 'url') ?? ''", "scalarInput(action, 'url')"],
      ['src/steps/tool-check.ts', "path.real ?? ''", 'path.real'],
      ['src/judge/model/transports/http/failures.ts', "headers.get('retry-after') ?? ''", "headers.get('retry-after')"],
      ['src/judge/model/transports/messages/client.ts', 'message._request_id ?? undefined', 'message._request_id'],
      ['src/approval.ts', "session.agentId ?? ''", 'session.agentId'],
    ],
  ],
  [
    'it only saves work: the longer way gives the same',
    [
      ['src/denials.ts', 'denials.consecutive === 0', 'false'],
      ['src/gate.ts', "'then' in ran", 'true'],
      ['src/judge/embedded/findings.ts', 'action.effects.every(isOrdinaryRead) && stated.length === 0', 'false'],
      ['src/judge/embedded/findings.ts', 'action.effects.length === 0', 'false'],
      [
        'src/judge/embedded/findings.ts',
        'categoriesOf(policy).filter(({ sees }) => sees.some((kind) => kinds.has(kind)))',
        'categoriesOf(policy)',
      ],
      ['src/judge/embedded/findings.ts', 'known', 'false'],
      ['src/judge/embedded/findings.ts', 'stated.length === 0', 'stated.length !== 0'],
      ['src/judge/embedded/judge.ts', 'possible.length === 0 && !deletes', 'false'],
      ['src/judge/embedded/judge.ts', 'weighed.hard', 'false'],
      ['src/rules/book.ts', 'found', 'false'],
      ['src/rules/book.ts', 'policy.rules.length === 0', 'false'],
      [
        'src/rules/allow-coverage.ts',
        '!groupOf(subject.tool).some((tool) => (allow.byTool.get(tool)?.paths.length ?? 0) > 0)',
        'false',
      ],
      [
        'src/rules/allow-coverage.ts',
        '(allow.byTool.get(tool)?.paths.length ?? 0) > 0',
        '(allow.byTool.get(tool)?.paths.length ?? 0) >= 0',
      ],
      [
        'src/rules/allow-coverage.ts',
        'allow.byTool.get(tool)?.paths.length ?? 0',
        'allow.byTool.get(tool)?.paths.length',
      ],
      ['src/rules/allow-coverage.ts', "program === ''", 'false'],
      ['src/rules/examples.ts', 'match.length + notMatch.length === 0', 'false'],
      ['src/rules/examples.ts', 'rule.invalid !== undefined', 'false'],
      ['src/rules/match-path.ts', 'ROOT_SEGMENTS.size > 1000', 'ROOT_SEGMENTS.size >= 1000'],
      ['src/rules/match-path.ts', 'ROOT_SEGMENTS.size > 1000', 'false'],
      ['src/rules/match-path.ts', 'ROOT_SEGMENTS.size > 1000', 'true'],
      ['src/rules/match-path.ts', 'all.length < above.length', 'false'],
      ['src/rules/match-path.ts', 'found', 'false'],
      ['src/rules/match.ts', 'done || findings.maybe', 'true'],
      ['src/rules/match.ts', 'index.byTool.size === 0 && index.wide.length === 0', 'false'],
      ['src/rules/strip-dangerous.ts', 'depth < MOST_WRAPPERS', 'depth <= MOST_WRAPPERS'],
      ['src/rules/strip-dangerous.ts', 'next.at.size === all.at.size', 'false'],
      ['src/rules/subject.ts', '!SHELL_TOOLS.has(tool) && action.commands.length === 0', 'false'],
      ['src/rules/subject.ts', 'action.tool === tool', 'false'],
      ['src/rules/touches.ts', '!seen.has(key)', 'true'],
      ['src/rules/wildcard-reach.ts', 'here.size === 0', 'false'],
      ['src/rules/wildcard.ts', 'open.size === 0', 'false'],
      ['src/steps/conclude.ts', 'current === given', 'false'],
      ['src/steps/gate-protection.ts', 'rules.length === 0', 'false'],
      ['src/judge/model/transports/acp/resident.ts', 'client.running', 'true'],
      ['src/judge/model/transports/local/pinned-program.ts', 'kept?.print === print', 'false'],
    ],
  ],
  [
    'what follows says the same of the case that it leaves to it',
    [
      ['src/gate.ts', "result.type === 'floor'", 'true'],
      [
        'src/judge/embedded/unclear.ts',
        "effect.kind === 'run-program'",
        'true',
        "if (effect.kind === 'run-program') {",
      ],
      [
        'src/rules/match-path.ts',
        'end === 0 || end === segments.length || below.length === 0',
        '(end === 0 || end === segments.length) && (below.length === 0)',
      ],
      ['src/rules/match-path.ts', 'end === 0 || end === segments.length', '(end === 0) && (end === segments.length)'],
      ['src/rules/match-path.ts', 'end === 0 || end === segments.length || below.length === 0', 'false'],
      ['src/rules/match.ts', 'yes', 'false'],
      ['src/rules/match.ts', 'isFileTool', 'true'],
      ['src/rules/path-pattern.ts', 'mark < names.length', 'mark <= names.length'],
      ['src/rules/strip-dangerous.ts', "'allow'", "'ask'", "const parsed = parseRule(rule.text, 'allow')"],
      ['src/steps/tool-check.ts', 'scope === undefined', 'false'],
      ['src/judge/model/transports/local/chosen-client.ts', "'cause' in ready", 'false'],
      ['src/judge/model/transports/local/ask-program.ts', "typeof error.code === 'number'", 'false'],
      ['src/judge/model/transports/local/ask-program.ts', "typeof error.code === 'number'", 'true'],
      ...['serverOverloaded', 'policyCapacityUnavailable', 'flexUnavailable', 'internalServerError'].flatMap((name) =>
        codexServerError(`['${name}', 'server-error'],`, name),
      ),
    ],
  ],
  [
    'what would tell the two apart never comes here: it was answered or sorted out before',
    [
      ['src/gate.ts', "'deny'", "'allow'"],
      ['src/judge/chain.ts', "outage.verdict.type === 'unavailable'", 'true'],
      ['src/judge/embedded/unclear.ts', "effect.kind !== 'run-code' && effect.kind !== 'run-program'", 'false'],
      ['src/rules/compile.ts', "parsed.kind === 'invalid'", 'true'],
      ['src/rules/allow-coverage.ts', "specifier.kind === 'name'", 'true'],
      ['src/rules/allow-coverage.ts', 'true', 'false'],
      ['src/rules/examples.ts', "compiled.compiled.tool.kind === 'glob'", 'false'],
      ['src/rules/match-domain.ts', "hostname === ''", 'false'],
      ['src/rules/match-path.ts', 'some', 'every', 'return rootsOf(pattern, source, facts).some((root) =>'],
      ['src/rules/match.ts', "'ask'", "'allow'"],
      ['src/rules/match.ts', "'no',", ''],
      ['src/rules/match.ts', "''", ''],
      ['src/rules/match.ts', "compiled.specifier.kind !== 'path'", 'false'],
      ['src/rules/propose.ts', 'every', 'some'],
      ['src/rules/segment.ts', 'false', 'true', 'return false'],
      ['src/rules/segment.ts', "token.kind === 'sign'", 'true'],
      [
        'src/rules/specifier.ts',
        'field === undefined || value === undefined',
        '(field === undefined) && (value === undefined)',
      ],
      ['src/steps/judge.ts', "Object.hasOwn(extra, 'budget')", 'true'],
      [
        'src/steps/conclude.ts',
        "outcome === 'deny' && reason.type === 'verdict'",
        "(outcome === 'deny') || (reason.type === 'verdict')",
      ],
      [
        'src/steps/conclude.ts',
        "outcome === 'deny' && reason.type === 'verdict' && (reason.verdict === 'block' || reason.verdict === 'unparseable')",
        "(outcome === 'deny' && reason.type === 'verdict') || (reason.verdict === 'block' || reason.verdict === 'unparseable')",
      ],
    ],
  ],
  [
    'what is no object has none of the fields that are read, spread out or not',
    [
      ...spreadOut('src/judge/model/transports/acp/choice.ts', 'value'),
      ...spreadOut('src/judge/model/transports/claude-cli/answer.ts', 'raw'),
      ...spreadOut('src/judge/model/transports/local/ask-program.ts', 'read'),
      ...spreadOut('src/judge/model/transports/local/json-rpc.ts', 'raw'),
      ...spreadOut('src/judge/model/transports/messages/reply.ts', 'raw'),
      ...spreadOut('src/judge/model/transports/openai/reply.ts', 'raw'),
    ],
  ],
  [
    'a folder whose name is not known cannot be listed, so that the answer is the same',
    [
      [
        'src/rules/match-path.ts',
        "last === undefined || typeof last === 'string' || !above.every((name) => typeof name === 'string')",
        "(last === undefined || typeof last === 'string') && (!above.every((name) => typeof name === 'string'))",
      ],
      [
        'src/rules/match-path.ts',
        "last === undefined || typeof last === 'string'",
        "(last === undefined) && (typeof last === 'string')",
      ],
      [
        'src/rules/match-path.ts',
        "last === undefined || typeof last === 'string' || !above.every((name) => typeof name === 'string')",
        'false',
      ],
    ],
  ],
  [
    'the value in between never occurs: no text begins there, and no place is both',
    [
      ['src/decision.ts', 'RANK[right] > RANK[left]', 'RANK[right] >= RANK[left]'],
      ['src/rules/match.ts', 'end < 0', 'end <= 0'],
      ['src/rules/nearest-name.ts', 'at > 1', 'at >= 1'],
      ['src/rules/nearest-name.ts', 'row > 1', 'row >= 1'],
      ['src/rules/parse.ts', 'open < 0', 'open <= 0', "if (open < 0) return { kind: 'rule', tool, spec: undefined }"],
      ['src/rules/path-pattern.ts', 'slash < 0', 'slash <= 0'],
      ['src/rules/powershell.ts', 'end < 0', 'end <= 0'],
      ['src/rules/segment.ts', 'end < 0', 'end <= 0'],
      ['src/rules/segment.ts', 'index < signs.length', 'index <= signs.length'],
      ['src/rules/shell-pattern.ts', 'end > 0', 'end >= 0'],
      [
        'src/rules/shell-pattern.ts',
        'some',
        'every',
        'return { text, forms, program: firstWord(forms[0]), exact: forms.length === 1 && !forms.some(hasStar) }',
      ],
      [
        'src/rules/wildcard.ts',
        '(tokens.length + 1) * (signs.length + 1) > MAX_STEPS',
        '(tokens.length + 1) * (signs.length + 1) >= MAX_STEPS',
      ],
      ['src/rules/wildcard.ts', 'index < pattern.length', 'index <= pattern.length'],
    ],
  ],
  [
    'it stands for every host by itself: nothing else of it is looked at',
    [
      [
        'src/rules/match-domain.ts',
        'false',
        'true',
        "if (name === '*') return { below: false, everything: true, labels: [] }",
      ],
    ],
  ],
]

export const EQUIVALENT: readonly Equivalent[] = REASONS.flatMap(([why, faults]) =>
  faults.map(([file, before, after, line]) => ({ file, before, after, line, why })),
)

/** Explanations of faults that the sources no longer have. */
export function staleExplanations(all: readonly Mutant[]): readonly string[] {
  const nameOf = ({ file, before, after }: Pick<Mutant, 'file' | 'before' | 'after'>) =>
    `${file} \`${before}\` → \`${after}\``
  const known = new Set(all.map(nameOf))
  return EQUIVALENT.map(nameOf).filter((name) => !known.has(name))
}

/** Why nobody can find this fault, in a file of this text. */
export function whyEquivalent({ file, before, after, line }: Mutant, text: string): string | undefined {
  const written = text.split('\n')[line - 1]?.trim()
  return EQUIVALENT.find(
    (one) =>
      one.file === file &&
      one.before === before &&
      one.after === after &&
      (one.line === undefined || one.line === written),
  )?.why
}
