import type { ProtectionArea } from '../../../analysis/effects.ts'
import { hasMatchingWord, joinArguments, nonOptionWords, wordAfter } from '../../../analysis/interpret/command-words.ts'
import { gradeFileWork, recordReads, recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'

/** Settings of macOS whose change takes a protection away. */
const PROTECTION_SETTINGS: readonly (readonly [RegExp, ProtectionArea])[] = [
  [/LSQuarantine|com\.apple\.LaunchServices.*Quarantine|GKAutoRearm|com\.apple\.security\.GK/i, 'endpoint-protection'],
  [/com\.apple\.alf\b.*(?:globalstate.*0|stealthenabled.*(?:0|false))/i, 'firewall'],
  [
    /com\.apple\.(?:screensaver|loginwindow)\b.*(?:askForPassword.*0|DisableScreenLock|autoLoginUser|DisableConsoleAccess)/i,
    'authentication',
  ],
  [/com\.apple\.loginwindow\b.*(?:Hide500Users|HiddenUsersList|GuestEnabled)/i, 'authentication'],
  [/com\.apple\.SoftwareUpdate\b.*(?:0|false|NO)$|com\.apple\.commerce\b.*(?:0|false|NO)$/i, 'other'],
  [/com\.apple\.(?:CrashReporter|TCC|security)\b/i, 'other'],
  [/com\.apple\.loginwindow.*(?:LoginHook|LogoutHook)/i, 'other'],
  [/org[./]gnome[./]system[./]proxy\b|org[./]gnome[./]desktop[./]screensaver lock-enabled false/i, 'other'],
]

const defaults: Program = {
  names: ['defaults', 'plutil', 'plistbuddy', 'gsettings', 'dconf', 'kwriteconfig5', 'kwriteconfig6', 'xfconf-query'],
  read: (command, recorder) => {
    const { args } = command
    const line = joinArguments(args)
    if (
      isHelpRequest(args) ||
      /^(?:read|read-type|find|domains|export|get|list-\S+|range|describe|dump|-p |-lint|-convert \S+ -o -|-c print)/i.test(
        line,
      )
    )
      // A settings file named by its path is read like any other.
      return recordReads(
        args.filter(({ known }) => /^[~/]|^\.{1,2}\//.test(known)),
        recorder,
      )
    // Back to how it came, all below it: the words tell how much.
    if (/^reset/.test(line)) return 'unknown'
    for (const [pattern, area] of PROTECTION_SETTINGS)
      if (pattern.test(line)) recorder.effect({ kind: 'weaken', area, feature: line.slice(0, 80) })
    if (
      /LoginHook|LogoutHook|AutoLaunchedApplicationDictionary|loginitems|TALAppsToRelaunchAtLogin|(?:persistent-apps|persistent-others)\b.*-array-add|custom-keybinding\S*\b.*\bcommand\b|media-keys custom-keybindings|moduleDict|NSUserKeyEquivalents|idleWakeUpTool/i.test(
        line,
      )
    )
      recorder.effect({ kind: 'persist', mechanism: 'autostart', target: line.slice(0, 80) })
    for (const [at, word] of args.entries())
      if (/\.plist$/.test(word.known) || args[at - 1]?.known === '--file') recordWrite(word, 'edit', recorder)
    return 'plain'
  },
}

const xattr: Program = {
  names: ['xattr', 'setfattr', 'getfattr'],
  read: (command, recorder) => {
    const { name = '' } = command
    const files = nonOptionWords(command).filter(({ known }) => !/^(?:com|user|security|trusted)\.[\w.]+$/.test(known))
    const clears = name.endsWith('xattr') && hasMatchingWord(command, /^-\w*c/)
    if (clears || (hasMatchingWord(command, /com\.apple\.quarantine/) && hasMatchingWord(command, /^-\w*d/))) {
      const own = files.every((word) => gradeFileWork(recorder.path(word)) === 'expected')
      const certainty = own && clears ? 'possible' : 'certain'
      recorder.effect({ kind: 'weaken', area: 'endpoint-protection', feature: 'quarantine', certainty })
      return 'plain'
    }
    if (!name.endsWith('setfattr') && !hasMatchingWord(command, /^-\w*[wds]/)) return recordReads(files, recorder, true)
    const grants = hasMatchingWord(command, /capability/) ? 'capability' : 'other'
    for (const word of files)
      recorder.effect({
        kind: 'change-mode',
        path: recorder.path(word),
        grants,
        recursive: hasMatchingWord(command, /-\w*r/),
      })
    return 'plain'
  },
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/:?#]+)/i

/** Opens something with whatever is registered for it. */
const open: Program = {
  names:
    'open xdg-open gnome-open kde-open kde-open5 wslview explorer cygstart sensible-browser x-www-browser firefox google-chrome chromium chromium-browser brave-browser microsoft-edge'.split(
      ' ',
    ),
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    for (const word of nonOptionWords(command)) {
      const [, scheme = 'file', host = '?'] = URL_PARTS.exec(word.known) ?? []
      if (scheme.toLowerCase() !== 'file') {
        const payload = word.sources.filter((source) => source.kind !== 'literal')
        if (payload.length > 0) recorder.effect({ kind: 'send-data', host, channel: 'http', payload })
        const address = /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown'
        recorder.effect({ kind: 'connect', host, url: displayText(word), address })
      } else if (/[/.]/.test(word.known)) recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false })
      if (/\.(?:app|command|pkg|dmg|desktop|workflow|scpt)\/?$/.test(word.known)) {
        const path = recorder.path(word)
        const identity = path.zone === 'system' ? 'installed' : programIdentity(path)
        recorder.effect({ kind: 'run-program', program: word.known, identity })
      }
    }
    const [, place = ''] =
      /^--(?:load-extension|disable-extensions-except|pack-extension)=([^,]*)/m.exec(
        command.args.map(({ known }) => known).join('\n'),
      ) ?? []
    // An extension sees every page; one of the project is being worked on.
    if (place !== '' && !/^project/.test(recorder.pathOf(place).zone))
      recorder.effect({
        kind: 'persist',
        mechanism: 'other',
        target: `the browser extension ${place}`,
        certainty: 'likely',
      })
    if (hasMatchingWord(command, /^--remote-debugging-(?:port|address)/))
      recorder.effect({ kind: 'listen', reach: 'loopback', executes: true })
    return 'plain'
  },
}

