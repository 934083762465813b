import { stateProgramText } from '../../code/program-text.ts'
import { guardOf, type PathUse } from '../../paths.ts'
import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { deletesPath, reads, readsPath, stdinText, value, writes, writesPath } from './touching.ts'

const HARMLESS =
  /^(?:q(?:a|uit|all)?!?|cq!?|set?\b.*|%?(?:\d+(?:,\d+|,\$)?)?s(?:ubstitute)?[/#|,].*|norm(?:al)?!? .*|\d+|\$|syn(?:tax)? .*|filetype .*|g[!]?\/.*\/(?:d|p|s\/.*)|v\/.*\/d|echo .*|noh.*|colo.* .*|e(?:dit)? .*|%?p(?:rint)?|d(?:elete)?|%d|[ai]|\.|[,.$\d]+[apdi=]|undo|redo|retab|sort.*|%!)$/

/** Reads one Ex command (vim, ex, ed): what it runs or writes. */
export function readEx(text: string, scribe: Scribe, editor: string): Standing {
  const line = text
    .trim()
    .replace(/^:+\s*/, '')
    .replace(/^sil(?:ent)?!?\s+/, '')
    .replace(/^exe(?:cute)?\s+(['"])(.*)\1$/, '$2')
  // `w !x` runs x; `w! x` writes it, save in ed, which knows no forced write.
  const forced = editor.startsWith('vim') && /^(?:[%.,$\d']*)?w(?:rite)?!/.test(line)
  const shell = forced ? null : /^(?:[%.,$\d']*)?(?:r(?:ead)?\s*|w(?:rite)?\s*)?!(.*)$/s.exec(line)
  if (shell) return weakest('plain', scribe.runsShell(value(shell[1] ?? '', []), editor))
  const system = /(?:\b(?:system|systemlist|jobstart|job_start|termopen|execute)|\bio\.popen)\(\s*/s.exec(line)
  if (system) {
    const text = vimString(line.slice(system.index + system[0].length))
    return weakest('plain', scribe.runsShell(value(text, []), editor))
  }
  const deleted = /\bdelete\(\s*(?:expand\()?(['"])(.*?)\1\)?\s*(,\s*(['"])rf\4)?/s.exec(line)
  if (deleted)
    return weakest(
      'plain',
      deletesPath(scribe.pathOf(deleted[2] ?? ''), { recursive: deleted[3] !== undefined }, scribe),
    )
  const put = /\bwritefile\(.*?\]\s*,\s*(?:expand\(\s*)?(['"])(.*?)\1/s.exec(line)
  if (put) {
    const content = [
      ...line.slice(0, put.index + put[0].length - (put[2]?.length ?? 0)).matchAll(/(['"])(.*?)\1/g),
    ].map(([, , text]) => text)
    const path = scribe.pathOf((put[2] ?? '').replace(/^~(?=\/)/, scribe.facts.home))
    return weakest('plain', writesPath(path, 'overwrite', scribe, content.join('\n')))
  }
  const code = /^(py3?|python3?|lua|luado|ruby|perl|pyx)\s+(.*)$/s.exec(line)
  if (code)
    return weakest(
      'plain',
      scribe.runsCode(
        /^py/.test(code[1] ?? '') ? 'python' : code[1] === 'ruby' ? 'ruby' : code[1] === 'perl' ? 'perl' : 'other',
        value(code[2] ?? '', []),
        editor,
      ),
    )
  const written = /^(?:[%.,$\d']*)?(?:w(?:rite|q)?|W|sav(?:eas)?|x)(?:!\s*|\s+)(?:>>\s*)?(\S.*)$/.exec(line)
  if (written)
    return weakest(
      'plain',
      writesPath(scribe.pathOf((written[1] ?? '').replace(/^~(?=\/)/, scribe.facts.home)), 'overwrite', scribe),
    )
  const taken = /^(?:[%.,$\d']*)?(?:r(?:ead)?|e(?:dit)?|sp(?:lit)?|vs(?:plit)?|tabe(?:dit)?)!?\s+([~/.\w][^|]*)$/.exec(
    line,
  )
  if (taken) return weakest('plain', readsPath(scribe.pathOf((taken[1] ?? '').trim()), scribe))
  if (/^(?:w(?:q|rite|a|qa)?|x|xa|up(?:date)?|wqall|xall)!?$/.test(line) || line === '') return 'plain'
  return HARMLESS.test(line)
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

const VIM_FLAGS = '-ARbdDeEfFhHlLmMnNqrvXyZ clean embed headless noplugin not-a-term nofork literal'
const VIM_VALUES = '-cStTuUwWi cmd startuptime listen remote-expr remote-send server servername remote'
const VIM: Grammar = { flags: VIM_FLAGS, values: `${VIM_VALUES} -s`, optional: '-oOpV' }
/** With `-e` in front, `-s` is a flag: commands come from standard input. */
const SILENT: Grammar = { flags: `${VIM_FLAGS} -s`, values: VIM_VALUES, optional: '-oOpV' }

const vim: Program = {
  names: ['vim', 'vi', 'nvim', 'gvim', 'view', 'vimdiff', 'ex', 'rvim', 'mvim'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const scripts = command.args.flatMap((word): Value[] =>
      word.known.startsWith('+') ? [{ ...word, text: word.text?.slice(1) }] : [],
    )
    const silent = command.name === 'ex' || command.args.some((word) => /^-[eE]s?$/.test(word.known))
    const options = readOptions(
      command.args.filter((word) => !word.known.startsWith('+')),
      silent ? SILENT : VIM,
    )
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'plain'
    for (const script of [...scripts, ...options.values('c', 'cmd')]) {
      for (const part of splitBars(script.text)) standing = weakest(standing, readEx(part, scribe, 'vim -c'))
      if (script.text === undefined) standing = 'unknown'
    }
    for (const word of options.values('S', 'u', 'U')) {
      if (word.text !== 'NONE' && word.text !== 'NORC')
        standing = weakest(standing, scribe.runsFile(scribe.path(word), 'other', 'vim -S'))
    }
    if ((!silent && options.has('s')) || options.has('remote-expr', 'remote-send')) standing = 'unknown'
    const batch = scripts.length > 0 || options.has('c', 'e', 'E', 's', 'cmd')
    if (batch)
      standing = weakest(standing, readStdin(command, scribe, options.has('e', 'E', 's') || command.name === 'ex'))
    standing = weakest(standing, batch ? reads(options.operands, scribe) : opens(options.operands, scribe))
    const said = [...scripts, ...options.values('c', 'cmd')].map(({ text }) => text)
    const fed = command.stdin.kind === 'value' ? stdinText(command) : ''
    if (
      options.unknown.length === 0 &&
      !options.has('S') &&
      (silent || !options.has('s')) &&
      onlyPrints([...said, fed])
    )
      return standing
    if (batch) for (const word of options.operands) standing = weakest(standing, writes(word, 'edit', scribe))
    return standing
  },
}

/** Ex commands that show something, set something for this run, or leave without saving. */
const SHOWS =
  /^:*\s*(?:sil(?:ent)?!?\s+)?(?:[%,.$\d;+-]*(?:p(?:rint)?|nu(?:mber)?|l(?:ist)?|=|#)?|g\/[^/|]*\/(?:p|#)?|q(?:a|all|uit)?!|cq!?|set?\s+[\w=,]+|echo\s+["'\w.()@:]*|verb(?:ose)?\s+set?\s+[\w?]+)\s*$/

/** It is left by force at the end, and nothing before that changes the file. */
function onlyPrints(texts: readonly (string | undefined)[]): boolean {
  const lines = texts.flatMap((text) => (text === undefined ? [undefined] : text.split(/[|\n]/)))
  return (
    lines.some((line) => line !== undefined && /^\s*:*(?:q(?:a|all|uit)?!|cq!?)\s*$/.test(line)) &&
    lines.every((line) => line !== undefined && SHOWS.test(line))
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

function readStdin(command: Command, scribe: Scribe, isScript: boolean): Standing {
  const text = isScript ? stdinText(command) : undefined
  if (text === undefined) return 'plain'
  return weakest(...text.split('\n').map((line) => readEx(line, scribe, 'ex')))
}

/** Commands of ed that only print and leave: `,p`, `1,5n`, `/word/p`, `g/word/p`, `q`. */
const PRINTS = /^\s*(?:(?:[%,.$\d;+-]|\/[^/]*\/){0,12}[pnl=]?|g\/[^/]*\/[pnl]?|[qQhH])\s*$/

const ed: Program = {
  names: ['ed'],
  read: (command, scribe) => {
    const options = readOptions(command.args, { flags: '-sGlvrE quiet silent', values: '-p prompt' })
    const text = stdinText(command)
    const prints = text?.split('\n').every((line) => PRINTS.test(line)) === true
    const read = reads(options.operands, scribe)
    if (prints && options.unknown.length === 0) return read
    let standing = weakest('plain', readStdin(command, scribe, true), read)
    for (const word of options.operands) standing = weakest(standing, writes(word, 'edit', scribe))
    return options.unknown.length > 0 || (command.stdin.kind === 'value' && stdinText(command) === undefined)
      ? 'unknown'
      : standing
  },
}

const emacs: Program = {
  names: ['emacs'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-qQntc batch no-init-file quick no-window-system script-mode',
      values: '-lfes eval load funcall execute script chdir visit',
      singleDash: true,
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'plain'
    for (const word of options.values('eval', 'e', 'execute')) {
      const shell =
        /\((?:shell-command(?:-to-string)?|async-shell-command|call-process-shell-command|term|ansi-term|eshell-command)\s+"((?:[^"\\]|\\.)*)"/.exec(
          word.known,
        )
      standing = weakest(
        standing,
        shell
          ? scribe.runsShell(value(shell[1]?.replace(/\\(.)/g, '$1'), []), 'emacs --eval')
          : scribe.runsCode('other', word, 'emacs --eval'),
      )
    }
    for (const word of options.values('l', 'load', 'script'))
      standing = weakest(standing, scribe.runsFile(scribe.path(word), 'other', 'emacs --load'))
    return weakest(standing, opens(options.operands, scribe))
  },
}

/** A file opened to be edited: its place is touched where that matters. */
function opens(words: readonly Word[], scribe: Scribe): Standing {
  for (const word of words) {
    const path = scribe.path(word)
    const guard = guardOf(path)
    if (guard !== undefined && guard !== 'kept') scribe.effect({ kind: 'touch-guarded', path, role: 'unknown' })
  }
  return reads(words, scribe)
}

/** Editors for people: they wait for a hand on the keyboard. */
const interactive: Program = {
  names: ['nano', 'hx'],
  read: (command, scribe) =>
    weakest(
      'plain',
      opens(
        command.args.filter((word) => !/^[-+]/.test(word.known)),
        scribe,
      ),
    ),
}

const code: Program = {
  names: ['code'],
  read: (command, scribe) => {
    if (
      asksForHelp(command.args) ||
      command.args.some((word) => /^(?:--list-extensions|--status|-v|-s)$/.test(word.known))
    )
      return 'proven'
    const at = command.args.findIndex((word) => word.known.startsWith('--install-extension'))
    if (at >= 0) {
      const name = command.args[at]?.known.split('=')[1] ?? command.args[at + 1]?.known ?? '?'
      scribe.effect({
        kind: 'install',
        manager: 'code',
        packages: [name],
        origin: /\.vsix$/.test(name) ? (isOwn(scribe.pathOf(name)) ? 'local' : 'url') : 'registry',
        scope: 'user',
      })
    }
    // What is shown to a person is merely shown.
    for (const word of command.args) {
      const path = word.known.startsWith('-') ? undefined : scribe.path(word)
      if (path && guardOf(path) !== undefined && !path.tags.includes('secret'))
        scribe.effect({ kind: 'read-path', path, list: true })
    }
    if (command.args[0]?.known === 'tunnel') scribe.effect({ kind: 'listen', reach: 'tunnel', executes: true })
    return 'plain'
  },
}

/** A package that this session or the project built. */
function isOwn({ sessionMade, zone, tags }: PathUse): boolean {
  return sessionMade || (zone === 'project' && tags.includes('build-artefact'))
}

export const EDITORS: readonly Program[] = [vim, ed, emacs, interactive, code]
