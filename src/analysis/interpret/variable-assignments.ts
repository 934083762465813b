import { checkDisablingValue } from '../generic/insecure-variables.ts'
import type { Word } from '../words.ts'
import { weakestGrade } from './grade.ts'
import { injectionHandlerFor, recordCommandInVariable } from './injection-variables.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'

/** What setting an environment variable does to the programs that run with it; some only where the value fits. */
type VariableMeaning = readonly [
  kind:
    | 'runs' // its value is run by a shell
    | 'loads' // it makes programs load code from a place
    | 'options' // it makes programs or shells start with other options, some of which load code
    | 'tls'
    | 'history'
    | 'identity'
    | 'search-path'
    | 'key-agent' // it names a door to somebody's keys
    | 'redirects', // it names the address of a service that others decide over
  when?: RegExp,
]

const COMMAND_VARIABLES = `GIT_SSH_COMMAND GIT_SSH GIT_PAGER GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS
GIT_PROXY_COMMAND PAGER MANPAGER EDITOR VISUAL BROWSER LESSOPEN LESSCLOSE PROMPT_COMMAND PS0 PS1 PS2 PS4 FCEDIT SYSTEMD_EDITOR
KUBE_EDITOR AWS_PAGER GH_PAGER GH_EDITOR GLAB_PAGER BAT_PAGER DELTA_PAGER RSYNC_RSH CVS_RSH SVN_SSH CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER
RUSTC_WORKSPACE_WRAPPER RUSTC CC CXX LD AR MAKE SHELL npm_config_script_shell npm_config_shell npm_config_git TEST_RUNNER`
const CODE_LOADING_VARIABLES = `LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH
BASH_ENV ENV ZDOTDIR PYTHONSTARTUP PYTHONPATH PYTHONHOME PERL5LIB PERL5DB RUBYLIB NODE_PATH GCONV_PATH GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG
GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GIT_DIR GIT_WORK_TREE
GIT_ALTERNATE_OBJECT_DIRECTORIES OPENSSL_CONF OPENSSL_ENGINES CLASSPATH LUA_PATH LUA_CPATH INPUTRC VIMINIT EXINIT MYVIMRC EMACSLOADPATH
RIPGREP_CONFIG_PATH CURL_HOME WGETRC PIP_CONFIG_FILE NPM_CONFIG_USERCONFIG npm_config_userconfig NPM_CONFIG_GLOBALCONFIG CARGO_HOME RUSTUP_HOME
GNUPGHOME KUBECONFIG DOCKER_CONFIG TERMINFO MANPATH GTK_MODULES QT_PLUGIN_PATH PERL_MB_OPT BASH_FUNC_x`
const TRAFFIC_REDIRECT_VARIABLES = `HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy NPM_CONFIG_REGISTRY npm_config_registry PIP_INDEX_URL
PIP_EXTRA_INDEX_URL UV_INDEX_URL UV_DEFAULT_INDEX GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE ANTHROPIC_BASE_URL OPENAI_BASE_URL DOCKER_HOST`

const GIT_IDENTITY_VARIABLES = 'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL EMAIL'
const JAVA_AGENT = /-(?:javaagent|agentlib|agentpath|Xbootclasspath|XX:OnError)/

const meaningEntries = (names: string, ...meaning: VariableMeaning) =>
  names.split(/\s+/).map((name) => [name, meaning] as const)

const VARIABLE_MEANINGS: ReadonlyMap<string, VariableMeaning> = new Map([
  ...meaningEntries(COMMAND_VARIABLES, 'runs'),
  ...meaningEntries(CODE_LOADING_VARIABLES, 'loads'),
  ...meaningEntries(TRAFFIC_REDIRECT_VARIABLES, 'redirects'),
  ...meaningEntries(GIT_IDENTITY_VARIABLES, 'identity'),
  ...meaningEntries(
    'NODE_OPTIONS',
    'options',
    /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--inspect|-e|--eval|--openssl-config|--icu-data-dir)/,
  ),
  ...meaningEntries('PERL5OPT', 'options', /-[mMIed]/),
  ...meaningEntries('RUBYOPT', 'options', /-[rIe]/),
  ...meaningEntries('JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS', 'options', JAVA_AGENT),
  ...meaningEntries('MAVEN_OPTS', 'options', /-javaagent/),
  ...meaningEntries('GRADLE_OPTS', 'options', /-javaagent|-I|--init-script/),
  ...meaningEntries('MAKEFLAGS', 'options', /eval|-f|SHELL=/),
  ...meaningEntries('RUSTFLAGS', 'options', /linker=|plugin/),
  ...meaningEntries('GOFLAGS', 'options', /-toolexec|-exec|-overlay|-modfile/),
  ...meaningEntries('CFLAGS', 'options', /-fplugin|-B|-wrapper|-specs/),
  ...meaningEntries('PYTEST_ADDOPTS', 'options', /-p\s|-c\s/),
  ...meaningEntries('SHELLOPTS BASHOPTS', 'options', /./),
  ...meaningEntries('GIT_ALLOW_PROTOCOL', 'options', /ext/),
  ...meaningEntries('HISTFILE', 'history', /^(?:\/dev\/null)?$|^\/(?:tmp|var\/tmp|dev|run)\//),
  ...meaningEntries('HISTSIZE HISTFILESIZE SAVEHIST', 'history', /^0$/),
  ...meaningEntries('HISTCONTROL', 'history', /ignorespace|ignoreboth/),
  ...meaningEntries('HISTIGNORE', 'history', /^\*$/),
  ...meaningEntries('PATH', 'search-path'),
  ...meaningEntries('SSH_AUTH_SOCK', 'key-agent'),
])