function programIdentity({ zone, sessionMade }: PathUse): 'temporary' | 'session-made' | 'unknown' {
  return zone === 'temp' ? 'temporary' : sessionMade ? 'session-made' : 'unknown'
}

/** Installs a package for the whole machine, with the scripts it brings. */
const installer: Program = {
  names: ['installer'],
  read: (command, recorder) => {
    const file = wordAfter(command.args, /^-(?:pkg|package)$/)
    if (!file || !hasMatchingWord(command, /^-(?:target|tgt)$/)) return 'plain'
    const path = recorder.path(file)
    const { text } = path
    recorder.effect({ kind: 'install', manager: 'installer', packages: [text], origin: 'local', scope: 'system' })
    recorder.effect({ kind: 'run-program', program: text, identity: programIdentity(path) })
    return 'plain'
  },
}

const recordTrash: SpecCallHandler = ({ rest, recorder }) =>
  weakestGrade('plain', ...rest.map((word) => recordWrite(word, 'move', recorder)))

/** An image that is fetched to be opened: what is in it runs. */
const recordRemoteImage: SpecCallHandler = ({ command, recorder }) => {
  const by = command.args.find(({ known }) => /^https?:/.test(known))?.known ?? ''
  recorder.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(by), by })
  return 'plain'
}

const recordShellEval: SpecCallHandler = ({ recorder }) => {
  recorder.effect({ kind: 'run-code', language: 'javascript', origin: 'inline', read: false, host: undefined })
  recorder.effect({ kind: 'observe', what: 'screen', certainty: 'possible' })
  return 'plain'
}

const recordUnitStop: SpecCallHandler = ({ command, recorder }) => {
  const unit = command.args
    .map(({ known }) => /[\w@-]+\.(?:service|socket|timer)/.exec(known)?.[0])
    .find((name) => name)
  if (unit !== undefined) recorder.effect({ kind: 'service-control', service: unit, verb: 'stop' })
  return unit === undefined ? 'unknown' : 'plain'
}

