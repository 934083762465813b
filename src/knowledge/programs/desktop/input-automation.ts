import type { EffectDraft } from '../../../analysis/effects.ts'
import { joinArguments } from '../../../analysis/interpret/command-words.ts'
import { makeValue, readStdinText, recordReads } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { recordTypingAsUser } from '../../../analysis/interpret/session-terminals.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import { namedWindows, recordEntered, recordPressed } from './pressed-keys.ts'
import { runTypedKeys, SCREEN, TMUX, wordsAfterMatch } from './terminal-multiplexers.ts'

/** Keys that nobody pressed go wherever the person's window is. */
const SYNTHETIC_KEYS: EffectDraft = {
  kind: 'run-code',
  language: 'other',
  origin: 'inline',
  read: false,
  host: undefined,
  certainty: 'possible',
  by: 'synthetic keys',
}

const inputAutomation: Program = {
  names: ['xdotool', 'ydotool', 'wtype', 'dotool', 'cliclick', 'xte', 'autohotkey', 'evemu-event', 'kdotool'],
  read: (command, recorder) => {
    const line = joinArguments(command.args)
    if (
      isHelpRequest(command.args) ||
      /^(?:search|getactivewindow|getwindow\S*|getmouselocation|getdisplaygeometry|version)\b(?!.*\b(?:key|type|click|exec)\b)/.test(
        line,
      )
    )
      return 'proven'
    const words = wordsAfterMatch(command.args, /^type$/) ?? (command.name === 'wtype' ? command.args : [])
    const text = words.filter(
      (word, index) => !word.known.startsWith('-') && !/^--(?:delay|window)$/.test(words[index - 1]?.known ?? ''),
    )
    recorder.effect(SYNTHETIC_KEYS)
    recordPressed(`${line} ${readStdinText(command) ?? ''}`, namedWindows(command.args), recorder)
    const run = wordsAfterMatch(command.args, /^exec$/)
    if (run) recorder.runs(run, 'xdotool exec')
    return text.length > 0 ? runTypedKeys(text, 'xdotool type', recorder) : 'plain'
  },
}

/** What strings of a script hand to a shell; the first group is the text, the second what follows it. */
function runEmbeddedShell(script: string, form: RegExp, by: string, recorder: EffectRecorder): CommandGrade {
  const found = [...script.matchAll(form)].map(([, text = '', more = '']) => {
    const raised = /administrator privileges/i.test(more)
    const inner = makeValue(text.replace(/\\(.)/g, '$1'), [])
    return recorder.runsShell(inner, raised ? `${by} sudo` : by, { ...(raised && { wrappedBy: { kind: 'raise' } }) })
  })
  return weakestGrade('proven', ...found)
}

