/** One lexicon for every program. */

import { memoize } from '../../analysis/text/memoize.ts'

export const wordsOfName = memoize(splitNameWords)

function splitNameWords(name: string): readonly string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

const OUTPUT_WORDS =
  /^(?:s?out.*|of|dest.*|dst|write|save.*|export.*|f?emit|log|logs|logfile|report.*|record|tee|dump|dist|download.*|extract.*|artifacts?|backup.*|err.*|std(?:out|err)|pid.*|lock.*|state|junit\w*|trace|results?)$/
const INPUT_WORDS =
  /^(?:in|input.*|infile|from|conf.*|cfg|rc|rcfile|include.*|exclude.*|ignore.*|skip|filter|match|pattern|key.*|identity|cert.*|cacert|private|credential.*|creds|auth|kubeconfig|settings|schema.*|template.*|sources?|src|env|envfile|netrc|userconfig|name|iname|wholename|prune|read|load|lint|check|verify|validate|list|show|diff|compare|reference|ref|like|signature|sig|token|password|passphrase|requirements?|constraints?|ssh)$/
const LIKELY_INPUT_WORDS = /^(?:file.*|data|path.*|script|spec|manifest|project|base|user|import)$/

/** `soft`: read as a rule, but many programs write there; `input`: read, or "in place" before the file. */
export type OptionRole = 'write' | 'read' | 'soft' | 'input' | undefined

const SHORT_OPTION_ROLES: ReadonlyMap<string, OptionRole> = new Map<string, OptionRole>([
  ...['o', 'O'].map((name): [string, OptionRole] => [name, 'write']),
  ...['i', 'I'].map((name): [string, OptionRole] => [name, 'input']),
  ...['r', 'F', 'k', 'C', 'E'].map((name): [string, OptionRole] => [name, 'read']),
  ...['f', 'c', 'e', 's'].map((name): [string, OptionRole] => [name, 'soft']),
])

export function optionRole(name: string): OptionRole {
  return SHORT_OPTION_ROLES.has(name) ? SHORT_OPTION_ROLES.get(name) : longOptionRole(name)
}

const longOptionRole = memoize(parseOptionRole)

function parseOptionRole(name: string): OptionRole {
  // `-oN`, `-oX`: one letter that says where to, one that says how.
  if (/^o[A-Z]$/.test(name)) return 'write'
  const words = wordsOfName(name)
  if (isInPlace(words)) return undefined
  const written = words.some((word) => OUTPUT_WORDS.test(word))
  const read = words.some((word) => INPUT_WORDS.test(word))
  // `--log-config` reads, `--output-template` names what is written.
  if (read && !(written && /^s?out|^dest/.test(words[0] ?? ''))) return 'read'
  if (written) return 'write'
  return words.some((word) => LIKELY_INPUT_WORDS.test(word)) ? 'soft' : undefined
}

const LOADING_WORDS =
  /^(?:\w*(?:plugins?|extensions?|addons?|agents?|modules?|scripts?|macros?|hooks?|classpath|preload\w*|playbook)|pre?load\w*|load\w*|exec\w*|require\w*|init\w*|startup|eval\w*|jars?|library|libraries|python|lua|code|program|command|cmd|wrapper|interceptors?|listeners?)$/
/** Those that say so in a program which is not known for handling files. */
const CODE_TAKING_WORDS =
  /^(?:ext|mods?|overrides?|replace|patch|include\w*|imports?|imported|use|libs?|lib|path\w*|cp|bundles?|packages?|pkg|archives?|artifacts?|images?|drives?|kernel|initrd|bios|firmware|install\w*|deploy|apply|register|add|run\w*|source\w*|recipe|workflow|providers?|handlers?|drivers?|transformers?|processors?|reporters?|formatters?|syntax|parsers?|resolvers?|rules\w*|runner|setup|toolchain|flake|from|file\w*|pluginurl|manifest|job|template)$/

export function isCodeLoadingWord(word: string): boolean {
  return LOADING_WORDS.test(word)
}

export function isCodeTakingWord(word: string): boolean {
  return CODE_TAKING_WORDS.test(word)
}

const CHANGE_VERBS =
  /^(?:fmt|format|fix|convert|conv|strip|edit|ed|patch|install|sync|write|set|unset|put|replace|rename|mv|move|cp|copy|copyto|clone|checkout|branch|clean|prune|wipe|shred|remove|rm|delete|del|truncate|append|insert|add|update|upgrade|migrate|generate|gen|codegen|create|new|init|scaffold|export|download|fetch|pull|receive|link|stow|mount|unpack|extract|unzip|untar|decompress|decode|decrypt|encrypt|encode|compress|pack|merge|rewrite|render|record|rec|save|restore|apply|modify|touch|tee|sponge|split|csplit|publish|screenshot|inplace|transform|minify|optimi[sz]e|capture|overwrite|dos|unix|mac)$/
const READ_VERBS =
  /^(?:lint|check|show|view|stat|stats|diff|validate|verify|inspect|info|list|ls|print|grep|find|search|status|analy[sz]e|audit|explain|describe|query|tree|read|cat|head|tail|count|scan|test|dry|parse|help|version|compare|cmp|dump|trace|plan|preview|history|detect|summary)$/

function isInPlace(words: readonly string[]): boolean {
  return words.includes('in') && words.includes('place')
}

/** `looks`: it only reads. `shows`: its name sounds so, which says little once there are two files. */
export type NameRole = 'does' | 'looks' | 'shows' | undefined

export const verbRole = memoize(parseVerbRole)

function parseVerbRole(name: string): NameRole {
  const words = wordsOfName(name)
  if (isInPlace(words)) return 'does'
  for (const word of words) {
    if (CHANGE_VERBS.test(word)) return 'does'
    if (READ_VERBS.test(word)) return 'looks'
  }
  return undefined
}

const CHANGING_NAME =
  /(?:fmt|format(?:ter)?|edit(?:or)?|patch|install|sync|replace|rename|convert|strip|copy|cp|clone|zip|unar|unrar|unsquashfs|extract|rec(?:ord)?|beautif(?:y|ier)|prettier|sponge|seal|crypt|gen(?:erate)?)$|^(?:rewrite|install|create|gen|unpack|convert|format|fix|patch|edit|split)/
const READING_NAME =
  /lint|hint|flake|pep8|style|cop$|tidy|check|chk|stat|diff|cmp|valid|grep|find|search|sum$|hash|verif|audit|compar|spell|typo|inspect|wc$/
const SHOWING_NAME =
  /show|view|dump|info|list|print|analy|explain|descri|query|tree|read|page|highlight|colou?r|hex|string|identif|detect|scan|look|syntax|count|cat$|less$|more$|head|tail|loc$|prose|proof|charset/

export const programNameRole = memoize(parseNameRole)

function parseNameRole(base: string): NameRole {
  const name = base.toLowerCase().replace(/\.(?:exe|py|sh|js|ts|rb|pl)$/, '')
  if (/^[a-z]+2[a-z]+$/.test(name) && /unix|dos|mac|crlf|lf$/.test(name)) return 'does'
  const said = verbRole(name)
  if (said !== undefined) return said
  if (CHANGING_NAME.test(name)) return 'does'
  if (/^ls(?!ync)[a-z]{2,12}$/.test(name)) return 'looks'
  if (READING_NAME.test(name)) return 'looks'
  return SHOWING_NAME.test(name) ? 'shows' : undefined
}
