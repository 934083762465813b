import { recordProgramText } from '../../../analysis/code/program-text.ts'
import {
  defineFileTool,
  makeValue,
  readStdinText,
  recordPathDeletion,
  recordPathRead,
  recordPathWrite,
  recordReads,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Grammar, type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import { pathProtection } from '../../../analysis/paths/paths.ts'
import type { Command, Word } from '../../../analysis/words.ts'

const HARMLESS_EX_COMMAND =
  /^(?:w(?:q|rite|a|qa)?!?|xa?!?|up(?:date)?!?|(?:wq|x)all!?|q(?:a|uit|all)?!?|cq!?|set?\b.*|%?(?:\d+(?:,\d+|,\$)?)?s(?:ubstitute)?[/#|,].*|norm(?:al)?!? .*|\d+|\$|syn(?:tax)? .*|filetype .*|g[!]?\/.*\/(?:d|p|s\/.*)|v\/.*\/d|echo .*|noh.*|colo.* .*|e(?:dit)? .*|%?p(?:rint)?|d(?:elete)?|%d|[ai]|\.|[,.$\d]+[apdi=]|undo|redo|retab|sort.*|%!)$/

/** What an Ex command (vim, ex, ed) runs, writes, deletes or reads, by its form. The first that fits counts. */
const EX_COMMAND_RULES: readonly (readonly [
  RegExp,
  (found: RegExpExecArray, recorder: EffectRecorder, editor: string) => CommandGrade,
])[] = [
  [
    /^(?:[%.,$\d']*)?(?:r(?:ead)?\s*|w(?:rite)?\s*)?!(.*)$/s,
    ([, shell = ''], recorder, editor) => recorder.runsShell(makeValue(shell, []), editor),
  ],
  [
    /(?:\b(?:system|systemlist|jobstart|job_start|termopen|execute)|\bio\.popen)\(\s*(.*)/s,
    ([, shell = ''], recorder, editor) => recorder.runsShell(makeValue(parseVimString(shell), []), editor),
  ],
  [
    /\bdelete\(\s*(?:expand\()?(['"])(.*?)\1\)?\s*(,\s*(['"])rf\4)?/s,
    ([, , path = '', all], recorder) =>
      recordPathDeletion(recorder.pathOf(path), { recursive: all !== undefined }, recorder),
  ],
  [
    /\bwritefile\((.*?)\]\s*,\s*(?:expand\(\s*)?(['"])(.*?)\2/s,
    ([, lines = '', , path = ''], recorder) => {
      const content = [...lines.matchAll(/(['"])(.*?)\1/g)].map(([, , text]) => text)
      return recordPathWrite(recorder.pathOf(path), 'overwrite', recorder, content.join('\n'))
    },
  ],
  [
    /^(?:(py)(?:thon|x)?3?|luado|lua|(ruby)|(perl))\s+(.*)$/s,
    ([, python, ruby, perl, vscode = ''], recorder, editor) =>
      recorder.runsCode(python ? 'python' : ruby ? 'ruby' : perl ? 'perl' : 'other', makeValue(vscode, []), editor),
  ],
  [
    /^(?:[%.,$\d']*)?(?:w(?:rite|q)?|W|sav(?:eas)?|x)(?:!\s*|\s+)(?:>>\s*)?(\S.*)$/,
    ([, path = ''], recorder) => recordPathWrite(recorder.pathOf(path), 'overwrite', recorder),
  ],
  [
    /^(?:[%.,$\d']*)?(?:r(?:ead)?|e(?:dit)?|sp(?:lit)?|vs(?:plit)?|tabe(?:dit)?)!?\s+([~/.\w][^|]*)$/,
    ([, path = ''], recorder) => recordPathRead(recorder.pathOf(path.trim()), recorder),
  ],
]

function analyzeExCommand(text: string, recorder: EffectRecorder, editor: string): CommandGrade {
  const line = text
    .trim()
    .replace(/^:+\s*/, '')
    .replace(/^sil(?:ent)?!?\s+/, '')
    .replace(/^exe(?:cute)?\s+(['"])(.*)\1$/, '$2')
  // `w !x` runs x; `w! x` writes it, save in ed, which knows no forced write.
  const forced = editor.startsWith('vim') && /^(?:[%.,$\d']*)?w(?:rite)?!/.test(line)
  for (const [form, states] of forced ? EX_COMMAND_RULES.slice(1) : EX_COMMAND_RULES) {
    const found = form.exec(line)
    if (found) return weakestGrade('plain', states(found, recorder, editor))
  }
  return line === '' || HARMLESS_EX_COMMAND.test(line)
    ? 'plain'
    : weakestGrade('unknown', recordProgramText(line, recorder, { by: editor, language: 'other' }))
}

/** The string a text of Vim's language begins with, where it stands alone: `''` is a quote in single quotes. */
function parseVimString(text: string): string | undefined {
  const single = /^'((?:[^']|'')*)'\s*[),]/s.exec(text)
  if (single) return single[1]?.replaceAll("''", "'")
  const double = /^"((?:[^"\\]|\\.)*)"\s*[),]/s.exec(text)
  return double?.[1]?.replaceAll(/\\(.)/gs, (whole, sign: string) => (/["\\$`]/.test(sign) ? sign : whole))
}

/** With `-e` in front, `-s` is a flag: commands come from standard input. */
const isSilentMode = ({ name, args }: Command): boolean =>
  name === 'ex' || args.some(({ known }) => /^-[eE]s?$/.test(known))

const VIM_GRAMMAR: Grammar = {
  flags: '-ARbdDeEfFhHlLmMnNqrvXyZ clean embed headless noplugin not-a-term nofork literal',
  values: '-cStTuUwWi cmd startuptime listen remote-expr remote-send server servername remote -s',
  optional: '-oOpV',
}
const SILENT_VIM_GRAMMAR: Grammar = {
  ...VIM_GRAMMAR,
  flags: `${VIM_GRAMMAR.flags} -s`,
  values: VIM_GRAMMAR.values?.replace(' -s', '') ?? '',
}

const vim: Program = {
  names: ['vim', 'vi', 'nvim', 'gvim', 'view', 'vimdiff', 'ex', 'rvim', 'mvim'],
  read: (command, recorder) => {
    const { args, name } = command
    if (isHelpRequest(args)) return 'proven'
    const silent = isSilentMode(command)
    const options = readOptions(
      args.filter(({ known }) => !known.startsWith('+')),
      silent ? SILENT_VIM_GRAMMAR : VIM_GRAMMAR,
    )
    const { operands } = options
    const scripts = [
      ...args.flatMap(({ known, text }) => (known.startsWith('+') ? [text?.slice(1)] : [])),
      ...options.values('c', 'cmd', 'remote-expr').map(({ text }) => text),
      ...options.values('remote-send').flatMap(({ text }) => splitTypedLines(text)),
    ]
    const keys = !silent && options.has('s')
    const unread = options.values('remote-expr', 'remote-send').some(({ text }) => text === undefined)
    if (unread) recorder.runsShell(makeValue(undefined, []), 'vim --remote-send', { typed: true })
    const batch = scripts.length > 0 || options.has('c', 'e', 'E', 's', 'cmd') || name === 'ex'
    const isScript = options.has('e', 'E', 's') || name === 'ex'
    const grade = weakestGrade(
      'plain',
      options.unknown.length > 0 || scripts.includes(undefined) || keys ? 'unknown' : 'plain',
      ...scripts.flatMap(splitExCommands).map((part) => analyzeExCommand(part, recorder, 'vim -c')),
      ...options
        .values('S', 'u', 'U')
        .filter(({ text }) => text !== 'NONE' && text !== 'NORC')
        .map((word) => recorder.runsFile(recorder.path(word), 'other', 'vim -S')),
      batch && isScript ? analyzeExInput(command, recorder) : 'plain',
      batch ? recordReads(operands, recorder) : recordOpenedFiles(operands, recorder),
    )
    const sent = scripts.flatMap(splitExCommands)
    for (const path of savedByCommands(sent)) recordPathWrite(recorder.pathOf(path), 'edit', recorder)
    const fed = command.stdin.kind === 'value' ? readStdinText(command) : ''
    const known = options.unknown.length === 0 && !options.has('S') && !keys
    if (!batch || (known && isPrintAndQuit([...scripts, fed]))) return grade
    return weakestGrade(grade, ...operands.map((word) => recordWrite(word, 'edit', recorder)))
  },
}

const OPEN_COMMAND = /^\s*:*\s*(?:e(?:dit)?|sp(?:lit)?|vs(?:plit)?|tabe(?:dit)?)!?\s+([~/.\w]\S*)/
const SAVE_COMMAND = /^\s*:*\s*(?:w(?:q|rite|a|all|qa|qall)?|x|xa|xall|up(?:date)?)!?\s*$/

/** Files that commands open and then save: what stands between changes them. */
function savedByCommands(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => SAVE_COMMAND.test(line))
  return lines.slice(0, Math.max(last, 0)).flatMap((line) => OPEN_COMMAND.exec(line)?.[1] ?? [])
}

/** Keys sent to an editor that runs: what is typed behind a colon is a command, and so is a line typed into its terminal. */
function splitTypedLines(text: string | undefined): readonly (string | undefined)[] {
  if (text === undefined) return [undefined]
  return text
    .split(/<(?:CR|Enter|Return|NL|Esc|C-[\\[mjcn]|C-\\>?<C-N)>|[\r\n]/i)
    .map((line) =>
      line
        .replaceAll(/<Space>/gi, ' ')
        .replaceAll(/<bar>/gi, '|')
        .replace(/^[a-zA-Z]{0,3}(?=:)/, ''),
    )
    .filter((line) => line !== '')
}

/** Ex commands that show something, set something for this run, or leave without saving. */
const EX_DISPLAY_COMMAND =
  /^:*\s*(?:sil(?:ent)?!?\s+)?(?:[%,.$\d;+-]*(?:p(?:rint)?|nu(?:mber)?|l(?:ist)?|=|#)?|g\/[^/|]*\/(?:p|#)?|q(?:a|all|uit)?!|cq!?|set?\s+[\w=,]+|echo\s+["'\w.()@:]*|verb(?:ose)?\s+set?\s+[\w?]+)\s*$/

/** It is left by force at the end, and nothing before that changes the file. */
function isPrintAndQuit(texts: readonly (string | undefined)[]): boolean {
  const lines = texts.flatMap((text) => (text ?? '\0').split(/[|\n]/))
  return (
    lines.some((line) => /^\s*:*(?:q(?:a|all|uit)?!|cq!?)\s*$/.test(line)) &&
    lines.every((line) => EX_DISPLAY_COMMAND.test(line))
  )
}

/** Ex commands stand between bars, except in substitutions and shell commands. */
function splitExCommands(text: string | undefined): string[] {
  if (text === undefined) return []
  return /^:*\s*(?:sil(?:ent)?!?\s+)?(?:[%.,$\d']*)?(?:!|r(?:ead)?\s*!|w(?:rite)?\s+!|s[/#])/.test(text) ||
    text.includes('||')
    ? [text]
    : text.split('|')
}

function analyzeExInput(command: Command, recorder: EffectRecorder): CommandGrade {
  const lines = readStdinText(command)?.split('\n') ?? []
  return weakestGrade('plain', ...lines.map((line) => analyzeExCommand(line, recorder, 'ex')))
}

/** Commands of ed that only print and leave: `,p`, `1,5n`, `/word/p`, `g/word/p`, `q`. */
const ED_PRINT_COMMAND = /^\s*(?:(?:[%,.$\d;+-]|\/[^/]*\/){0,12}[pnl=]?|g\/[^/]*\/[pnl]?|[qQhH])\s*$/

const ed: Program = {
  names: ['ed'],
  read: (command, recorder) => {
    const { operands, unknown } = readOptions(command.args, { flags: '-sGlvrE quiet silent', values: '-p prompt' })
    const text = readStdinText(command)
    const read = recordReads(operands, recorder)
    if (unknown.length === 0 && text?.split('\n').every((line) => ED_PRINT_COMMAND.test(line))) return read
    return weakestGrade(
      read,
      unknown.length > 0 || (command.stdin.kind === 'value' && text === undefined) ? 'unknown' : 'plain',
      analyzeExInput(command, recorder),
      ...operands.map((word) => recordWrite(word, 'edit', recorder)),
    )
  },
}

const EMACS_SHELL_CALL =
  /\((?:shell-command(?:-to-string)?|async-shell-command|call-process-shell-command|term|ansi-term|eshell-command)\s+"((?:[^"\\]|\\.)*)"/

/** The client has one that runs do it. */
const emacs = defineFileTool({
  names: 'emacs emacsclient',
  usual: 'plain',
  flags:
    '-qQntcHVru batch no-init-file quick no-window-system script-mode no-wait tty nw create-frame reuse-frame quiet',
  values:
    '-lfesadFTwP eval load funcall execute script chdir visit server-file socket-name alternate-editor display frame-parameters tramp timeout parent-id',
  singleDash: true,
  acts: ({ options, operands, recorder, writes }) => [
    ...options.values('eval', 'e', 'execute').map((word) => {
      const [, shell] = EMACS_SHELL_CALL.exec(word.known) ?? []
      return shell === undefined
        ? recorder.runsCode('other', word, 'emacs --eval')
        : recorder.runsShell(makeValue(shell.replace(/\\(.)/g, '$1'), []), 'emacs --eval')
    }),
    ...options
      .values('l', 'load', 'script')
      .map((word) => recorder.runsFile(recorder.path(word), 'other', 'emacs --load')),
    savesFiles(options) ? writes(operands, 'edit') : 'proven',
    recordOpenedFiles(operands, recorder),
  ],
})

/** Expressions that are run over the files that it was given, and save them. */
function savesFiles(options: Options): boolean {
  return options
    .values('eval', 'execute', 'f', 'funcall')
    .some(({ known }) => /\b(?:save-buffer|save-some-buffers|basic-save-buffer)\b/.test(known))
}

/** A file opened to be edited: its place is touched where that matters. */
function recordOpenedFiles(words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  for (const word of words) {
    const path = recorder.path(word)
    const guard = pathProtection(path)
    if (guard !== undefined && guard !== 'kept') recorder.effect({ kind: 'touch-protected', path, role: 'unknown' })
  }
  return recordReads(words, recorder)
}

const interactiveEditors: Program = {
  names: ['nano', 'hx'],
  read: ({ args }, recorder) => {
    const files = args.filter(({ known }) => !/^[-+]/.test(known))
    return weakestGrade('plain', recordOpenedFiles(files, recorder))
  },
}

const vscode: Program = {
  names: ['code'],
  read: ({ args }, recorder) => {
    if (isHelpRequest(args) || args.some(({ known }) => /^(?:--list-extensions|--status|-v|-s)$/.test(known)))
      return 'proven'
    const at = args.findIndex(({ known }) => known.startsWith('--install-extension'))
    if (at >= 0) {
      const name = args[at]?.known.split('=')[1] ?? args[at + 1]?.known ?? '?'
      // A package that this session or the project built is its own.
      const { sessionMade, zone, tags } = recorder.pathOf(name)
      const own = sessionMade || (zone === 'project' && tags.includes('build-artefact'))
      const origin = name.endsWith('.vsix') ? (own ? 'local' : 'url') : 'registry'
      recorder.effect({ kind: 'install', manager: 'code', packages: [name], origin, scope: 'user' })
    }
    // What is shown to a person is merely shown.
    for (const word of args) {
      const path = word.known.startsWith('-') ? undefined : recorder.path(word)
      if (path && pathProtection(path) !== undefined && !path.tags.includes('secret'))
        recorder.effect({ kind: 'read-path', path, list: true })
    }
    if (args[0]?.known === 'tunnel') recorder.effect({ kind: 'listen', reach: 'tunnel', executes: true })
    return 'plain'
  },
}

export const EDITORS: readonly Program[] = [vim, ed, emacs, interactiveEditors, vscode]
