import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordUnreadCode } from '../../../analysis/interpret/injection-variables.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Value } from '../../../analysis/words.ts'

const WATCH: Program = {
  names: ['watch'],
  read: (command, recorder) => {
    const options = readOptions(command.args, {
      flags: '-bcegprtwx beep color errexit chgexit precise no-rerun no-title no-wrap exec help version',
      values: '-nq interval equexit',
      optional: '-d differences',
      stopAtOperand: true,
    })
    if (options.has('help', 'version') || options.operands.length === 0) return 'proven'
    return weakestGrade(
      options.unknown.length > 0 && 'unknown',
      options.has('x', 'exec')
        ? recorder.runs(options.operands, 'watch')
        : recorder.runsShell(joinWordTexts(options.operands), 'watch'),
    )
  },
}

const SCRIPT: Program = {
  names: ['script'],
  read: (command, recorder) => {
    const options = readOptions(command.args, {
      flags: '-aefFhkqrV append return flush force quiet help version',
      values: '-cIOBmTtEo command log-in log-out log-io logging-format output-limit echo',
    })
    if (options.has('help', 'version', 'h', 'V')) return 'proven'
    const text = options.value('c', 'command')
    const [file, ...rest] = options.operands
    const path = file ? recorder.path(file) : recorder.pathOf('typescript')
    if (!path.tags.includes('null-device'))
      recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined })
    // Without a command of its own it keeps everything that is typed and shown from now on.
    const open = text ? /^(?:\S*\/)?(?:ba|z|da|k)?sh(?: -[il]+)?$/.test(text.text ?? '') : rest.length === 0
    if (open && !path.tags.includes('null-device'))
      recorder.effect({ kind: 'observe', what: 'keyboard', certainty: 'likely' })
    if (text) return weakestGrade('plain', recorder.runsShell(text, 'script -c'))
    return rest.length > 0 ? weakestGrade('plain', recorder.runs(rest, 'script')) : 'plain'
  },
}

const BUSYBOX: Program = {
  names: ['busybox', 'toybox'],
  read: (command, recorder) => {
    const words = command.args.filter((word, index) => index > 0 || !word.known.startsWith('--'))
    return words.length === 0 ? 'proven' : recorder.runs(words, command.name ?? 'busybox')
  },
}

/** Runs its text in a language whose commands start programs. */
const EXPECT: Program = {
  names: ['expect'],
  read: (command, recorder) => {
    const at = command.args.findIndex((word) => word.text === '-c')
    const text = at < 0 ? undefined : command.args[at + 1]
    if (text) return runExpectScript(text, recorder)
    const file = command.args.find((word) => !word.known.startsWith('-'))
    if (file) return recorder.runsFile(recorder.path(file), 'other', 'expect')
    return command.stdin.kind === 'value' ? runExpectScript(command.stdin.value, recorder) : 'plain'
  },
}

/** What an expect script starts, and what it then types into it: one reads the other as its input. */
function runExpectScript({ text, sources }: Value, recorder: EffectRecorder): CommandGrade {
  if (text === undefined) return recorder.runsShell({ text, sources }, 'expect')
  const started: { readonly command: string; readonly typed: string[] }[] = []
  for (const [, verb = '', rest = ''] of text.matchAll(EXPECT_STATEMENT)) {
    if (verb.startsWith('send')) started.at(-1)?.typed.push(sentText(rest))
    else started.push({ command: rest.replace(/^(?:-\w+\s+)+/, ''), typed: [] })
  }
  for (const { command, typed } of started) {
    const others = sources.filter(({ kind }) => kind !== 'literal')
    const stdin = typed.length === 0 ? {} : { stdin: { text: typed.join(''), sources: others } }
    recorder.runsShell({ text: command, sources }, 'expect', stdin)
  }
  return 'unknown'
}

const EXPECT_STATEMENT =
  /(?:^|[;\n{])[ \t]*(spawn|exec|system|send(?:_slow)?|exp_send)[ \t]+((?:"(?:[^"\\]|\\[\s\S])*"|\{[^{}]*\}|[^;\n"{}])+)/g

/** The keys of `send -- "text"`: what is put in as it runs stands for itself. */
function sentText(words: string): string {
  const said = words.replace(/^(?:-(?:s|h|null|raw|i[ \t]+\S+|-)[ \t]+)+/, '').trim()
  const bare = /^"[\s\S]*"$|^\{[\s\S]*\}$/.test(said) ? said.slice(1, -1) : said
  return bare.replace(/\\[rn]/g, '\n').replace(/\\(["$[\]])/g, '$1')
}

/** Runs every file of a directory: those that this session wrote are read. */
const RUN_PARTS: Program = {
  names: ['run-parts'],
  read: (command, recorder) => {
    if (command.args.some((word) => /^--(?:test|list|help|version)$/.test(word.known))) return 'proven'
    const directory = command.args.findLast((word) => !word.known.startsWith('-'))
    if (!directory) return 'proven'
    const { real, zone } = recorder.path(directory)
    if (zone === 'system') return 'plain'
    const written = [...recorder.facts.session.written.keys()].filter((path) => path.startsWith(`${real}/`))
    for (const path of written) recorder.runsFile(recorder.pathOf(path), undefined, 'run-parts')
    return written.length === 0 ? recordUnreadCode('shell', 'run-parts', recorder) : 'unknown'
  },
}

export const COMMAND_RUNNERS: readonly Program[] = [WATCH, SCRIPT, BUSYBOX, EXPECT, RUN_PARTS]