const HARMLESS_COMMAND =
  /^(?:(?:\/usr)?(?:\/local)?(?:\/bin\/)?(?:cat|less|more|most|true|false|echo|vi|vim|nvim|nano|emacs|ed|code|head|tee|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|clang(?:\+\+)?-\d+|gcc-\d+|ar|ld|lld|mold|sccache|ccache|rustc|make|gmake|bash|sh|zsh|dash|w3m|lynx|none)(?: -[\w-]+)*|)$/

export function isSensitiveVariable(name: string): boolean {
  return (VARIABLE_MEANINGS.get(name) ?? meaningByPattern(name) ?? injectionHandlerFor(name)) !== undefined
}

export function recordAssignment(name: string, value: Word, recorder: EffectRecorder): CommandGrade {
  return weakestGrade(
    ...(fallbackValues(name, value) ?? [value]).map((word) => recordVariableValue(name, word, recorder)),
  )
}

/** `CC=${CC:-gcc}`: what a variable held before stays as it was, so that the other texts alone count. */
function fallbackValues(name: string, value: Word): readonly Word[] | undefined {
  const { text, alternatives, sources } = value
  if (text !== undefined || !alternatives || sources.length === 0) return undefined
  if (!sources.every((source) => source.kind === 'environment' && source.name === name)) return undefined
  return alternatives.texts.map((each) => ({ ...value, text: each, known: each, dynamic: false, sources: [] }))
}

function recordVariableValue(name: string, value: Word, recorder: EffectRecorder): CommandGrade {
  if (name === 'ENV' && isEnvironmentName(value, recorder)) return 'proven'
  const meaning = VARIABLE_MEANINGS.get(name) ?? meaningByPattern(name)
  // Where a name leads that a tool keeps for a place: `X_HOST_name`.
  if (/^[A-Z]{2,20}_HOST_\w{1,60}$/.test(name)) recorder.onSetting(name, value.known)
  if (logsTypedCommands(name, value))
    recorder.effect({ kind: 'observe', what: 'keyboard', certainty: 'likely', by: name })
  const injected = injectionHandlerFor(name)?.(value, name, recorder)
  return weakestGrade(
    injected,
    meaning ? recordVariableMeaning(meaning, name, value, recorder) : recordLibraries(name, value, recorder),
  )
}

/** `ENV=staging`: a word of the program's own, where no file has that name. */
function isEnvironmentName({ text }: Word, recorder: EffectRecorder): boolean {
  if (text === undefined || !/^\w[\w-]*$/.test(text)) return false
  const { real, sessionMade } = recorder.pathOf(text)
  return real !== undefined && !sessionMade && recorder.readText(real) === undefined
}

/** Whatever a variable is called: one that names a library makes programs load it. */
function recordLibraries(name: string, value: Word, recorder: EffectRecorder): CommandGrade {
  const libraries = value.known.split(/[\s:;,=]+/).filter(isLibrary)
  for (const library of libraries) {
    const path = recorder.pathOf(library)
    recorder.unknown(`${name} may make programs load code`)
    if (path.zone === 'temp' || path.sessionMade)
      recorder.effect({ kind: 'run-program', program: path.text, identity: 'temporary', by: name, certainty: 'likely' })
  }
  return libraries.length === 0 ? 'proven' : 'plain'
}

/** The path of a library. The end is looked at first: most words have none, however many slashes they have. */
function isLibrary(part: string): boolean {
  const end = /\.(?:so(?:\.\d+)*|dll|dylib|jar|node)$/i.exec(part)
  return end !== null && /[/\\]/.test(part.slice(0, end.index))
}

function logsTypedCommands(name: string, value: Word): boolean {
  return (
    /^(?:PROMPT_COMMAND|PS0|PS4)$/.test(name) &&
    /\bhistory\b|BASH_COMMAND|\bfc\b/.test(value.known) &&
    /\b(?:tee|logger|nc|ncat|curl|wget|socat)\b|\/dev\/(?:tcp|udp)\//.test(value.known)
  )
}

