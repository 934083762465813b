import { join } from 'node:path/posix'
import type { ToolCall } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { compileRule } from './compile.ts'
import { parseRule } from './parse.ts'
import { rootsOf } from './path-pattern.ts'
import type { Rule } from './rule.ts'
import { NAME_FIELDS } from './tool-names.ts'
import { compileWildcard } from './wildcard.ts'

/** Stands for whatever a star stands for: a word that no rule spells out. */
const ANY_WORD = 'irongate-any'

/** A call that a rule is about, with a word of ours where the rule leaves it open; undefined when there is none to be made. */
export function sampleCallFor(rule: Rule, facts: Facts): ToolCall | undefined {
  const compiled = compileRule(rule)
  const parsed = parseRule(rule.text, rule.behavior)
  if (compiled.kind === 'invalid' || parsed.kind === 'invalid') return undefined
  const { specifier } = compiled.compiled
  const { spec = '' } = parsed
  const tool = parsed.tool.replaceAll('*', ANY_WORD)
  const call = (input: ToolCall['input']): ToolCall => ({ tool, input, cwd: facts.cwd, sessionId: 'sample' })
  switch (specifier.kind) {
    case 'whole-tool':
      return call({})
    case 'shell':
      return call({ command: fillPattern(spec.replace(/:\*$/, ' *')) })
    case 'path': {
      const [root = '/'] = rootsOf(specifier.pattern, rule.source, facts)
      const path = join(root, pathIn(spec))
      return call({ file_path: path, content: '', old_string: 'a', new_string: 'b', path })
    }
    case 'domain':
      return call({ url: `https://${spec.slice('domain:'.length).replaceAll('*', ANY_WORD)}/`, prompt: '' })
    case 'name':
      return call(Object.fromEntries((NAME_FIELDS.get(tool) ?? []).map((field) => [field, fillPattern(spec)])))
    case 'param':
      return call({ [specifier.field]: fillPattern(spec.slice(specifier.field.length + 1)) })
    case 'invalid':
      return undefined
  }
}

function fillPattern(spec: string): string {
  return compileWildcard(spec).pieces.join(ANY_WORD)
}

/** The path below its anchor, with names where the pattern has none. */
function pathIn(spec: string): string {
  return spec
    .replace(/^(?:\/\/|~\/|\/|~$)/, '')
    .replace(/\\([*?[\]\\])|\*+|\?|\[[^\]]*\]/g, (_, plain: string | undefined) => plain ?? ANY_WORD)
}