/** Everything an AppleScript says that reaches beyond its window. */
function readAppleScript(script: string, recorder: EffectRecorder): CommandGrade {
  // What is typed and ends in a return runs wherever the person's window is.
  const enters = /\breturn\b|key code (?:36|76)/i.test(script)
  const grade = weakestGrade(
    /do\s+shell\s+script\s+(?!")/i.test(script) ? 'unknown' : 'plain',
    runEmbeddedShell(script, /do\s+shell\s+script\s+"((?:[^"\\]|\\.)*)"([^\n]*)/gi, 'osascript', recorder),
    runEmbeddedShell(script, /do\s+script\s+"((?:[^"\\]|\\.)*)"/gi, 'osascript Terminal', recorder),
    enters
      ? runEmbeddedShell(
          script,
          /\bkeystroke\s+"(?=[^"]*\s)((?:[^"\\]|\\.){6,2000})"/gi,
          'osascript keystroke',
          recorder,
        )
      : 'plain',
  )
  // A window that is open already holds whatever runs there.
  if (
    /\bdo\s+script\b[^\n]*\bin\s+(?:the\s+)?(?:front\s+)?(?:window|tab|selected)|\bwrite\s+(?:contents|text)\b/i.test(
      script,
    )
  )
    recordTypingAsUser('types into a window of the terminal', recorder)
  if (enters) recordEntered(script, recorder)
  const notes: readonly (readonly [RegExp, EffectDraft])[] = [
    [/login item/i, { kind: 'persist', mechanism: 'autostart', target: 'login item' }],
    [
      /tell\s+app(?:lication)?\s+"(?:Mail|Messages|Notes|Contacts|Calendar|Safari|Google Chrome|Photos|Reminders)"[\s\S]{0,400}\b(?:content|text|body|every|messages? of|source of|subject of|value of|execute|do JavaScript|password)\b/i,
      { kind: 'observe', what: 'credential-scan', certainty: 'likely' },
    ],
    [
      /tell\s+app(?:lication)?\s+"Finder"[\s\S]{0,400}\b(?:duplicate|copy|move)\b[\s\S]{0,200}\b(?:every|all|home|Documents|Desktop|Library|Notes)\b/i,
      { kind: 'observe', what: 'credential-scan', certainty: 'likely' },
    ],
    [
      /set (?:volume|desktop picture)|desktop picture to/i,
      { kind: 'external-write', service: 'the desktop', nature: 'setting', target: '?', certainty: 'possible' },
    ],
    [/the clipboard/i, { kind: 'observe', what: 'clipboard', certainty: 'likely' }],
    [
      /display dialog[\s\S]{0,400}hidden answer|display dialog[\s\S]{0,200}passw/i,
      { kind: 'observe', what: 'credential-scan' },
    ],
    [/\bkeystroke\b|\bkey code\b/i, SYNTHETIC_KEYS],
    [
      /tell\s+app(?:lication)?\s+"(?:Mail|Messages)"[\s\S]{0,400}\bsend\b/i,
      { kind: 'external-write', service: 'Mail or Messages', nature: 'message', target: '?' },
    ],
    [
      /tell\s+app(?:lication)?\s+"System Events"\s+to\s+(?:shut down|restart|log out)/i,
      { kind: 'service-control', service: 'machine', verb: 'power' },
    ],
    [
      /tell\s+app(?:lication)?\s+"Finder"[\s\S]{0,200}\bdelete\s+(?:every|all|items|files|folders|home|desktop)/i,
      { kind: 'delete-path', path: recorder.pathOf('~/Desktop'), recursive: true, wipe: false },
    ],
    [/empty (?:the )?trash/i, { kind: 'delete-path', path: recorder.pathOf('~/.Trash'), recursive: true, wipe: false }],
  ]
  for (const [pattern, effect] of notes) if (pattern.test(script)) recorder.effect(effect)
  const quit = /tell\s+app(?:lication)?\s+"([^"]+)"\s+to\s+quit/i.exec(script)
  if (quit) recorder.effect({ kind: 'signal-process', target: quit[1] ?? '?', owner: 'user' })
  return grade
}

const osascript: Program = {
  names: ['osascript', 'osacompile'],
  read: (command, recorder) => {
    const { operands, values, value: last } = readOptions(command.args, { flags: '-si', values: '-elo' })
    const texts = values('e')
    const script = texts.map(({ text, known }) => text ?? known).join('\n')
    if (/javascript/i.test(last('l')?.known ?? ''))
      return weakestGrade(
        runEmbeddedShell(script, /doShellScript\(\s*["']((?:[^"'\\]|\\.)*)["']/g, 'osascript', recorder),
        recorder.runsCode('javascript', makeValue(script, []), 'osascript'),
      )
    const [file] = texts.length === 0 ? operands : []
    if (file && file.known !== '-')
      return weakestGrade(recordReads([file], recorder), recorder.runsFile(recorder.path(file), 'other', 'osascript'))
    const piped = texts.length === 0 && command.stdin.kind === 'value' ? command.stdin.value.text : undefined
    if (texts.length === 0 && piped === undefined) return 'unknown'
    const grade = readAppleScript(piped ?? script, recorder)
    return texts.some((text) => text.text === undefined) ? 'unknown' : grade
  },
}

/** A terminal that shows itself on another machine hands its shell over. */
export const X_TERMINALS: ProgramSpec = {
  names: 'xterm rxvt urxvt aterm eterm',
  machine: true,
  options: '-display: -d: -e?',
  rules: [
    ['-display|-d=localhost*|127.*|:*|unix:*', 'local'],
    ['-display|-d=*:*', 'listen reverse-shell executing'],
    ['**', 'local'],
  ],
  examples: { match: ['xterm -display 203.0.113.9:1'], pass: ['xterm -display :0'] },
}

export const AUTOMATION_PROGRAMS: readonly Program[] = [
  TMUX,
  SCREEN,
  inputAutomation,
  osascript,
  createSpecProgram(X_TERMINALS),
]
