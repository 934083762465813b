import type { Area } from '../../effects.ts'
import { hostOf } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, workOn, writes } from '../files/touching.ts'
import type { Spec, SubReader } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import { shown } from '../form/words.ts'
import type { Program } from '../program.ts'
import { weakest } from '../standing.ts'
import { after, lineOf, operandsOf, says } from '../system/words-of.ts'

/** Settings of macOS whose change takes a protection away. */
const GUARDING: readonly (readonly [RegExp, Area])[] = [
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
  read: (command, scribe) => {
    const { args } = command
    const line = lineOf(args)
    if (
      asksForHelp(args) ||
      /^(?:read|read-type|find|domains|export|get|list-\S+|range|describe|dump|-p |-lint|-convert \S+ -o -|-c print)/i.test(
        line,
      )
    )
      // A settings file named by its path is read like any other.
      return reads(
        args.filter(({ known }) => /^[~/]|^\.{1,2}\//.test(known)),
        scribe,
      )
    // Back to how it came, all below it: the words tell how much.
    if (/^reset/.test(line)) return 'unknown'
    for (const [pattern, area] of GUARDING)
      if (pattern.test(line)) scribe.effect({ kind: 'weaken', area, feature: line.slice(0, 80) })
    if (
      /LoginHook|LogoutHook|AutoLaunchedApplicationDictionary|loginitems|TALAppsToRelaunchAtLogin|(?:persistent-apps|persistent-others)\b.*-array-add|custom-keybinding\S*\b.*\bcommand\b|media-keys custom-keybindings|moduleDict|NSUserKeyEquivalents|idleWakeUpTool/i.test(
        line,
      )
    )
      scribe.effect({ kind: 'persist', mechanism: 'autostart', target: line.slice(0, 80) })
    for (const [at, word] of args.entries())
      if (/\.plist$/.test(word.known) || args[at - 1]?.known === '--file') writes(word, 'edit', scribe)
    return 'plain'
  },
}

const xattr: Program = {
  names: ['xattr', 'setfattr', 'getfattr'],
  read: (command, scribe) => {
    const { name = '' } = command
    const files = operandsOf(command).filter(({ known }) => !/^(?:com|user|security|trusted)\.[\w.]+$/.test(known))
    const clears = name.endsWith('xattr') && says(command, /^-\w*c/)
    if (clears || (says(command, /com\.apple\.quarantine/) && says(command, /^-\w*d/))) {
      const own = files.every((word) => workOn(scribe.path(word)) === 'expected')
      const certainty = own && clears ? 'possible' : 'certain'
      scribe.effect({ kind: 'weaken', area: 'endpoint-protection', feature: 'quarantine', certainty })
      return 'plain'
    }
    if (!name.endsWith('setfattr') && !says(command, /^-\w*[wds]/)) return reads(files, scribe, true)
    const grants = says(command, /capability/) ? 'capability' : 'other'
    for (const word of files)
      scribe.effect({ kind: 'change-mode', path: scribe.path(word), grants, recursive: says(command, /-\w*r/) })
    return 'plain'
  },
}

const URL = /^([a-z][a-z0-9+.-]*):\/\/([^/:?#]+)/i

/** Opens something with whatever is registered for it. */
const open: Program = {
  names:
    'open xdg-open gnome-open kde-open kde-open5 wslview explorer cygstart sensible-browser x-www-browser firefox google-chrome chromium chromium-browser brave-browser microsoft-edge'.split(
      ' ',
    ),
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    for (const word of operandsOf(command)) {
      const [, scheme = 'file', host = '?'] = URL.exec(word.known) ?? []
      if (scheme.toLowerCase() !== 'file') {
        const payload = word.sources.filter((source) => source.kind !== 'literal')
        if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'http', payload })
        const address = /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown'
        scribe.effect({ kind: 'connect', host, url: shown(word), address })
      } else if (/[/.]/.test(word.known)) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
      if (/\.(?:app|command|pkg|dmg|desktop|workflow|scpt)\/?$/.test(word.known)) {
        const path = scribe.path(word)
        const identity = path.zone === 'system' ? 'installed' : identityOf(path)
        scribe.effect({ kind: 'run-program', program: word.known, identity })
      }
    }
    const [, place = ''] =
      /^--(?:load-extension|disable-extensions-except|pack-extension)=([^,]*)/m.exec(
        command.args.map(({ known }) => known).join('\n'),
      ) ?? []
    // An extension sees every page; one of the project is being worked on.
    if (place !== '' && !/^project/.test(scribe.pathOf(place).zone))
      scribe.effect({
        kind: 'persist',
        mechanism: 'other',
        target: `the browser extension ${place}`,
        certainty: 'likely',
      })
    if (says(command, /^--remote-debugging-(?:port|address)/))
      scribe.effect({ kind: 'listen', reach: 'loopback', executes: true })
    return 'plain'
  },
}

