/** What a word is, by its shape alone. */

const FILE =
  /^(?:\.{0,2}\/|~)|^[\w.-]+\/$|\.(?:md|txt|jsonc?|ya?ml|toml|lock|[cm]?[jt]sx?|py|rb|go|rs|php|java|kt|cs?|cpp|h|sh|html?|s?css|svg|png|jpe?g|xml|csv|sql|log|pem|crt|zip|tgz|gz|tar|whl|wasm|ini|cfg|conf|env|db|sqlite3?)$/i

export function isFile(word: string): boolean {
  return !word.includes('://') && FILE.test(word)
}

const LOOPBACK = /(?:^|[/@=:])(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0(?!\/0)|\[?::1\]?)(?:[:/]|$)/

export function isLoopbackText(word: string): boolean {
  return LOOPBACK.test(word)
}

/** An address of another machine: a URL, a number, a name with a domain and a port. */
export function isRemote(word: string): boolean {
  if (isLoopbackText(word) || /\s/.test(word)) return false
  return /^(?:jdbc:)?[a-z][a-z0-9+.-]*:(?:[a-z]+:)?\/\/[^/]/i.test(word)
    ? !/^file:/i.test(word)
    : /^(?:[\w.-]+@)?(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|internal|corp|cloud|app|example)(?=[:/]|$))/i.test(
        word,
      )
}

/** Folders that a project is made of: `src/app` is no owner's `app`. */
const FOLDERS =
  /^(?:src|lib|dist|build|out|bin|docs?|tests?|spec|app|apps|packages|public|static|assets|target|scripts|config|internal|cmd|pkg|vendor|tmp|node_modules|examples?|fixtures|data|weights|models|components?|ui|hooks|pages|features|modules|services|unit|e2e|integration|tasks|charts|crates|libs|tools|infra|deploy|env|envs)$/i

/** `owner/name`, `owner/name:tag`, `@scope/name`, `host/team/name:1`: how hubs and registries name things. */
export function isRegistryName(word: string): boolean {
  if (isRemote(word)) return true
  if (isFile(word) || /\s/.test(word)) return false
  const [, owner = ''] = /^(@?[\w.-]+)(?:\/[\w.-]+){1,3}(?:[:@][\w.-]+)?$/.exec(word) ?? []
  return owner !== '' && !FOLDERS.test(owner)
}

export function isPort(word: string): boolean {
  return /^:?\d{2,5}$/.test(word) && Number(word.replace(':', '')) < 65_536
}

/** Folders of builds and of fetched packages, however they are spelled: what lies there is made anew. */
export function isBuildFolder(word: string): boolean {
  return /^(?:\.\/)?(?:[._]?build(?:dir|[-_/][\w./-]*)?|out|dist|target|cmake-[\w-]+|obj|coverage|node_modules|\.?venv|__pycache__)\/?$/i.test(
    word,
  )
}
