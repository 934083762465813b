import { basename } from 'node:path'
import type { ProcessInfo } from './processes.ts'

/** Terminal emulators that a person opens. */
const TERMINAL_EMULATORS = new Set(
  `gnome-terminal-server gnome-terminal kgx ptyxis ptyxis-agent konsole yakuake xterm uxterm urxvt rxvt urxvtd st foot footclient
alacritty kitty wezterm-gui ghostty tilix terminator guake tilda xfce4-terminal mate-terminal lxterminal qterminal terminology
deepin-terminal cosmic-term rio contour warp warp-terminal hyper tabby blackbox-terminal blackbox
terminal iterm2 itermserver`.split(/\s+/),
)

/** What starts a person's windows: an ancestor of a terminal that was there since they logged in. */
const DESKTOP_SHELLS = new Set(
  `gnome-shell gnome-session-binary plasmashell kwin_wayland kwin_x11 krunner plasma_session cinnamon cinnamon-session xfce4-session
xfce4-panel xfdesktop mate-session mate-panel lxqt-session lxqt-panel lxsession budgie-panel cosmic-session cosmic-comp sway i3 hyprland
river niri labwc wayfire openbox fluxbox awesome bspwm sxhkd dwm qtile xmonad herbstluftwm enlightenment`.split(/\s+/),
)

/** Run by root for every login on a screen. */
const DISPLAY_MANAGERS = new Set(
  'gdm-session-worker sddm-helper sddm lightdm lxdm lxdm-session xdm greetd slim ly nodm'.split(' '),
)

const SSH_SERVERS = new Set(['sshd', 'sshd-session', 'dropbear'])

const SERVICE_MANAGERS = new Set(['systemd', 'init', 'launchd', 'openrc', 'runit', 'runsvdir', 's6-svscan', 'dinit'])

/** A multiplexer's server, by the name it gives itself. */
const MULTIPLEXERS = new Set(['tmux', 'screen', 'zellij', 'dtach', 'abduco', 'byobu'])

/** Editors whose extensions can type into the terminals they show. */
const EDITORS = new Set(
  `code code-insiders codium vscodium code-oss code-server cursor windsurf positron trae kiro antigravity zed zed-editor fleet idea
pycharm webstorm goland clion rider rubymine phpstorm rustrover datagrip studio emacs nvim vim gvim`.split(/\s+/),
)

/** Linux keeps 15 characters of a name. */
const KERNEL_NAME_LENGTH = 15

function hasName(process: ProcessInfo, names: ReadonlySet<string>): boolean {
  const given = namesOf(process)
  return [...names].some((name) => given.has(name) || given.has(name.slice(0, KERNEL_NAME_LENGTH)))
}

function namesOf({ name, program, words }: ProcessInfo): ReadonlySet<string> {
  const script = /^(?:python[\d.]*|perl|gjs|electron)$/.test(basename(words[0] ?? '')) ? [words[1]] : []
  return new Set(
    [name, program, words[0], ...script].flatMap((given) =>
      given === undefined ? [] : [basename(given.replace(/: .*$/, '')).toLowerCase().replace(/^-/, '')],
    ),
  )
}

export function isTerminalEmulator(process: ProcessInfo): boolean {
  return hasName(process, TERMINAL_EMULATORS) || /^itermserver/.test(basename(process.words[0] ?? '').toLowerCase())
}

export function isDesktop(process: ProcessInfo): boolean {
  return hasName(process, DESKTOP_SHELLS)
}

export function isEditor(process: ProcessInfo): boolean {
  return hasName(process, EDITORS) || process.words.some((word) => /[/.](?:vscode|cursor|windsurf)-server\//.test(word))
}

export function isMultiplexer(process: ProcessInfo): boolean {
  return hasName(process, MULTIPLEXERS)
}

export function isServiceManager(process: ProcessInfo): boolean {
  return hasName(process, SERVICE_MANAGERS)
}

/** Does root run it? An agent that is no root cannot make such a process; whoever is root shows that it is a program of root's, too. */
function runsAsRoot({ uid, program }: ProcessInfo, isRootsFile: (path: string) => boolean): boolean {
  return uid === 0 && (program === undefined || isRootsFile(program))
}

export function isDisplayManager(process: ProcessInfo, isRootsFile: (path: string) => boolean): boolean {
  return runsAsRoot(process, isRootsFile) && hasName(process, DISPLAY_MANAGERS)
}

export function isConsoleLogin(process: ProcessInfo, isRootsFile: (path: string) => boolean): boolean {
  return runsAsRoot(process, isRootsFile) && hasName(process, CONSOLE_LOGINS)
}

const CONSOLE_LOGINS = new Set(['login'])

export function isSshServer(process: ProcessInfo): boolean {
  return hasName(process, SSH_SERVERS)
}

export function isRootSshServer(process: ProcessInfo, isRootsFile: (path: string) => boolean): boolean {
  return runsAsRoot(process, isRootsFile) && isSshServer(process)
}

const SUDO_PROGRAMS = new Set(['sudo', 'sudo-rs', 'doas'])

/** Programs of root's that may give a command a terminal of its own. */
export function isSudo(process: ProcessInfo, isRootsFile: (path: string) => boolean): boolean {
  return runsAsRoot(process, isRootsFile) && hasName(process, SUDO_PROGRAMS)
}

/** As it is named to a person. */
export function displayName({ name, words }: ProcessInfo): string {
  return name ?? basename(words[0] ?? 'a program')
}