function identityOf({ zone, sessionMade }: PathUse): 'temporary' | 'session-made' | 'unknown' {
  return zone === 'temp' ? 'temporary' : sessionMade ? 'session-made' : 'unknown'
}

/** Installs a package for the whole machine, with the scripts it brings. */
const installer: Program = {
  names: ['installer'],
  read: (command, scribe) => {
    const file = after(command.args, /^-(?:pkg|package)$/)
    if (!file || !says(command, /^-(?:target|tgt)$/)) return 'plain'
    const path = scribe.path(file)
    const { text } = path
    scribe.effect({ kind: 'install', manager: 'installer', packages: [text], origin: 'local', scope: 'system' })
    scribe.effect({ kind: 'run-program', program: text, identity: identityOf(path) })
    return 'plain'
  },
}

const trashes: SubReader = ({ rest, scribe }) => weakest('plain', ...rest.map((word) => writes(word, 'move', scribe)))

/** An image that is fetched to be opened: what is in it runs. */
const attachesImage: SubReader = ({ command, scribe }) => {
  const by = command.args.find(({ known }) => /^https?:/.test(known))?.known ?? ''
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(by), by })
  return 'plain'
}

const evaluates: SubReader = ({ scribe }) => {
  scribe.effect({ kind: 'run-code', language: 'javascript', origin: 'inline', read: false, host: undefined })
  scribe.effect({ kind: 'observe', what: 'screen', certainty: 'possible' })
  return 'plain'
}

const stopsUnit: SubReader = ({ command, scribe }) => {
  const unit = command.args
    .map(({ known }) => /[\w@-]+\.(?:service|socket|timer)/.exec(known)?.[0])
    .find((name) => name)
  if (unit !== undefined) scribe.effect({ kind: 'service-control', service: unit, verb: 'stop' })
  return unit === undefined ? 'unknown' : 'plain'
}

/** A method by its name, alone or behind its interface. */
function asked(methods: string): string {
  const alike = methods.replace(/\w+/g, '*$&*').replaceAll(' ', '|')
  return `**/${alike} --method|-m=${alike}`
}

/** Services of the machine that are reached by message: what is asked of them counts. */
const BUS: Spec = {
  names: 'dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5',
  machine: true,
  target: '$-1',
  options: '--method: -m: --dest:',
  rules: [
    ['list|tree|introspect|status|monitor|get-property', 'shows'],
    [asked('CreateUser SetPassword SetAccountType SetAutomaticLogin DeleteUser'), 'grant an account'],
    [asked('StartTransientUnit EnableUnitFiles LinkUnitFiles SetEnvironment'), 'persist systemd a unit'],
    [asked('StopUnit KillUnit MaskUnitFiles DisableUnitFiles'), stopsUnit],
    [asked('PowerOff Reboot Halt Suspend Hibernate KExec'), 'service power machine'],
    [asked('Screenshot ScreenCast Screencast CreateSession'), 'observe screen'],
    [asked('GetSecrets GetSecret SearchItems Unlock'), 'secret keyring'],
    [asked('Eval'), evaluates],
    ['**', 'unread'],
  ],
  examples: {
    match: [
      'busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager PowerOff b true',
    ],
    pass: ['busctl list'],
  },
}

const HERE = { machine: true } as const

export const SESSION_SPECS: readonly Spec[] = [
  {
    ...HERE,
    names: 'notify-send say terminal-notifier espeak spd-say zenity kdialog yad dialog whiptail beep',
    rules: [
      ['--password|--passwordbox', 'likely observe credential-scan'],
      ['-execute', 'unread'],
      ['**', 'read'],
    ],
    examples: { match: ['zenity --password'], pass: ['notify-send done'] },
  },
  {
    ...HERE,
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
    ...HERE,
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
    ...HERE,
    names: 'hdiutil',
    rules: [
      ['info|imageinfo|verify|checksum|plugins', 'shows'],
      ['attach|mount/**/http:*|https:*', attachesImage],
      ['**', 'local'],
    ],
    examples: { match: ['hdiutil attach https://files.acme.io/app.dmg'], pass: ['hdiutil info'] },
  },
  {
    ...HERE,
    names: 'gio',
    named: true,
    serves: false,
    rules: [
      ['info|list|tree|monitor|version|help|mime', 'shows'],
      ['open', 'local'],
      ['trash', trashes],
      ['remove', 'deletes $*'],
      ['copy|move', 'writes $-1', 'local'],
      ['save', 'writes $1', 'local'],
      ['**', 'unread'],
    ],
    examples: { match: ['gio remove ~/notes.md', 'gio save ~/.bashrc'], pass: ['gio info notes.md'] },
  },
  BUS,
]

export const SESSION: readonly Program[] = [...SESSION_SPECS.map(specProgram), defaults, xattr, open, installer]