/** A method by its name, alone or behind its interface. */
function methodPattern(methods: string): string {
  const alike = methods.replace(/\w+/g, '*$&*').replaceAll(' ', '|')
  return `**/${alike} --method|-m=${alike}`
}

/** Services of the machine that are reached by message: what is asked of them counts. */
const DBUS_SPEC: ProgramSpec = {
  names: 'dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5',
  machine: true,
  target: '$-1',
  options: '--method: -m: --dest:',
  rules: [
    ['list|tree|introspect|status|monitor|get-property', 'shows'],
    [methodPattern('CreateUser SetPassword SetAccountType SetAutomaticLogin DeleteUser'), 'grant an account'],
    [methodPattern('StartTransientUnit EnableUnitFiles LinkUnitFiles SetEnvironment'), 'persist systemd a unit'],
    [methodPattern('StopUnit KillUnit MaskUnitFiles DisableUnitFiles'), recordUnitStop],
    [methodPattern('PowerOff Reboot Halt Suspend Hibernate KExec'), 'service power machine'],
    [methodPattern('Screenshot ScreenCast Screencast CreateSession'), 'observe screen'],
    [methodPattern('GetSecrets GetSecret SearchItems Unlock'), 'secret keyring'],
    [methodPattern('Eval'), recordShellEval],
    ['**', 'unread'],
  ],
  examples: {
    match: [
      'busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager PowerOff b true',
    ],
    pass: ['busctl list'],
  },
}

const MACHINE_DEFAULTS = { machine: true } as const

export const DESKTOP_SESSION_SPECS: readonly ProgramSpec[] = [
  {
    ...MACHINE_DEFAULTS,
    names: 'notify-send say terminal-notifier espeak spd-say zenity kdialog yad dialog whiptail beep',
    rules: [
      ['--password|--passwordbox', 'likely observe credential-scan'],
      ['-execute', 'unread'],
      ['**', 'read'],
    ],
    examples: { match: ['zenity --password'], pass: ['notify-send done'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'codesign tccutil systemextensionsctl sfltool',
    rules: [
      ['-v*|--verify|-d|-dv*|--display list|developer|dumpbtm|dump-storage', 'shows'],
      [
        '--remove-signature -f|--force/**/?Applications?*|?System?*|?usr?*|?bin?*|?Library?*',
        'weaken signing code signature',
      ],
      ['resetbtm', 'weaken audit the list of login items'],
      ['reset|uninstall', 'weaken endpoint-protection privacy permissions and extensions'],
      ['add-item', 'persist autostart $*'],
      ['**', 'local'],
    ],
    examples: {
      match: ['tccutil reset All', 'codesign --remove-signature app'],
      pass: ['codesign -dv app', 'sfltool dumpbtm'],
    },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'caffeinate pmset xset xrandr xmodmap setxkbmap xhost',
    rules: [
      ['+', 'weaken authentication X access control'],
      ['**/sleepnow|shutdown|restart', 'service power machine'],
      ['-g|-q|--query|-query|-pke|-print q/$ $', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['xhost +', 'pmset sleepnow'], pass: ['pmset -g', 'xrandr --query'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'hdiutil',
    rules: [
      ['info|imageinfo|verify|checksum|plugins', 'shows'],
      ['attach|mount/**/http:*|https:*', recordRemoteImage],
      ['**', 'local'],
    ],
    examples: { match: ['hdiutil attach https://files.acme.io/app.dmg'], pass: ['hdiutil info'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'gio',
    named: true,
    serves: false,
    rules: [
      ['info|list|tree|monitor|version|help|mime', 'shows'],
      ['open', 'local'],
      ['trash', recordTrash],
      ['remove', 'deletes $*'],
      ['copy|move', 'writes $-1', 'local'],
      ['save', 'writes $1', 'local'],
      ['**', 'unread'],
    ],
    examples: { match: ['gio remove ~/notes.md', 'gio save ~/.bashrc'], pass: ['gio info notes.md'] },
  },
  DBUS_SPEC,
]

export const DESKTOP_SESSION_PROGRAMS: readonly Program[] = [
  ...DESKTOP_SESSION_SPECS.map(createSpecProgram),
  defaults,
  xattr,
  open,
  installer,
]
