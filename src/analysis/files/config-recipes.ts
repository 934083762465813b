import { programFor } from '../programs/registry.ts'
import type { WrittenFile } from './file-effects.ts'
import { MAX_RECIPES, type Recipe } from './recipes.ts'

/** Files whose settings or code a tool takes up at its next start, by the lower-cased path. */
const STARTING: readonly RegExp[] = [
  /\.gitconfig$|\/git\/config$|\/\.git\/config$|(?:^|\/)\.gitmodules$/,
  /\.g?vimrc$|\/nvim\/.{1,200}\.(?:lua|vim)$|\/\.vim\/.{1,200}\.vim$|(?:^|\/)\.(?:exrc|nvimrc|nvim\.lua)$/,
  /\.tmux\.conf$|\/tmux\.conf$|\/\.screenrc$/,
  /\/\.aws\/config$|\/\.kube\/config$/,
  /\/\.emacs$|\/\.emacs\.d\/.{1,200}\.el$|\/\.dir-locals\.el$/,
  /\/\.(?:gdbinit|lldbinit|psqlrc|sqliterc|rprofile|irbrc|pryrc|pythonrc|pythonrc\.py|pdbrc|curlrc|wgetrc|inputrc|pylintrc|mailrc|nanorc|perldb|lesskey|mailcap|xbindkeysrc)$/,
  /\/pylintrc$/,
  /\/\.ipython\/.{1,200}\.py$/,
  /\/\.gradle\/init(?:\.d\/.{1,200})?\.(?:gradle|gradle\.kts|kts)$/,
  /\/\.(?:vscode|cursor|windsurf)(?:-server)?\/extensions\/.{1,300}\.[cm]?js$/,
  /\/\.config\/(?:kitty|alacritty|i3|sway|hypr|zellij|wezterm|ranger|lf|bspwm|sxhkd|awesome|waybar|mpv)\//,
  /\.tf$|\/jenkinsfile$/,
  /\/\.(?:claude|codex|gemini|cursor|opencode|agents)\/(?:commands|skills|agents|rules|prompts)\/.{1,300}\.mdc?$/,
]

/** Directories of a home that stand in PATH. */
const PROGRAMS =
  /\/(?:\.local\/bin|bin|\.bin|\.cargo\/bin|go\/bin|\.npm-global\/bin|\.yarn\/bin|\.deno\/bin|\.bun\/bin)\/([^/]{1,100})$/

const MAX_LENGTH = 4000

/** Commands in settings and start-up code of tools. Read generously: only what no such file has a good reason to do counts. */
export function configRecipes({ path, content }: WrittenFile): Recipe[] {
  const name = (path.real ?? path.text).toLowerCase().replaceAll('\\', '/')
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (path.zone === 'home' && PROGRAMS.test(name)) return [{ name: base, text: content, runs: 'when-called' }]
  if (!STARTING.some((place) => place.test(name))) return []
  const texts = base.endsWith('.md') || base.endsWith('.mdc') ? promptCommands(content) : textsIn(content)
  return [...new Set(texts)]
    .filter(acts)
    .slice(0, MAX_RECIPES)
    .map((text) => ({ name: base, text, runs: 'when-called' }))
}

/** The program of that name which a file in a home's PATH would stand before. */
export function shadowedProgram({ path }: WrittenFile): string | undefined {
  const name = path.zone === 'home' ? PROGRAMS.exec(path.real ?? '')?.[1] : undefined
  return name !== undefined && SHADOWED.test(name) && programFor(name) !== undefined ? name : undefined
}

/** Programs the system brings; others are ordinarily installed by putting them there. */
const SHADOWED =
  /^(?:git|ssh|scp|sudo|su|ls|cat|cp|mv|rm|ps|env|sh|bash|zsh|curl|wget|grep|sed|awk|find|tar|make|gcc|cc|ld|gpg|crontab|systemctl|login|passwd|which|man|less|vi|vim|nano)$/

/** Quoted texts, and what follows a word that runs things or an equals sign. */
function textsIn(content: string): string[] {
  const found = [
    ...content.matchAll(/"((?:[^"\\\n]|\\.){6,4000})"/g),
    ...content.matchAll(/'([^'\n]{6,4000})'/g),
    ...content.matchAll(/\[\[([^\]]{6,4000})\]\]/g),
    ...content.matchAll(/#\(([^)\n]{6,4000})\)/g),
    ...content.matchAll(/\bautocmd!?[ \t][^!\n]{1,200}!([^\n]{6,4000})$/gm),
    ...content.matchAll(
      /^[ \t]*(?:[\w.-]{1,60}[ \t]*[=:][ \t]*!?|run(?:-shell)?[ \t]|exec[ \t]|shell[ \t]|\\!|\.(?:shell|system)[ \t]|:?!)[ \t]*([^\n]{6,4000})$/gm,
    ),
  ]
  return found.map((match) => (match[1] ?? '').replaceAll('\\"', '"').slice(0, MAX_LENGTH))
}

/** What a prompt file runs when it is used: commands after `!` in backticks, and hooks in its head. */
function promptCommands(content: string): string[] {
  const head = /^---\r?\n([\s\S]{0,8000}?)\r?\n---/.exec(content)?.[1] ?? ''
  return [
    ...[...content.matchAll(/!`([^`\n]{4,2000})`/g)].map((match) => match[1] ?? ''),
    ...[...head.matchAll(/^[ \t]*(?:-[ \t]*)?command[ \t]*:[ \t]*([^\n]{4,2000})$/gm)].map((match) =>
      (match[1] ?? '').replace(/^(["'])(.*)\1$/, '$2'),
    ),
  ]
}

/** Cheap test before reading: more than one word, and something that runs, sends or deletes. */
function acts(text: string): boolean {
  return (
    /\s/.test(text) &&
    /\b(?:curl|wget|nc|ncat|socat|(?:ba|z|da)?sh|python\d?|perl|ruby|node|php|rm|base64|openssl|ssh|scp|rsync|dd|mkfs|eval|crontab|env|printenv|cat)\b/.test(
      text,
    )
  )
}
