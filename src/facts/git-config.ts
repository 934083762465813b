export interface ConfigEntry {
  /** Section and name in lower case, subsection as written: `remote.origin.url`. */
  readonly key: string
  readonly value: string
}

/** Reads a git config file. Linear; a line it does not understand becomes the key `?`, which counts as executing. */
export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = []
  let section = ''
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    let line = (lines[index] ?? '').trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (header) {
      const sub = header[2]?.replace(/\\(.)/g, '$1')
      section = sub === undefined ? (header[1] ?? '').toLowerCase() : `${(header[1] ?? '').toLowerCase()}.${sub}`
      line = line.slice(header[0].length).trim()
      if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    }
    while (line.endsWith('\\') && index + 1 < lines.length) line = line.slice(0, -1) + (lines[++index] ?? '')
    const variable = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(line)
    if (!variable) entries.push({ key: '?', value: line })
    else entries.push({ key: `${section}.${(variable[1] ?? '').toLowerCase()}`, value: unquote(variable[2] ?? 'true') })
  }
  return entries
}

function unquote(value: string): string {
  const cut = value.startsWith('"') ? value : value.replace(/\s+[#;].*$/, '')
  return cut.replace(/^"(.*)"$/s, '$1').replace(/\\(["\\])/g, '$1')
}

/** Keys that make git run a program, or read config from elsewhere that might. */
const EXECUTING_KEYS = [
  /^core\.(?:fsmonitor|hookspath|pager|editor|sshcommand|gitproxy|askpass|alternaterefscommand)$/,
  /^(?:diff|pager|difftool|mergetool|merge|filter|credential|browser|man|guitool|trailer|tar|imap|sendemail|sequence)\..*?(?:external|command|textconv|cmd|driver|clean|smudge|process|helper|path|program|editor|pager|browser)?$/,
  /^gpg(?:\..+)?\.program$/,
  /^(?:include|includeif\..+)\.path$/,
  /^remote\..+\.(?:uploadpack|receivepack|vcs)$/,
  /^(?:protocol\.ext\.allow|uploadpack\.packobjectshook|submodule\..+\.update|init\.templatedir|\?)$/,
]

const HARMLESS_KEY =
  /^(?:diff\.(?:algorithm|renames|renamelimit|colormoved|mnemonicprefix|noprefix|submodule|context|.*\.(?:binary|xfuncname|funcname|wordregex|cachetextconv))|merge\.(?:ff|conflictstyle|renames|log|stat|.*\.name)|filter\..+\.required|credential\.(?:username|usehttppath))$/

export function executingKeys(entries: readonly ConfigEntry[]): string[] {
  const on = entries.filter(({ key, value }) => !(key === 'core.fsmonitor' && /^(?:false|true|0|1)?$/.test(value)))
  return on
    .filter(({ key }) => !HARMLESS_KEY.test(key) && EXECUTING_KEYS.some((pattern) => pattern.test(key)))
    .map(({ key }) => key)
}

export function remotesIn(entries: readonly ConfigEntry[]): Map<string, string> {
  const remotes = new Map<string, string>()
  for (const { key, value } of entries) {
    const name = /^remote\.(.+)\.(?:url|pushurl)$/.exec(key)?.[1]
    if (name !== undefined) remotes.set(name, value)
  }
  return remotes
}

export function aliasesIn(entries: readonly ConfigEntry[]): Map<string, string> {
  return new Map(
    entries.filter(({ key }) => key.startsWith('alias.')).map(({ key, value }) => [key.slice('alias.'.length), value]),
  )
}