function recordVariableMeaning(
  [kind, when = /./]: VariableMeaning,
  name: string,
  value: Word,
  recorder: EffectRecorder,
): CommandGrade {
  const { text } = value
  const fits = text === undefined || when.test(text)
  switch (kind) {
    case 'runs':
      return recordCommandVariable(name, value, recorder)
    case 'loads':
      recorder.unknown(`${name} changes what programs load`)
      return recordLoadingVariable(value, name, recorder)
    case 'options':
      if (!fits) return 'proven'
      recorder.unknown(`${name} may make programs load code`)
      return 'plain'
    case 'tls':
      if (!fits) return 'proven'
      recorder.effect({
        kind: 'weaken',
        area: 'tls',
        feature: name,
        certainty: text === undefined ? 'possible' : 'certain',
      })
      return 'plain'
    case 'history':
      if (text === undefined ? !isFromMktemp(value) : !fits) return 'proven'
      recorder.effect({ kind: 'weaken', area: 'history', feature: `${name}=${text ?? value.raw}` })
      return 'plain'
    case 'identity':
      recorder.effect({ kind: 'impersonate', as: text ?? value.raw, by: name })
      return 'plain'
    case 'search-path':
      return recordSearchPath(value, recorder)
    case 'key-agent':
      return recordKeyAgent(value, recorder)
    case 'redirects':
      recorder.unknown(`${name} sends traffic another way`)
      return 'plain'
  }
}

/** A history that goes into a temporary file is thrown away. */
function isFromMktemp({ raw, known, sources }: Word): boolean {
  return (
    /\bmktemp\b/.test(raw) ||
    known.startsWith('/tmp/') ||
    sources.some((source) => source.kind === 'command' && source.program === 'mktemp')
  )
}

/** An agent's socket that was searched for among the temporary files is not one that was handed to this shell. */
function recordKeyAgent(value: Word, recorder: EffectRecorder): CommandGrade {
  const searched = value.sources.some(
    (source) =>
      source.kind === 'command' && /^(?:find|ls|fd|lsof|ps|ss|grep|locate|head|tail|sudo)$/.test(source.program),
  )
  const named = /^\/tmp\/ssh-[^/]+\/agent\.\d+$/.test(value.text ?? '')
  if (!searched && !named && value.paths === undefined) return value.text?.startsWith('/tmp/') ? 'plain' : 'proven'
  recorder.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely', by: 'SSH_AUTH_SOCK' })
  return 'plain'
}

function meaningByPattern(name: string): VariableMeaning | undefined {
  if (/^CARGO_TARGET_\w+_(?:RUNNER|LINKER)$/.test(name)) return ['runs']
  if (/^(?:DYLD_|LD_(?!LIBRARY_PATH_)|BASH_FUNC_|GIT_CONFIG_(?:KEY|VALUE)_\d+$)/.test(name)) return ['loads']
  const when = checkDisablingValue(name)
  return when && ['tls', when]
}

function recordCommandVariable(name: string, value: Word, recorder: EffectRecorder): CommandGrade {
  if (value.text !== undefined && HARMLESS_COMMAND.test(value.text)) return 'proven'
  if (/^PS\d$/.test(name) && !/[$`]/.test(value.raw)) return 'proven'
  return recordCommandInVariable(value, name, recorder)
}

function recordLoadingVariable(value: Word, name: string, recorder: EffectRecorder): CommandGrade {
  if (!/PRELOAD|INSERT|AUDIT|^BASH_ENV$|^ENV$|PYTHONSTARTUP/.test(name)) return 'plain'
  const path = recorder.path(value)
  // Every shell, or every Python, that starts from here on runs this file first.
  const language = /^(?:BASH_)?ENV$/.test(name) ? 'shell' : name === 'PYTHONSTARTUP' ? 'python' : undefined
  if (language !== undefined && value.text !== undefined && value.text !== '') recorder.runsFile(path, language, name)
  if (path.zone === 'temp')
    recorder.effect({ kind: 'run-program', program: path.text, identity: 'temporary', by: name })
  return 'plain'
}

const MAX_PATH_ENTRIES = 1_000

/** Directories that are searched for programs: those that this project or anyone may write to are not trusted. */
function recordSearchPath(value: Word, recorder: EffectRecorder): CommandGrade {
  let grade: CommandGrade = 'proven'
  const entries = value.known.split(':', MAX_PATH_ENTRIES + 1)
  if (entries.length > MAX_PATH_ENTRIES) {
    recorder.unknown('PATH is too long to be followed', 'unread')
    return 'plain'
  }
  for (const entry of entries) {
    if (entry === '\0') continue
    const tool = /(?:^|\/)(?:node_modules\/\.bin|\.?v?env\/bin|vendor\/bin)\/?$/.test(entry)
    const { zone, sessionMade, text } = recorder.pathOf(entry === '' ? '.' : entry)
    if (tool && !sessionMade) grade = 'expected'
    else if (zone !== 'system' && zone !== 'home') {
      recorder.unknown('PATH leads to programs that were not there before')
      if (zone === 'temp' || zone === 'temp-root' || sessionMade)
        recorder.effect({ kind: 'run-program', program: text, identity: 'temporary', by: 'PATH' })
      return 'plain'
    }
  }
  return grade
}
