/** What a person's tools run or obey whenever they start, by where it lies: no list of tools would ever end. */

const CODE_ENDINGS =
  '(?:lua|vim|[cm]?[jt]s|py|rb|el|scm|rkt|lisp|cl|clj|fnl|janet|sh|bash|zsh|fish|nu|xsh|elv|pl|pm|tcl|r|jl|exs?|erl|hs|ml|groovy|gradle|kts?|gdb|lldb|sql|m|nix|ps1|so|dylib|dll|jar|wasm)'
const CODE_FILE = new RegExp(`\\.${CODE_ENDINGS}$`)

/** `.gdbinit`, `.psqlrc`, `.Rprofile`, `.mongoshrc.js`, `.iex.exs`. */
const STARTUP_DOT_FILE = new RegExp(
  `^\\.[a-z][\\w+-]*?(?:rc|init|profile|env|environ|environment|login|logout|startup|autoexec|config|conf|cfg|cnf)(?:\\.[a-z]{1,6})?$|^\\.[a-z][\\w-]*(?:\\.[\\w-]+)*\\.(?:${CODE_ENDINGS}|conf|cnf|cfg)$`,
)

/** `init.lua`, `config`, `startup.jl`, `jupyter_server_config.py`, `quuxrc`, `quux.conf`. */
const STARTUP_FILE = new RegExp(
  `^(?:[\\w-]+[-_.])?(?:init|startup|start|autoexec|autostart|profiles?|custom|site|site-start|config|conf|settings|preferences|env|boot|setup|on-?start|login|rc)(?:\\.(?:${CODE_ENDINGS}|conf|org))?$|^[\\w-]*rc(?:\\.${CODE_ENDINGS})?$|\\.conf$`,
)

const LOADED_FOLDERS =
  /^(?:[\w-]+\.d|startup|start|init|autoload|autorun|after|ftplugin|(?:[\w-]+-)?plugins?|extensions?|hooks?|addons?|completions|z?func|autostart|start-?up-?scripts?|user-?scripts?|scripts|functions|site-lisp|kernels|macros)$/
const NON_CODE_FILE =
  /\.(?:json[c5l]?|ya?ml|toml|ini|md|txt|rst|xml|css|html?|svg|png|jpe?g|gif|ico|csv|lock|log|tmtheme|theme|pub|db|sqlite3?|bak|zip|tar|t?gz|dic|add|spl)$/

const DATA_SETTINGS_FILE = /\.(?:json[c5]?|ya?ml|toml|ini)$/
const STARTUP_SCRIPT = new RegExp(`^(?:startup|autoexec|autostart|site-start|on-?start)\\.${CODE_ENDINGS}$`)

const STORE_FOLDERS =
  /^(?:\.?caches?|cachedata|registry|repository|logs?|te?mp|trash|sessions?|history|state|daemon|wrapper|node_modules|site-packages|packages|versions|toolchains|envs|projects|workspace\w*|worktrees|todos|plans|downloads?|data|db|crash\w*|backups?|blobs|objects|refs)$/

function pathInTool([first = '', second = '', ...more]: readonly string[]): readonly string[] | undefined {
  if (first === '.config') return more
  if (first === '.local') return second === 'share' ? more.slice(1) : undefined
  if (first === 'library' && second === 'application support') return more.slice(1)
  if (first === 'appdata') return more.slice(1)
  return /^\.[a-z]/.test(first) && first !== '.cache' && first !== '.git' ? [second, ...more] : undefined
}

/** Homes of tools that fetch, build or run code: any of their settings can name where code comes from, or a program that runs with it. */
const TOOL_HOMES: ReadonlySet<string> = new Set(
  (
    '.gradle .m2 .ivy2 .sbt .coursier .cargo .rustup .nuget .composer .hex .mix .stack .cabal .opam .bundle .gem .conda .mamba .docker .pip ' +
    '.cocoapods .pub-cache .terraform.d .ansible .julia .ghc .lein .clojure .bazel .conan .conan2 .deno .bun .yarn .android .platformio ' +
    '.config/pip .config/uv .config/pypoetry .config/pdm .config/hatch .config/conda .config/go .config/nuget .config/composer .config/containers ' +
    '.config/nix .config/mise .config/git .config/pnpm .config/yarn .config/npm .config/helm .config/ghc .config/cabal .config/coursier .config/pre-commit .config/rustfmt'
  ).split(' '),
)

/** What such tools keep for themselves: what they fetched and built. */
const FETCHED_FOLDERS =
  /^(?:caches?|\.tmp|_\w+|git|bin|lib|libexec|share|native|jdks|notifications|android|boot|local|exports|ruby|gems|specs|doc|pkgs|compiled|artifacts|scratchspaces|packages|plugin-cache|repos|hosted|avd|build-cache\w*|install|mod|sumdb|telemetry|switches|setup\.log|log|snapshots|indices|programs|global|contexts|buildx|scan|machine|mutagen|run)$/

/** `~/.m2/settings.xml`, `~/.config/go/env`: settings of a tool home, whatever their ending. */
function isToolHomeSetting(below: readonly string[]): boolean {
  const [first = '', second = ''] = below
  const depth = TOOL_HOMES.has(first) ? 1 : TOOL_HOMES.has(`${first}/${second}`) ? 2 : 0
  const inside = below.slice(depth)
  if (depth === 0 || inside.length === 0 || inside.length > 4) return false
  const folders = inside.slice(0, -1)
  const base = inside.at(-1) ?? ''
  if (folders.some((name) => STORE_FOLDERS.test(name) || FETCHED_FOLDERS.test(name))) return false
  return (
    !(folders.length === 0 && (STORE_FOLDERS.test(base) || FETCHED_FOLDERS.test(base))) &&
    !NON_SETTINGS_NAME.test(base) &&
    !TEXT_FILE.test(base)
  )
}

