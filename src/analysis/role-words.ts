/** One lexicon for every program. */

import { remembered } from './remembered.ts'

export const wordsOfName = remembered(splitName)

function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

const WRITTEN =
  /^(?:s?out.*|of|dest.*|dst|write|save.*|export.*|f?emit|log|logs|logfile|report.*|record|tee|dump|dist|download.*|extract.*|artifacts?|backup.*|err.*|std(?:out|err)|pid.*|lock.*|state|junit\w*|trace|results?)$/
const READ_HARD =
  /^(?:in|input.*|infile|from|conf.*|cfg|rc|rcfile|include.*|exclude.*|ignore.*|skip|filter|match|pattern|key.*|identity|cert.*|cacert|private|credential.*|creds|auth|kubeconfig|settings|schema.*|template.*|sources?|src|env|envfile|netrc|userconfig|name|iname|wholename|prune|read|load|lint|check|verify|validate|list|show|diff|compare|reference|ref|like|signature|sig|token|password|passphrase|requirements?|constraints?|ssh)$/
const READ_SOFT = /^(?:file.*|data|path.*|script|spec|manifest|project|base|user|import)$/

/** `soft`: read as a rule, but many programs write there; `input`: read, or "in place" before the file. */
export type Says = 'write' | 'read' | 'soft' | 'input' | undefined

const SHORT: ReadonlyMap<string, Says> = new Map<string, Says>([
  ...['o', 'O'].map((name): [string, Says] => [name, 'write']),
  ...['i', 'I'].map((name): [string, Says] => [name, 'input']),
  ...['r', 'F', 'k', 'C', 'E'].map((name): [string, Says] => [name, 'read']),
  ...['f', 'c', 'e', 's'].map((name): [string, Says] => [name, 'soft']),
])

export function optionSays(name: string): Says {
  return SHORT.has(name) ? SHORT.get(name) : longSays(name)
}

const longSays = remembered(readOption)

function readOption(name: string): Says {
  // `-oN`, `-oX`: one letter that says where to, one that says how.
  if (/^o[A-Z]$/.test(name)) return 'write'
  const words = wordsOfName(name)
  if (isInPlace(words)) return undefined
  const written = words.some((word) => WRITTEN.test(word))
  const read = words.some((word) => READ_HARD.test(word))
  // `--log-config` reads, `--output-template` names what is written.
  if (read && !(written && /^s?out|^dest/.test(words[0] ?? ''))) return 'read'
  if (written) return 'write'
  return words.some((word) => READ_SOFT.test(word)) ? 'soft' : undefined
}

const LOADS =
  /^(?:\w*(?:plugins?|extensions?|addons?|agents?|modules?|scripts?|macros?|hooks?|classpath|preload\w*|playbook)|pre?load\w*|load\w*|exec\w*|require\w*|init\w*|startup|eval\w*|jars?|library|libraries|python|lua|code|program|command|cmd|wrapper|interceptors?|listeners?)$/
/** Those that say so in a program which is not known for handling files. */
const TAKES =
  /^(?:ext|mods?|overrides?|replace|patch|include\w*|imports?|imported|use|libs?|lib|path\w*|cp|bundles?|packages?|pkg|archives?|artifacts?|images?|drives?|kernel|initrd|bios|firmware|install\w*|deploy|apply|register|add|run\w*|source\w*|recipe|workflow|providers?|handlers?|drivers?|transformers?|processors?|reporters?|formatters?|syntax|parsers?|resolvers?|rules\w*|runner|setup|toolchain|flake|from|file\w*|pluginurl|manifest|job|template)$/

export function loadsCode(word: string): boolean {
  return LOADS.test(word)
}

export function takesCode(word: string): boolean {
  return TAKES.test(word)
}

const DOES =
  /^(?:fmt|format|fix|convert|conv|strip|edit|ed|patch|install|sync|write|set|unset|put|replace|rename|mv|move|cp|copy|copyto|clone|checkout|branch|clean|prune|wipe|shred|remove|rm|delete|del|truncate|append|insert|add|update|upgrade|migrate|generate|gen|codegen|create|new|init|scaffold|export|download|fetch|pull|receive|link|stow|mount|unpack|extract|unzip|untar|decompress|decode|decrypt|encrypt|encode|compress|pack|merge|rewrite|render|record|rec|save|restore|apply|modify|touch|tee|sponge|split|csplit|publish|screenshot|inplace|transform|minify|optimi[sz]e|capture|overwrite|dos|unix|mac)$/
const LOOKS =
  /^(?:lint|check|show|view|stat|stats|diff|validate|verify|inspect|info|list|ls|print|grep|find|search|status|analy[sz]e|audit|explain|describe|query|tree|read|cat|head|tail|count|scan|test|dry|parse|help|version|compare|cmp|dump|trace|plan|preview|history|detect|summary)$/

function isInPlace(words: readonly string[]): boolean {
  return words.includes('in') && words.includes('place')
}

/** `looks`: it only reads. `shows`: its name sounds so, which says little once there are two files. */
export type NameDeed = 'does' | 'looks' | 'shows' | undefined

export const verbSays = remembered(readVerb)

function readVerb(name: string): NameDeed {
  const words = wordsOfName(name)
  if (isInPlace(words)) return 'does'
  for (const word of words) {
    if (DOES.test(word)) return 'does'
    if (LOOKS.test(word)) return 'looks'
  }
  return undefined
}

const DOER =
  /(?:fmt|format(?:ter)?|edit(?:or)?|patch|install|sync|replace|rename|convert|strip|copy|cp|clone|zip|unar|unrar|unsquashfs|extract|rec(?:ord)?|beautif(?:y|ier)|prettier|sponge|seal|crypt|gen(?:erate)?)$|^(?:rewrite|install|create|gen|unpack|convert|format|fix|patch|edit|split)/
const LOOKER =
  /lint|hint|flake|pep8|style|cop$|tidy|check|chk|stat|diff|cmp|valid|grep|find|search|sum$|hash|verif|audit|compar|spell|typo|inspect|wc$/
const SHOWER =
  /show|view|dump|info|list|print|analy|explain|descri|query|tree|read|page|highlight|colou?r|hex|string|identif|detect|scan|look|syntax|count|cat$|less$|more$|head|tail|loc$|prose|proof|charset/

export const nameSays = remembered(deedOfName)

function deedOfName(base: string): NameDeed {
  const name = base.toLowerCase().replace(/\.(?:exe|py|sh|js|ts|rb|pl)$/, '')
  if (/^[a-z]+2[a-z]+$/.test(name) && /unix|dos|mac|crlf|lf$/.test(name)) return 'does'
  const said = verbSays(name)
  if (said !== undefined) return said
  if (DOER.test(name)) return 'does'
  if (/^ls(?!ync)[a-z]{2,12}$/.test(name)) return 'looks'
  if (LOOKER.test(name)) return 'looks'
  return SHOWER.test(name) ? 'shows' : undefined
}
