import { stateProgramText } from '../../code/program-text.ts'
import { guardOf } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { deletesPath, fileTool, reads, readsPath, stdinText, value, writes, writesPath } from './touching.ts'

const HARMLESS =
  /^(?:w(?:q|rite|a|qa)?!?|xa?!?|up(?:date)?!?|(?:wq|x)all!?|q(?:a|uit|all)?!?|cq!?|set?\b.*|%?(?:\d+(?:,\d+|,\$)?)?s(?:ubstitute)?[/#|,].*|norm(?:al)?!? .*|\d+|\$|syn(?:tax)? .*|filetype .*|g[!]?\/.*\/(?:d|p|s\/.*)|v\/.*\/d|echo .*|noh.*|colo.* .*|e(?:dit)? .*|%?p(?:rint)?|d(?:elete)?|%d|[ai]|\.|[,.$\d]+[apdi=]|undo|redo|retab|sort.*|%!)$/

/** What an Ex command (vim, ex, ed) runs, writes, deletes or reads, by its form. The first that fits counts. */
const EX: readonly (readonly [RegExp, (found: RegExpExecArray, scribe: Scribe, editor: string) => Standing])[] = [
  [
    /^(?:[%.,$\d']*)?(?:r(?:ead)?\s*|w(?:rite)?\s*)?!(.*)$/s,
    ([, shell = ''], scribe, editor) => scribe.runsShell(value(shell, []), editor),
  ],
  [
    /(?:\b(?:system|systemlist|jobstart|job_start|termopen|execute)|\bio\.popen)\(\s*(.*)/s,
    ([, shell = ''], scribe, editor) => scribe.runsShell(value(vimString(shell), []), editor),
  ],
  [
    /\bdelete\(\s*(?:expand\()?(['"])(.*?)\1\)?\s*(,\s*(['"])rf\4)?/s,
    ([, , path = '', all], scribe) => deletesPath(scribe.pathOf(path), { recursive: all !== undefined }, scribe),
  ],
  [
    /\bwritefile\((.*?)\]\s*,\s*(?:expand\(\s*)?(['"])(.*?)\2/s,
    ([, lines = '', , path = ''], scribe) => {
      const content = [...lines.matchAll(/(['"])(.*?)\1/g)].map(([, , text]) => text)
      return writesPath(scribe.pathOf(path), 'overwrite', scribe, content.join('\n'))
    },
  ],
  [
    /^(?:(py)(?:thon|x)?3?|luado|lua|(ruby)|(perl))\s+(.*)$/s,
    ([, python, ruby, perl, code = ''], scribe, editor) =>
      scribe.runsCode(python ? 'python' : ruby ? 'ruby' : perl ? 'perl' : 'other', value(code, []), editor),
  ],
  [
    /^(?:[%.,$\d']*)?(?:w(?:rite|q)?|W|sav(?:eas)?|x)(?:!\s*|\s+)(?:>>\s*)?(\S.*)$/,
    ([, path = ''], scribe) => writesPath(scribe.pathOf(path), 'overwrite', scribe),
  ],
  [
    /^(?:[%.,$\d']*)?(?:r(?:ead)?|e(?:dit)?|sp(?:lit)?|vs(?:plit)?|tabe(?:dit)?)!?\s+([~/.\w][^|]*)$/,
    ([, path = ''], scribe) => readsPath(scribe.pathOf(path.trim()), scribe),
  ],
]

function readEx(text: string, scribe: Scribe, editor: string): Standing {
  const line = text
    .trim()
    .replace(/^:+\s*/, '')
    .replace(/^sil(?:ent)?!?\s+/, '')
    .replace(/^exe(?:cute)?\s+(['"])(.*)\1$/, '$2')
  // `w !x` runs x; `w! x` writes it, save in ed, which knows no forced write.
  const forced = editor.startsWith('vim') && /^(?:[%.,$\d']*)?w(?:rite)?!/.test(line)
  for (const [form, states] of forced ? EX.slice(1) : EX) {
    const found = form.exec(line)
    if (found) return weakest('plain', states(found, scribe, editor))
  }
  return line === '' || HARMLESS.test(line)
    ? 'plain'
    : weakest('unknown', stateProgramText(line, scribe, { by: editor, language: 'other' }))
}

/** The string a text of Vim's language begins with, where it stands alone: `''` is a quote in single quotes. */
function vimString(text: string): string | undefined {
  const single = /^'((?:[^']|'')*)'\s*[),]/s.exec(text)
  if (single) return single[1]?.replaceAll("''", "'")
  const double = /^"((?:[^"\\]|\\.)*)"\s*[),]/s.exec(text)
  return double?.[1]?.replaceAll(/\\(.)/gs, (whole, sign: string) => (/["\\$`]/.test(sign) ? sign : whole))
}

/** With `-e` in front, `-s` is a flag: commands come from standard input. */
const isSilent = ({ name, args }: Command): boolean =>
  name === 'ex' || args.some(({ known }) => /^-[eE]s?$/.test(known))

const VIM: Grammar = {
  flags: '-ARbdDeEfFhHlLmMnNqrvXyZ clean embed headless noplugin not-a-term nofork literal',
  values: '-cStTuUwWi cmd startuptime listen remote-expr remote-send server servername remote -s',
  optional: '-oOpV',
}
const SILENT: Grammar = { ...VIM, flags: `${VIM.flags} -s`, values: VIM.values?.replace(' -s', '') ?? '' }

const vim: Program = {
  names: ['vim', 'vi', 'nvim', 'gvim', 'view', 'vimdiff', 'ex', 'rvim', 'mvim'],
  read: (command, scribe) => {
    const { args, name } = command
    if (asksForHelp(args)) return 'proven'
    const silent = isSilent(command)
    const options = readOptions(
      args.filter(({ known }) => !known.startsWith('+')),
      silent ? SILENT : VIM,
    )
    const { operands } = options
    const scripts = [
      ...args.flatMap(({ known, text }) => (known.startsWith('+') ? [text?.slice(1)] : [])),
      ...options.values('c', 'cmd', 'remote-expr').map(({ text }) => text),
      ...options.values('remote-send').flatMap(({ text }) => typedLines(text)),
    ]
    const keys = !silent && options.has('s')
    const sent = options.values('remote-expr', 'remote-send').some(({ text }) => text === undefined)
    if (sent) scribe.runsShell(value(undefined, []), 'vim --remote-send', { typed: true })
    const batch = scripts.length > 0 || options.has('c', 'e', 'E', 's', 'cmd') || name === 'ex'
    const isScript = options.has('e', 'E', 's') || name === 'ex'
    const standing = weakest(
      'plain',
      options.unknown.length > 0 || scripts.includes(undefined) || keys ? 'unknown' : 'plain',
      ...scripts.flatMap(splitBars).map((part) => readEx(part, scribe, 'vim -c')),
      ...options
        .values('S', 'u', 'U')
        .filter(({ text }) => text !== 'NONE' && text !== 'NORC')
        .map((word) => scribe.runsFile(scribe.path(word), 'other', 'vim -S')),
      batch && isScript ? readStdin(command, scribe) : 'plain',
      batch ? reads(operands, scribe) : opens(operands, scribe),
    )
    const fed = command.stdin.kind === 'value' ? stdinText(command) : ''
    const known = options.unknown.length === 0 && !options.has('S') && !keys
    if (!batch || (known && onlyPrints([...scripts, fed]))) return standing
    return weakest(standing, ...operands.map((word) => writes(word, 'edit', scribe)))
  },
}

/** Keys sent to an editor that runs: what is typed behind a colon is a command, and so is a line typed into its terminal. */
function typedLines(text: string | undefined): readonly (string | undefined)[] {
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
const SHOWS =
  /^:*\s*(?:sil(?:ent)?!?\s+)?(?:[%,.$\d;+-]*(?:p(?:rint)?|nu(?:mber)?|l(?:ist)?|=|#)?|g\/[^/|]*\/(?:p|#)?|q(?:a|all|uit)?!|cq!?|set?\s+[\w=,]+|echo\s+["'\w.()@:]*|verb(?:ose)?\s+set?\s+[\w?]+)\s*$/

/** It is left by force at the end, and nothing before that changes the file. */
function onlyPrints(texts: readonly (string | undefined)[]): boolean {
  const lines = texts.flatMap((text) => (text ?? '\0').split(/[|\n]/))
  return (
    lines.some((line) => /^\s*:*(?:q(?:a|all|uit)?!|cq!?)\s*$/.test(line)) && lines.every((line) => SHOWS.test(line))
  )
}

/** Ex commands stand between bars, except in substitutions and shell commands. */
function splitBars(text: string | undefined): string[] {
  if (text === undefined) return []
  return /^:*\s*(?:sil(?:ent)?!?\s+)?(?:[%.,$\d']*)?(?:!|r(?:ead)?\s*!|w(?:rite)?\s+!|s[/#])/.test(text) ||
    text.includes('||')
    ? [text]
    : text.split('|')
}

function readStdin(command: Command, scribe: Scribe): Standing {
  const lines = stdinText(command)?.split('\n') ?? []
  return weakest('plain', ...lines.map((line) => readEx(line, scribe, 'ex')))
}

/** Commands of ed that only print and leave: `,p`, `1,5n`, `/word/p`, `g/word/p`, `q`. */
const PRINTS = /^\s*(?:(?:[%,.$\d;+-]|\/[^/]*\/){0,12}[pnl=]?|g\/[^/]*\/[pnl]?|[qQhH])\s*$/

const ed: Program = {
  names: ['ed'],
  read: (command, scribe) => {
    const { operands, unknown } = readOptions(command.args, { flags: '-sGlvrE quiet silent', values: '-p prompt' })
    const text = stdinText(command)
    const read = reads(operands, scribe)
    if (unknown.length === 0 && text?.split('\n').every((line) => PRINTS.test(line))) return read
    return weakest(
      read,
      unknown.length > 0 || (command.stdin.kind === 'value' && text === undefined) ? 'unknown' : 'plain',
      readStdin(command, scribe),
      ...operands.map((word) => writes(word, 'edit', scribe)),
    )
  },
}

const EMACS_SHELL =
  /\((?:shell-command(?:-to-string)?|async-shell-command|call-process-shell-command|term|ansi-term|eshell-command)\s+"((?:[^"\\]|\\.)*)"/

/** The client has one that runs do it. */
const emacs = fileTool({
  names: 'emacs emacsclient',
  usual: 'plain',
  flags:
    '-qQntcHVru batch no-init-file quick no-window-system script-mode no-wait tty nw create-frame reuse-frame quiet',
  values:
    '-lfesadFTwP eval load funcall execute script chdir visit server-file socket-name alternate-editor display frame-parameters tramp timeout parent-id',
  singleDash: true,
  acts: ({ options, operands, scribe }) => [
    ...options.values('eval', 'e', 'execute').map((word) => {
      const [, shell] = EMACS_SHELL.exec(word.known) ?? []
      return shell === undefined
        ? scribe.runsCode('other', word, 'emacs --eval')
        : scribe.runsShell(value(shell.replace(/\\(.)/g, '$1'), []), 'emacs --eval')
    }),
    ...options.values('l', 'load', 'script').map((word) => scribe.runsFile(scribe.path(word), 'other', 'emacs --load')),
    opens(operands, scribe),
  ],
})

/** A file opened to be edited: its place is touched where that matters. */
function opens(words: readonly Word[], scribe: Scribe): Standing {
  for (const word of words) {
    const path = scribe.path(word)
    const guard = guardOf(path)
    if (guard !== undefined && guard !== 'kept') scribe.effect({ kind: 'touch-guarded', path, role: 'unknown' })
  }
  return reads(words, scribe)
}

const interactive: Program = {
  names: ['nano', 'hx'],
  read: ({ args }, scribe) => {
    const files = args.filter(({ known }) => !/^[-+]/.test(known))
    return weakest('plain', opens(files, scribe))
  },
}

const code: Program = {
  names: ['code'],
  read: ({ args }, scribe) => {
    if (asksForHelp(args) || args.some(({ known }) => /^(?:--list-extensions|--status|-v|-s)$/.test(known)))
      return 'proven'
    const at = args.findIndex(({ known }) => known.startsWith('--install-extension'))
    if (at >= 0) {
      const name = args[at]?.known.split('=')[1] ?? args[at + 1]?.known ?? '?'
      // A package that this session or the project built is its own.
      const { sessionMade, zone, tags } = scribe.pathOf(name)
      const own = sessionMade || (zone === 'project' && tags.includes('build-artefact'))
      const origin = name.endsWith('.vsix') ? (own ? 'local' : 'url') : 'registry'
      scribe.effect({ kind: 'install', manager: 'code', packages: [name], origin, scope: 'user' })
    }
    // What is shown to a person is merely shown.
    for (const word of args) {
      const path = word.known.startsWith('-') ? undefined : scribe.path(word)
      if (path && guardOf(path) !== undefined && !path.tags.includes('secret'))
        scribe.effect({ kind: 'read-path', path, list: true })
    }
    if (args[0]?.known === 'tunnel') scribe.effect({ kind: 'listen', reach: 'tunnel', executes: true })
    return 'plain'
  },
}

export const EDITORS: readonly Program[] = [vim, ed, emacs, interactive, code]
