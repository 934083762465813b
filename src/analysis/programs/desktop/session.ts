import type { Area } from '../../effects.ts'
import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { deletes, reads, workOn, writes } from '../files/touching.ts'
import type { Spec, SubReader } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { lineOf } from '../system/words-of.ts'
import { BUS } from './bus.ts'

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

/** A settings file named by its path is read like any other. */
function readsFiles(command: Command, scribe: Scribe): Standing {
  return reads(
    command.args.filter((word) => /^[~/]|^\.{1,2}\//.test(word.known)),
    scribe,
  )
}

function isAfter({ args }: Command, word: Word, option: string): boolean {
  return args[args.indexOf(word) - 1]?.known === option
}

const defaults: Program = {
  names: ['defaults', 'plutil', 'plistbuddy', 'gsettings', 'dconf', 'kwriteconfig5', 'kwriteconfig6', 'xfconf-query'],
  read: (command, scribe) => {
    const line = lineOf(command.args)
    if (
      asksForHelp(command.args) ||
      /^(?:read|read-type|find|domains|export|get|list-\S+|range|describe|dump|-p |-lint|-convert \S+ -o -|-c print)/i.test(
        line,
      )
    )
      return readsFiles(command, scribe)
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
    for (const word of command.args)
      if (/\.plist$/.test(word.known) || isAfter(command, word, '--file'))
        scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'edit', content: undefined })
    return 'plain'
  },
}

const xattr: Program = {
  names: ['xattr', 'setfattr', 'getfattr'],
  read: (command, scribe) => {
    const line = lineOf(command.args)
    const files = command.args.filter(
      (word) => !word.known.startsWith('-') && !/^(?:com|user|security|trusted)\.[\w.]+$/.test(word.known),
    )
    const unquarantines = /com\.apple\.quarantine/.test(line) && /(?:^| )-\w*d/.test(line)
    const clears = /(?:^| )-\w*c/.test(line) && command.name?.endsWith('xattr') === true
    if (unquarantines || clears) {
      const own = files.every((word) => workOn(scribe.path(word)) === 'expected')
      scribe.effect({
        kind: 'weaken',
        area: 'endpoint-protection',
        feature: 'quarantine',
        certainty: own && clears ? 'possible' : 'certain',
      })
      return 'plain'
    }
    const changes = command.name?.endsWith('setfattr') === true || /(?:^| )-\w*[wds]/.test(line)
    for (const word of changes ? files : [])
      scribe.effect({
        kind: 'change-mode',
        path: scribe.path(word),
        grants: /capability/.test(line) ? 'capability' : 'other',
        recursive: /-\w*r/.test(line),
      })
    return changes ? 'plain' : reads(files, scribe, true)
  },
}

const URL = /^([a-z][a-z0-9+.-]*):\/\/([^/:?#]+)/i

/** Opens something with whatever is registered for it. */
const open: Program = {
  names:
    'open xdg-open gio gnome-open kde-open kde-open5 wslview explorer cygstart sensible-browser x-www-browser firefox google-chrome chromium chromium-browser brave-browser microsoft-edge'.split(
      ' ',
    ),
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const words = command.args.filter((word) => !word.known.startsWith('-'))
    if (command.name === 'gio') return gio(words, scribe)
    for (const word of words) {
      const url = URL.exec(word.known)
      if (url && url[1]?.toLowerCase() !== 'file') {
        const host = url[2] ?? '?'
        const payload = word.sources.filter((source) => source.kind !== 'literal')
        if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'http', payload })
        scribe.effect({
          kind: 'connect',
          host,
          url: word.known.replaceAll('\0', '…'),
          address: /^(?:localhost|127\.)/.test(host) ? 'loopback' : 'unknown',
        })
      } else if (/[/.]/.test(word.known)) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
      if (/\.(?:app|command|pkg|dmg|desktop|workflow|scpt)\/?$/.test(word.known)) {
        const path = scribe.path(word)
        scribe.effect({
          kind: 'run-program',
          program: word.known,
          identity:
            path.zone === 'system'
              ? 'installed'
              : path.zone === 'temp'
                ? 'temporary'
                : path.sessionMade
                  ? 'session-made'
                  : 'unknown',
        })
      }
    }
    const extension = command.args.find((word) =>
      /^--(?:load-extension|disable-extensions-except|pack-extension)=/.test(word.known),
    )
    if (extension) stateExtension(extension, scribe)
    if (command.args.some((word) => /^--remote-debugging-(?:port|address)/.test(word.known)))
      scribe.effect({ kind: 'listen', reach: 'loopback', executes: true })
    return 'plain'
  },
}

/** An extension sees every page; one of the project is being worked on. */
function stateExtension(option: Word, scribe: Scribe): void {
  const place = option.known.slice(option.known.indexOf('=') + 1).split(',')[0] ?? ''
  const { zone } = scribe.pathOf(place)
  if (zone !== 'project' && zone !== 'project-root')
    scribe.effect({
      kind: 'persist',
      mechanism: 'other',
      target: `the browser extension ${place}`,
      certainty: 'likely',
    })
}

/** Installs a package for the whole machine, with the scripts it brings. */
const installer: Program = {
  names: ['installer'],
  read: (command, scribe) => {
    const at = command.args.findIndex((word) => /^-(?:pkg|package)$/.test(word.known))
    const file = at < 0 ? undefined : command.args[at + 1]
    if (!file || !command.args.some((word) => /^-(?:target|tgt)$/.test(word.known))) return 'plain'
    const path = scribe.path(file)
    scribe.effect({ kind: 'install', manager: 'installer', packages: [path.text], origin: 'local', scope: 'system' })
    const identity = path.sessionMade ? 'session-made' : path.zone === 'temp' ? 'temporary' : 'unknown'
    scribe.effect({ kind: 'run-program', program: path.text, identity })
    return 'plain'
  },
}

function gio([verb, ...files]: readonly Word[], scribe: Scribe): Standing {
  switch (verb?.known) {
    case 'info':
    case 'list':
    case 'tree':
    case 'monitor':
    case 'version':
    case 'help':
    case 'mime':
      return 'proven'
    case 'open':
      return 'plain'
    case 'trash':
      return weakest('plain', ...files.map((word) => writes(word, 'move', scribe)))
    case 'remove':
      return weakest('plain', ...files.map((word) => deletes(word, { recursive: false, by: 'gio remove' }, scribe)))
    case 'copy':
    case 'move':
      return weakest('plain', ...files.slice(-1).map((word) => writes(word, 'overwrite', scribe)))
    case 'save':
      return weakest('plain', ...files.slice(0, 1).map((word) => writes(word, 'overwrite', scribe)))
    default:
      return 'unknown'
  }
}

/** An image that is fetched to be opened: what is in it runs. */
const attachesImage: SubReader = ({ command, scribe }) => {
  const by = command.args.find(({ known }) => /^https?:/.test(known))?.known ?? ''
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host: hostOf(by), by })
  return 'plain'
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
  BUS,
]

export const SESSION: readonly Program[] = [...SESSION_SPECS.map(specProgram), defaults, xattr, open, installer]
