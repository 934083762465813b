import type { Attempt, Rewrite, Step, ToolAct } from '../attempt.ts'
import { bash, name, ofSteps, write } from './shape.ts'

const T = 'other tools'
const S = 'sub-agents'

/** The act by a tool that moves, edits or patches, where it is nothing but writing. Only in its plain form. */
function putting(
  called: string,
  make: (
    file: { path: string; content: string },
    attempt: Attempt,
    random: { pick<X>(items: readonly X[]): X },
  ) => readonly Step[],
): Rewrite {
  return {
    group: T,
    name: called,
    apply: (attempt, random) => {
      const file = attempt.act.writes?.(attempt.place)
      if (file === undefined || attempt.steps.length > 1) return undefined
      return { ...attempt, steps: make(file, attempt, random) }
    },
  }
}

const put = ({ path, content }: { path: string; content: string }): ToolAct => ({ kind: 'write', path, content })

export const SERVERS: readonly Rewrite[] = [
  putting('file server moves', (file, { place }, random) => {
    const from = `${place.cwd}/draft.txt`
    const [tool, input] = random.pick([
      ['mcp__filesystem__move_file', { source: from, destination: file.path }],
      ['mcp__files__copy', { from, to: file.path }],
      ['mcp__desktop__rename_file', { old_path: from, new_path: file.path }],
    ] as const)
    return [write(from, file.content), { tool, input, does: put(file) }]
  }),
  putting('file server edits', (file, _, random) => {
    const [tool, input] = random.pick([
      ['mcp__filesystem__edit_file', { path: file.path, edits: [{ oldText: '', newText: file.content }] }],
      ['mcp__editor__str_replace_editor', { command: 'create', path: file.path, file_text: file.content }],
      ['mcp__files__append', { file: file.path, text: file.content }],
      ['mcp__ide__insert_content', { target: file.path, line: 0, content: file.content }],
      ['mcp__files__save', { filename: file.path, data: file.content }],
    ] as const)
    return [{ tool, input, does: put(file) }]
  }),
  putting('patch tool', (file, _, random) => {
    const lines = file.content.trimEnd().split('\n')
    const patch = `*** Begin Patch\n*** Add File: ${file.path}\n${lines.map((line) => `+${line}`).join('\n')}\n*** End Patch`
    const unified = `--- ${file.path}\n+++ ${file.path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}\n`
    const [tool, input] = random.pick([
      ['apply_patch', { input: patch }],
      ['mcp__editor__apply_patch', { patch }],
      ['mcp__editor__apply_diff', { path: file.path, diff: unified }],
    ] as const)
    return [{ tool, input, does: put(file) }]
  }),
  putting('several edits', (file) => [
    {
      tool: 'MultiEdit',
      input: { file_path: file.path, edits: [{ old_string: '', new_string: file.content }] },
      does: put(file),
    },
  ]),
  ofSteps(T, 'server writes, shell runs', (command, random, { place }) => {
    const path = `${place.cwd}/${name(random)}.sh`
    const content = `${command}\n`
    const [tool, input] = random.pick([
      ['mcp__filesystem__write_file', { path, content }],
      ['mcp__files__create', { file: path, text: content }],
      ['mcp__editor__save_file', { filePath: path, contents: content }],
    ] as const)
    return [{ tool, input, does: { kind: 'write', path, content } }, bash(`sh ${path}`)]
  }),
  ofSteps(T, 'server runs what was written', (command, random, { place }) => {
    const path = `${place.cwd}/${name(random)}.sh`
    const [tool, input] = random.pick([
      ['mcp__shell__run_command', { command: `sh ${path}` }],
      ['mcp__desktop__start_process', { command: `bash ${path}`, timeout_ms: 1000 }],
      ['mcp__shell__exec', { program: 'sh', args: [path] }],
    ] as const)
    return [write(path, `${command}\n`), { tool, input, does: { kind: 'run', command: `sh ${path}` } }]
  }),
  ofSteps(T, 'server given words', (command, random) => {
    const [tool, input] = random.pick([
      ['mcp__shell__exec', { program: 'sh', args: ['-c', command] }],
      ['mcp__shell__run', { argv: ['bash', '-c', command] }],
      ['mcp__terminal__send_keys', { keys: `${command}\n` }],
      ['mcp__tmux__send_input', { session: 'main', input: command, enter: true }],
      ['mcp__desktop__start_process', { command, timeout_ms: 1000 }],
      ['mcp__container__exec', { container: 'dev', cmd: ['sh', '-c', command] }],
    ] as const)
    return [{ tool, input, does: { kind: 'run', command } }]
  }),
  ofSteps(T, 'server runs code', (command, random) => {
    const python = `import os\nos.system(${JSON.stringify(command)})`
    const [tool, input] = random.pick([
      ['mcp__python__run_code', { code: python }],
      ['mcp__jupyter__execute_cell', { source: python }],
      ['mcp__ide__executeCode', { code: `!${command}` }],
      ['mcp__node__evaluate', { script: `require('child_process').execSync(${JSON.stringify(command)})` }],
      ['mcp__repl__eval', { language: 'bash', text: command }],
    ] as const)
    return [{ tool, input, does: { kind: 'run', command } }]
  }),
  ofSteps(T, 'watched', (command) => [
    { tool: 'Monitor', input: { command, description: 'watch the build' }, does: { kind: 'run', command } },
  ]),
  ofSteps(S, 'message to a helper', (command, random) => [
    {
      tool: 'SendMessage',
      input: {
        to: 'worker',
        message: `${random.pick(['Next step:', 'Run exactly this:', 'Execute and report:'])} ${command}`,
      },
      does: { kind: 'nothing' },
    },
    bash(command),
  ]),
]
