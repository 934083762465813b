import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf } from '../hosts.ts'
import { isUsualSource, strangeSources } from '../package-sources.ts'
import { widenedTrust } from '../trust-lists.ts'
import type { Candidate } from './candidate.ts'
import type { WrittenFile } from './file-effects.ts'
import { isForTests, nameWithin } from './syntax.ts'
import { unverified } from './unverified.ts'

interface LineRule {
  readonly files: RegExp
  readonly line: RegExp
  readonly also?: RegExp
  readonly effect: EffectDraft
}

/** Single lines of configuration that weaken something by standing there. */
const LINES: readonly LineRule[] = [
  {
    files: /\.npmrc$|\.yarnrc(?:\.yml)?$/,
    line: /strict-ssl\s*[=:]\s*"?false|enableStrictSsl:\s*false/i,
    effect: { kind: 'weaken', area: 'tls', feature: 'strict-ssl' },
  },
  {
    files: /\.npmrc$/,
    line: /ignore-scripts\s*=\s*false/i,
    effect: { kind: 'weaken', area: 'other', feature: 'ignore-scripts', certainty: 'possible' },
  },
  {
    files: /pip\.conf$|pip\.ini$/,
    line: /trusted-host\s*=/i,
    effect: { kind: 'weaken', area: 'tls', feature: 'trusted-host' },
  },
  {
    files: /\.gitconfig$|\/\.git\/config$/,
    line: /sslverify\s*=\s*false/i,
    effect: { kind: 'weaken', area: 'tls', feature: 'http.sslVerify' },
  },
  {
    files: /sshd_config(?:\.d\/.+)?$/,
    line: /^[ \t]*(?:permitrootlogin\s+yes|passwordauthentication\s+yes|permitemptypasswords\s+yes|stricthostkeychecking\s+no)/im,
    effect: { kind: 'weaken', area: 'authentication', feature: 'sshd settings' },
  },
  {
    files: /\/\.ssh\/config$/,
    line: /^[ \t]*(?:stricthostkeychecking\s+no|userknownhostsfile\s+\/dev\/null)/im,
    effect: { kind: 'weaken', area: 'authentication', feature: 'host key checking' },
  },
  {
    files: /\.env(?:\.[\w-]+)?$|dockerfile|docker-compose[^/]*\.ya?ml$|\.ya?ml$|\.sh$/,
    line: /NODE_TLS_REJECT_UNAUTHORIZED["']?\s*[=:]\s*["']?0/,
    effect: { kind: 'weaken', area: 'tls', feature: 'NODE_TLS_REJECT_UNAUTHORIZED' },
  },
  {
    files: /\.(?:[cm]?[jt]sx?|py|go|rb|java|php)$/,
    line: /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|InsecureSkipVerify\s*:\s*true|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)|VERIFY_NONE|_create_unverified_context/,
    effect: { kind: 'weaken', area: 'tls', feature: 'certificate checks in code' },
  },
  {
    files: /\.(?:php|phtml|jsp|aspx?|cgi|[cm]?[jt]s|py|rb)$/,
    line: webShell(),
    effect: { kind: 'listen', reach: 'network', executes: true },
  },
  {
    files: /\.github\/workflows\//,
    line: /permissions\s*:\s*write-all/,
    effect: {
      kind: 'grant',
      what: 'write access to everything',
      to: 'the workflow',
      reach: 'remote',
      certainty: 'likely',
    },
  },
  {
    files: /\.github\/workflows\//,
    line: /pull_request_target[\s\S]{0,4000}ref\s*:\s*["']?\$\{\{\s*github\.(?:event\.pull_request\.head|head_ref)/,
    effect: {
      kind: 'grant',
      what: 'the secrets of the repository',
      to: 'the code of any pull request',
      reach: 'remote',
      certainty: 'likely',
    },
  },
  {
    files: /\.gitconfig$|\/git\/config$|\/gitconfig$/,
    line: /^[ \t]*(?:hookspath\s*=\s*["']?[/~]|fsmonitor\s*=\s*["']?(?!true|false)[\w/~.])/im,
    effect: { kind: 'persist', mechanism: 'git-hook', target: 'hooks for every repository', certainty: 'likely' },
  },
  {
    files:
      /\.g?vimrc$|\/nvim\/|\/\.vim\/|\.(?:exrc|nvimrc|emacs|gdbinit|screenrc|tmux\.conf|xbindkeysrc|inputrc)$|\/tmux\.conf$|\/\.config\/(?:i3|sway|hypr|sxhkd|kitty|alacritty)\//,
    line: /(?:!|\bsystem\b|\bjobstart\b|\bexecute\b|\bexec\b|\brun-shell\b|\bif-shell\b|\bnew-session\b|\bshell\b|\bcommand\b)[^\n]{0,120}\/(?:tmp|var\/tmp|dev\/shm)\/\S/,
    effect: { kind: 'persist', mechanism: 'editor', target: 'a program in a temporary directory', certainty: 'likely' },
  },
  {
    files:
      /\/\.jupyter\/|\/\.ipython\/|\/\.(?:pythonrc|pythonrc\.py|pdbrc|irbrc|pryrc|rprofile|perldb|node_repl\.js|psqlrc|sqliterc)$/,
    line: /(?:\bsystem|\bpopen|\bexec\w*|\bspawn\w*|\bsubprocess\.\w{1,20}|\brun|`|\\!)\s{0,4}\(?[^\n]{0,80}\/(?:tmp|var\/tmp|dev\/shm)\/\S/,
    effect: { kind: 'persist', mechanism: 'other', target: 'a program in a temporary directory', certainty: 'likely' },
  },
  {
    files: /\/(?:code|cursor|vscodium|windsurf)\/user\/keybindings\.json$/,
    line: /terminal\.sendSequence/,
    effect: { kind: 'persist', mechanism: 'editor', target: 'a key that types a command', certainty: 'likely' },
  },
  {
    files: /\/\.curlrc$/,
    line: /^[ \t]*(?:--?)?(?:insecure|k)[ \t]*\r?$/im,
    effect: { kind: 'weaken', area: 'tls', feature: 'certificate checks of curl' },
  },
  {
    files: /\/\.wgetrc$/,
    line: /^[ \t]*use_askpass\s*=\s*\S/im,
    effect: {
      kind: 'persist',
      mechanism: 'other',
      target: 'a program that wget asks for passwords',
      certainty: 'likely',
    },
  },
  {
    files: /\/\.docker\/config\.json$/,
    line: foreignHelper(),
    effect: { kind: 'persist', mechanism: 'other', target: 'a credential helper of docker', certainty: 'likely' },
  },
  {
    files: /\/\.yarnrc(?:\.yml)?$/,
    line: /^[ \t]*"?(?:yarnPath|yarn-path)"?\s{0,4}:?\s{0,4}["']?(?!["'\s:]|(?:\.\/)?\.yarn\/)\S/m,
    effect: { kind: 'persist', mechanism: 'other', target: 'another program in place of yarn', certainty: 'likely' },
  },
  {
    files: /(?:^|\/)\.gitmodules$/,
    line: /^[ \t]*update\s*=\s*!|^[ \t]*url\s*=\s*(?:ext|fd)::/im,
    effect: {
      kind: 'persist',
      mechanism: 'git-hook',
      target: 'a command for every submodule update',
      certainty: 'likely',
    },
  },
  {
    files: /\/\.(?:claude|agents)\/(?:commands|skills|agents)\/.{1,300}\.md$/,
    line: /^allowed-tools\s*:[^\n]{0,400}\bBash\(:?\*\)/m,
    effect: { kind: 'weaken', area: 'gate', feature: 'a prompt that allows itself every command', certainty: 'likely' },
  },
  {
    files: /(?:docker-)?compose[^/]*\.ya?ml$/,
    line: /^[ \t]*privileged\s*:\s*["']?true/m,
    effect: { kind: 'weaken', area: 'sandbox', feature: 'a privileged container', certainty: 'likely' },
  },
  {
    files: /(?:docker-)?compose[^/]*\.ya?ml$/,
    line: /^[ \t]*-\s*["']?\/:\/|^[ \t]*source\s*:\s*["']?\/["']?[ \t]*\r?$|^[ \t]*pid\s*:\s*["']?host/m,
    effect: {
      kind: 'weaken',
      area: 'sandbox',
      feature: 'a container with the whole machine in it',
      certainty: 'likely',
    },
  },
  {
    files: /(?:docker|container)file[^/]*$/,
    line: /^[ \t]*(?:COPY|ADD)\s[^\n]{0,200}(?:^|[\s/"'])(?:id_(?:rsa|ed25519|ecdsa|dsa)(?!\S*\.pub)|[\w.-]{0,40}private[\w-]{0,20}\.(?:pem|key))/im,
    effect: {
      kind: 'expose-secret',
      source: { kind: 'file', path: 'a private key', secret: true },
      sink: 'file',
      certainty: 'likely',
    },
  },
  {
    files: /\/devcontainer\.json$/,
    line: /["']source=\/,|--volume=\/:/,
    effect: {
      kind: 'weaken',
      area: 'sandbox',
      feature: 'a container with the whole machine in it',
      certainty: 'likely',
    },
  },
  {
    files: /\.(?:ya?ml|json)$/,
    line: /(?:^|[\s{,"'])privileged["']?\s{0,8}:\s{0,8}true/m,
    also: /(?:^|[\s{,"'])hostPID["']?\s{0,8}:\s{0,8}true/m,
    effect: {
      kind: 'weaken',
      area: 'sandbox',
      feature: 'a container with all of its node in it',
      certainty: 'likely',
    },
  },
  {
    files: /\/(?:\.vscode|\.cursor|\.windsurf|\.zed|user)\/settings\.json$|\.code-workspace$|\/zed\/settings\.json$/,
    line: /"(?:chat\.tools\.(?:global\.)?autoApprove|chat\.tools\.(?:terminal|edits)\.autoApprove|always_allow_tool_actions|claudeCode\.allowDangerouslySkipPermissions|geminicodeassist\.agentYoloMode|github\.copilot\.chat\.agent\.autoApprove|cursor\.\w{0,40}(?:yolo|autoRun)\w{0,40})"\s*:\s*(?:true|\{|")/i,
    effect: { kind: 'weaken', area: 'gate', feature: 'an editor agent that approves its own tools' },
  },
  {
    files: /\/(?:\.vscode|user)\/settings\.json$|\.code-workspace$/,
    line: /"security\.workspace\.trust\.(?:enabled"\s*:\s*false|untrustedFiles"\s*:\s*"open")|"task\.allowAutomaticTasks"\s*:\s*"on"/,
    effect: { kind: 'weaken', area: 'gate', feature: 'workspace trust of the editor' },
  },
  {
    files: /(?:claude|agents|gemini)(?:\.local)?\.md$|\/(?:skills|commands|rules|agents)\/[^/]+\.mdc?$/,
    line: /dangerously-skip-permissions|bypassPermissions|(?:disable|turn off|uninstall|bypass|ignore)\s+(?:the\s+)?(?:irongate|permission (?:gate|checks?|hooks?)|safety (?:checks?|hooks?))|ignore (?:all )?(?:previous|prior) instructions/i,
    effect: { kind: 'weaken', area: 'gate', feature: 'instructions to the agent' },
  },
]

function foreignHelper(): RegExp {
  const known =
    'desktop|osxkeychain|pass|secretservice|wincred|ecr-login|gcloud|gcr|acr-env|acr-linux|ghcr-login|desktop\\.exe|wsl'
  return new RegExp(
    String.raw`"credsStore"\s{0,4}:\s{0,4}"(?!(?:${known})")[^"]|"credHelpers"\s{0,4}:\s{0,4}\{[^}]{0,2000}:\s{0,4}"(?!(?:${known})")[^"]`,
  )
}

function webShell(): RegExp {
  const input = String.raw`\$_(?:GET|POST|REQUEST|COOKIE)|req(?:uest)?\.(?:query|body|params|args|form|GET|POST|getParameter)`
  return new RegExp(
    String.raw`\b(?:system|exec|shell_exec|passthru|popen|eval|assert|execSync|spawn|spawnSync|subprocess\.\w{1,20}|os\.system|Runtime\.getRuntime\(\)\.exec)\s{0,4}\(\s{0,4}@?[^)\n]{0,80}(?:${input})`,
  )
}

export function configProblems(
  { path, content }: WrittenFile,
  settings: readonly Candidate[],
  facts: Facts,
): EffectDraft[] {
  const name = (path.real ?? path.text).toLowerCase().replaceAll('\\', '/')
  const testing = isForTests(nameWithin(path, facts.projectRoot))
  const found = LINES.filter(
    ({ files, line, also, effect }) =>
      files.test(name) &&
      line.test(content) &&
      (also?.test(content) ?? true) &&
      !(testing && (effect.kind === 'weaken' || effect.kind === 'listen')),
  ).map(({ effect }) => effect)
  const base = name.slice(name.lastIndexOf('/') + 1)
  found.push(...widenedTrust([...settings, ...spokenSettings(content)], base))
  if (!found.some(({ kind }) => kind === 'weaken')) found.push(...unverified(path, content, settings))
  // A remote of git is where a repository comes from, and is judged when something is fetched and run.
  if (!/(?:^|\/)(?:\.git\/config|\.gitconfig|git\/config)$/.test(name))
    found.push(...strangeSources(settings, base, facts))
  if (/(?:^|\/)package\.json$/.test(name)) return [...found, ...foreignDependencies(content)]
  if (/(?:^|\/)\.gitmodules$/.test(name)) return [...found, ...foreignSubmodules(content, facts)]
  return path.tags.includes('lock-file') || /\.(?:npm|yarn)rc(?:\.yml)?$|pip\.conf$|\.cargo\/config/.test(name)
    ? [...found, ...foreignRegistries(content)]
    : found
}

/** `safe-path /`: a name and one short value, as small languages set things. */
function spokenSettings(content: string): readonly Candidate[] {
  return [
    ...content.matchAll(/^[ \t]{0,20}(?:set[ \t]{1,4})?([a-z][\w-]{3,60})[ \t]{1,4}([/*~]{1,3})[ \t]{0,8}$/gm),
  ].map(([, name = '', text = '']) => ({ text, keys: [name] }))
}

/** Dependencies that come from a host of no registry or forge, or over a line that anyone can change. */
function foreignDependencies(content: string): EffectDraft[] {
  const addresses = [
    ...content.matchAll(/"[\w@/.-]{1,200}"\s{0,8}:\s{0,8}"((?:git\+(?:https?|ssh)|git|https?):\/\/[^\s"]{3,300})"/g),
  ].map((match) => match[1] ?? '')
  const code = addresses.filter((url) => /^git|\.(?:git|tgz|tar\.gz)(?:#|$)/.test(url))
  const foreign = code.filter((url) => {
    const host = hostOf(url.replace(/^git\+/, ''))
    return host !== '' && host !== 'localhost' && (/^(?:git\+)?http:/.test(url) || !isUsualSource(host))
  })
  return [...new Set(foreign.map((url) => hostOf(url.replace(/^git\+/, ''))))].slice(0, 8).map((host) => ({
    kind: 'install',
    manager: 'package.json',
    packages: [host],
    origin: 'git',
    scope: 'project',
    certainty: 'likely',
  }))
}

function foreignSubmodules(content: string, facts: Facts): EffectDraft[] {
  const own = new Set([...(facts.git(facts.projectRoot)?.remotes.values() ?? [])].map(gitHost))
  const hosts = new Set(
    [...content.matchAll(/^[ \t]*url\s*=\s*(\S{3,300})/gm)]
      .map((match) => gitHost(match[1] ?? ''))
      .filter((host) => host !== '' && !isUsualSource(host) && !own.has(host)),
  )
  return [...hosts].slice(0, 8).map((host) => ({
    kind: 'install',
    manager: 'git submodule',
    packages: [host],
    origin: 'git',
    scope: 'project',
    certainty: 'likely',
  }))
}

function gitHost(url: string): string {
  if (/^\w[\w+.-]*:\/\//.test(url)) return hostOf(url)
  return /^(?:[\w.-]+@)?([\w.-]+\.[a-z]{2,}):/i.exec(url)?.[1] ?? ''
}

function foreignRegistries(content: string): EffectDraft[] {
  const addresses = [
    ...content.matchAll(
      /(?:resolved|registry|npmRegistryServer|index-url|source|url)["']?\s{0,4}[=: ]\s{0,4}["']?((?:https?|git\+\w+):\/\/[^\s"',#]{3,300})/g,
    ),
  ]
  const hosts = new Set(
    addresses
      .map((match) => hostOf(match[1] ?? ''))
      .filter((host) => host !== '' && host !== 'localhost' && !isUsualSource(host)),
  )
  return [...hosts].slice(0, 8).map((host) => ({
    kind: 'install',
    manager: 'lock file',
    packages: [host],
    origin: 'other-registry',
    scope: 'project',
    certainty: 'likely',
  }))
}