const TEXT_FILE = /\.(?:md|txt|rst|log|lock|bak|pub)$/

export function isToolStartup(below: readonly string[]): boolean {
  const [first = ''] = below
  if (below.length > 1 && isToolHomeSetting(below)) return true
  if (below.length === 1)
    return STARTUP_DOT_FILE.test(first) && !NON_CODE_FILE.test(first) && !NON_SETTINGS_NAME.test(first)
  const inside = pathInTool(below)?.filter((name) => name !== '')
  const base = inside?.at(-1)
  if (inside === undefined || base === undefined) return false
  const folders = inside.slice(0, -1)
  if (folders.some((name) => STORE_FOLDERS.test(name))) return false
  if (folders.some((name) => name === 'hooks.d') && DATA_SETTINGS_FILE.test(base)) return true
  if (NON_CODE_FILE.test(base)) return false
  if (folders.length < 7 && STARTUP_SCRIPT.test(base)) return true
  if ([first.slice(1), ...folders].some((name) => LOADED_FOLDERS.test(name))) return true
  return folders.length < 3 && (STARTUP_FILE.test(base) || (first === '.config' && CODE_FILE.test(base)))
}

const POLICY_FILE =
  /^(?:[\w-]+[-_.])?(?:hooks?|mcp(?:[-_.]?(?:config|settings|servers?))?|permissions?|polic(?:y|ies)|approvals?|auto[-_]?approve\w*|allow[-_]?list|trusted[-_]?(?:folders|dirs|workspaces|commands))\.(?:json[c5]?|ya?ml|toml)$/
const SETUP_FILE = /^(?:settings|config|preferences|prefs)(?:\.local)?\.(?:json[c5]?|ya?ml|toml|ini)$/
const SETTINGS_ENDING = /\.(?:json[c5]?|ya?ml|toml|ini)$/
const POLICY_DEPTH = 4

export function isToolPolicy(below: readonly string[]): boolean {
  return isToolFile(below, POLICY_FILE)
}

export function isToolSetup(below: readonly string[]): boolean {
  return isToolFile(below, SETUP_FILE)
}

function isToolFile(below: readonly string[], names: RegExp): boolean {
  const file = below.at(-1) ?? ''
  if (below.length < 2 || !SETTINGS_ENDING.test(file) || !names.test(file)) return false
  const inside = pathInTool(below)
  if (inside === undefined || inside.length === 0 || inside.length > POLICY_DEPTH) return false
  return !inside.slice(0, -1).some((name) => STORE_FOLDERS.test(name))
}

/** Folders are called so too, and what tools keep there is none. */
const BARE_DOT_FILE = /\/\.[a-z][a-z0-9]+$/i
const NON_SETTINGS_NAME =
  /(?:ignore|history|version|versions|lock|token|id|log|pid|cache|tmp|bak|hushlogin|attributes|keep|seen|state)$/i

export function isBareDotFile(path: string): boolean {
  return BARE_DOT_FILE.test(path) && !NON_SETTINGS_NAME.test(path) && path.split('/').length <= 4
}

const LOADING_WORDS =
  /\b(?:source|load\w*|import|include|require|use|using|plugin\w*|exec\w*|run|shell|call|eval|system|spawn|command|hook\w*|open|autocmd|cmd)\b/i
/** Settings that name a place by its bare host: `http_proxy = cache.example`. */
const PLACE_SETTING = /\b\w*(?:proxy|registry|mirror|channels?|index)\w*\s*[=:]\s*\S/i
const ACTIVE_CHARACTERS = /[/\\$`|;&!()<>@]|https?:/

/** `set -g status off`, `indent = 4`. Whatever more there is may run something. */
export function isHarmlessSettings(content: string, path: string): boolean {
  if (content.length > 20_000) return false
  return content
    .split('\n')
    .map((line) => withoutOwnPath(line, path))
    .filter((line) => !/^\s*(?:[#;"]|\/\/|--\s)/.test(line))
    .every(
      (line) =>
        !LOADING_WORDS.test(line) &&
        !PLACE_SETTING.test(line) &&
        !ACTIVE_CHARACTERS.test(line.replace(/^\s*\\(?=[a-z]+\s)/, '')),
    )
}

function withoutOwnPath(line: string, path: string): string {
  const words = line.split(/\s+/)
  const isOwn = (word = '') => /^[~/$]/.test(word) && path.endsWith(word.replace(/^(?:~|\$HOME)(?=\/)/, ''))
  const at = words.findIndex(isOwn)
  return at < 0 ? line : words.filter((_, index) => index !== at && index !== at - 1).join(' ')
}

export function isToolSettings(path: string): boolean {
  return TOOL_SETTINGS_PATH.test(path) && !path.split('/').some((name) => STORE_FOLDERS.test(name))
}

const TOOL_SETTINGS_PATH = /\/(?:\.config|\.local\/share|\.[a-z][\w-]*)(?:\/[^/]+){1,4}$/i
