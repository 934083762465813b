import { trustWideningEffects } from '../../knowledge/lexicon/trust-lists.ts'
import type { Certainty, EffectDraft, ProtectionArea } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf } from '../remote/hosts.ts'
import { isUsualSource, unknownSourceEffects } from '../remote/package-sources.ts'
import type { CommandCandidate } from './command-candidates.ts'
import { findDisabledVerification } from './disabled-verification.ts'
import type { WrittenFile } from './file-effects.ts'
import { isTestFile, toProjectRelativeName } from './syntax.ts'
import { webShell } from './web-shell.ts'

const makeWeakenDraft = (area: ProtectionArea, feature: string, certainty?: Certainty): EffectDraft => ({
  kind: 'weaken',
  area,
  feature,
  ...(certainty && { certainty }),
})
const makePersistDraft = (mechanism: 'editor' | 'git-hook' | 'other', target: string): EffectDraft => ({
  kind: 'persist',
  mechanism,
  target,
  certainty: 'likely',
})

/** Code that is loaded into every run of a tool, from a file that nobody has read. */
const LOADED_AGENT_DRAFT: EffectDraft = {
  kind: 'run-code',
  language: 'other',
  origin: 'session-file',
  read: false,
  host: undefined,
  certainty: 'likely',
  by: 'an agent of the virtual machine',
}

const RISKY_LINES: readonly (readonly [files: RegExp, line: RegExp, effect: EffectDraft, also?: RegExp])[] = [
  [
    /\.npmrc$|\.yarnrc(?:\.yml)?$/,
    /strict-ssl\s*[=:]\s*"?false|enableStrictSsl:\s*false/i,
    makeWeakenDraft('tls', 'strict-ssl'),
  ],
  [
    /(?:^|\/)(?:\.mvn\/(?:jvm|maven)\.config|\.mavenrc|gradle\.properties|\.(?:sbt|jvm)opts|jvm\.options)$/,
    /(?:^|[\s=])-(?:javaagent|agentpath|agentlib|Xbootclasspath\/[ap]):(?!jdwp)/m,
    LOADED_AGENT_DRAFT,
  ],
  [/\.npmrc$/, /ignore-scripts\s*=\s*false/i, makeWeakenDraft('other', 'ignore-scripts', 'possible')],
  [/pip\.conf$|pip\.ini$|requirements[^/]*\.(?:txt|in)$/, /trusted-host[\s=]/i, makeWeakenDraft('tls', 'trusted-host')],
  [/\.gitconfig$|\/\.git\/config$/, /sslverify\s*=\s*false/i, makeWeakenDraft('tls', 'http.sslVerify')],
  [
    /sshd_config(?:\.d\/.+)?$/,
    /^[ \t]*(?:permitrootlogin\s+yes|passwordauthentication\s+yes|permitemptypasswords\s+yes|stricthostkeychecking\s+no)/im,
    makeWeakenDraft('authentication', 'sshd settings'),
  ],
  [
    /\/\.ssh\/config$/,
    /^[ \t]*(?:stricthostkeychecking\s+no|userknownhostsfile\s+\/dev\/null)/im,
    makeWeakenDraft('authentication', 'host key checking'),
  ],
  [
    /\.env(?:\.[\w-]+)?$|dockerfile|docker-compose[^/]*\.ya?ml$|\.ya?ml$|\.sh$/,
    /NODE_TLS_REJECT_UNAUTHORIZED["']?\s*[=:]\s*["']?0/,
    makeWeakenDraft('tls', 'NODE_TLS_REJECT_UNAUTHORIZED'),
  ],
  [
    /\.(?:[cm]?[jt]sx?|py|go|rb|java|php)$/,
    /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|InsecureSkipVerify\s*:\s*true|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)|VERIFY_NONE|_create_unverified_context/,
    makeWeakenDraft('tls', 'certificate checks in code'),
  ],
  [/^(?!.*\.(?:mdx?|txt|rst|adoc|log|csv|html?)$)/, webShell(), { kind: 'listen', reach: 'network', executes: true }],
  [
    /\.sql$/,
    /\bgrant\b[^;]{1,200}\bto\s+public\b|\b(?:create|alter)\s+(?:role|user)\b[^;]{1,200}\bsuperuser\b/i,
    { kind: 'grant', what: 'the data', to: 'everyone', reach: 'remote', certainty: 'likely' },
  ],
  [
    /\.(?:[cm]?[jt]sx?|html?|vue|svelte)$/,
    buildSentInputPattern(),
    {
      kind: 'send-data',
      host: 'another host',
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'what people send' }],
      certainty: 'likely',
    },
  ],
  [
    /\.github\/workflows\//,
    /permissions\s*:\s*write-all/,
    { kind: 'grant', what: 'write access to everything', to: 'the workflow', reach: 'remote', certainty: 'likely' },
  ],
  [
    /\.github\/workflows\//,
    /pull_request_target[\s\S]{0,4000}ref\s*:\s*["']?\$\{\{\s*github\.(?:event\.pull_request\.head|head_ref)/,
    {
      kind: 'grant',
      what: 'the secrets of the repository',
      to: 'the code of any pull request',
      reach: 'remote',
      certainty: 'likely',
    },
  ],
  [
    /\.gitconfig$|\/git\/config$|\/gitconfig$/,
    /^[ \t]*(?:hookspath\s*=\s*["']?[/~]|fsmonitor\s*=\s*["']?(?!true|false)[\w/~.])/im,
    makePersistDraft('git-hook', 'hooks for every repository'),
  ],
  [
    /\.g?vimrc$|\/nvim\/|\/\.vim\/|\.(?:exrc|nvimrc|emacs|gdbinit|screenrc|tmux\.conf|xbindkeysrc|inputrc)$|\/tmux\.conf$|\/\.config\/(?:i3|sway|hypr|sxhkd|kitty|alacritty)\//,
    /(?:!|\bsystem\b|\bjobstart\b|\bexecute\b|\bexec\b|\brun-shell\b|\bif-shell\b|\bnew-session\b|\bshell\b|\bcommand\b)[^\n]{0,120}\/(?:tmp|var\/tmp|dev\/shm)\/\S/,
    makePersistDraft('editor', 'a program in a temporary directory'),
  ],
  [
    /\/\.jupyter\/|\/\.ipython\/|\/\.(?:pythonrc|pythonrc\.py|pdbrc|irbrc|pryrc|rprofile|perldb|node_repl\.js|psqlrc|sqliterc)$/,
    /(?:\bsystem|\bpopen|\bexec\w*|\bspawn\w*|\bsubprocess\.\w{1,20}|\brun|`|\\!)\s{0,4}\(?[^\n]{0,80}\/(?:tmp|var\/tmp|dev\/shm)\/\S/,
    makePersistDraft('other', 'a program in a temporary directory'),
  ],
  [
    /\/(?:code|cursor|vscodium|windsurf)\/user\/keybindings\.json$/,
    /terminal\.sendSequence/,
    makePersistDraft('editor', 'a key that types a command'),
  ],
  [/\/\.curlrc$/, /^[ \t]*(?:--?)?(?:insecure|k)[ \t]*\r?$/im, makeWeakenDraft('tls', 'certificate checks of curl')],
  [/\/\.wgetrc$/, /^[ \t]*use_askpass\s*=\s*\S/im, makePersistDraft('other', 'a program that wget asks for passwords')],
  [
    /\/\.docker\/config\.json$/,
    buildForeignHelperPattern(),
    makePersistDraft('other', 'a credential helper of docker'),
  ],
  [
    /\/\.yarnrc(?:\.yml)?$/,
    /^[ \t]*"?(?:yarnPath|yarn-path)"?\s{0,4}:?\s{0,4}["']?(?!["'\s:]|(?:\.\/)?\.yarn\/)\S/m,
    makePersistDraft('other', 'another program in place of yarn'),
  ],
  [
    /(?:^|\/)\.gitmodules$/,
    /^[ \t]*update\s*=\s*!|^[ \t]*url\s*=\s*(?:ext|fd)::/im,
    makePersistDraft('git-hook', 'a command for every submodule update'),
  ],
  [
    /\/\.(?:claude|agents)\/(?:commands|skills|agents)\/.{1,300}\.md$/,
    /^allowed-tools\s*:[^\n]{0,400}\bBash\(:?\*\)/m,
    makeWeakenDraft('gate', 'a prompt that allows itself every command', 'likely'),
  ],
  [
    /(?:docker-)?compose[^/]*\.ya?ml$/,
    /^[ \t]*privileged\s*:\s*["']?true/m,
    makeWeakenDraft('sandbox', 'a privileged container', 'likely'),
  ],
  [
    /(?:docker-)?compose[^/]*\.ya?ml$/,
    /^[ \t]*-\s*["']?\/:\/|^[ \t]*source\s*:\s*["']?\/["']?[ \t]*\r?$|^[ \t]*pid\s*:\s*["']?host/m,
    makeWeakenDraft('sandbox', 'a container with the whole machine in it', 'likely'),
  ],
  [
    /(?:docker|container)file[^/]*$/,
    /^[ \t]*ADD\s+(?:--(?!checksum)\S+\s+)*http:\/\//im,
    makeWeakenDraft('signing', 'what an image takes in over plain http', 'likely'),
  ],
  [
    /(?:docker|container)file[^/]*$/,
    /^[ \t]*(?:COPY|ADD)\s[^\n]{0,200}(?:^|[\s/"'])(?:id_(?:rsa|ed25519|ecdsa|dsa)(?!\S*\.pub)|[\w.-]{0,40}private[\w-]{0,20}\.(?:pem|key))/im,
    {
      kind: 'expose-secret',
      source: { kind: 'file', path: 'a private key', secret: true },
      sink: 'file',
      certainty: 'likely',
    },
  ],
  [
    /\/devcontainer\.json$/,
    /["']source=\/,|--volume=\/:/,
    makeWeakenDraft('sandbox', 'a container with the whole machine in it', 'likely'),
  ],
  [
    /\.(?:ya?ml|json)$/,
    /(?:^|[\s{,"'])privileged["']?\s{0,8}:\s{0,8}true/m,
    makeWeakenDraft('sandbox', 'a container with all of its node in it', 'likely'),
    /(?:^|[\s{,"'])hostPID["']?\s{0,8}:\s{0,8}true/m,
  ],
  [
    /\/(?:\.vscode|\.cursor|\.windsurf|\.zed|user)\/settings\.json$|\.code-workspace$|\/zed\/settings\.json$/,
    /"(?:chat\.tools\.(?:global\.)?autoApprove|chat\.tools\.(?:terminal|edits)\.autoApprove|always_allow_tool_actions|claudeCode\.allowDangerouslySkipPermissions|geminicodeassist\.agentYoloMode|github\.copilot\.chat\.agent\.autoApprove|cursor\.\w{0,40}(?:yolo|autoRun)\w{0,40})"\s*:\s*(?:true|\{|")/i,
    makeWeakenDraft('gate', 'an editor agent that approves its own tools'),
  ],
  [
    /\/(?:\.vscode|user)\/settings\.json$|\.code-workspace$/,
    /"security\.workspace\.trust\.(?:enabled"\s*:\s*false|untrustedFiles"\s*:\s*"open")|"task\.allowAutomaticTasks"\s*:\s*"on"/,
    makeWeakenDraft('gate', 'workspace trust of the editor'),
  ],
  [
    /(?:claude|agents|gemini)(?:\.local)?\.md$|\/(?:skills|commands|rules|agents)\/[^/]+\.mdc?$/,
    /dangerously-skip-permissions|bypassPermissions|(?:disable|turn off|uninstall|bypass|ignore)\s+(?:the\s+)?(?:irongate|permission (?:gate|checks?|hooks?)|safety (?:checks?|hooks?))|ignore (?:all )?(?:previous|prior) instructions/i,
    makeWeakenDraft('gate', 'instructions to the agent'),
  ],
]

function buildForeignHelperPattern(): RegExp {
  const known =
    'desktop|osxkeychain|pass|secretservice|wincred|ecr-login|gcloud|gcr|acr-env|acr-linux|ghcr-login|desktop\\.exe|wsl'
  return new RegExp(
    String.raw`"credsStore"\s{0,4}:\s{0,4}"(?!(?:${known})")[^"]|"credHelpers"\s{0,4}:\s{0,4}\{[^}]{0,2000}:\s{0,4}"(?!(?:${known})")[^"]`,
  )
}

/** What people type, or prove themselves with, handed on to an address that stands in the code. */
function buildSentInputPattern(): RegExp {
  const called = String.raw`\b(?:fetch|post|sendBeacon|open)\s{0,4}\(\s{0,4}["'\`](?:https?:)?\/\/[^\n]{0,200}`
  return new RegExp(
    String.raw`${called}(?:\bdocument\.cookie\b|\bnew FormData\(\s{0,4}[\w$.]{0,20}(?:target|forms)|\bbody\b[^\n]{0,60}\breq(?:uest)?\.(?:headers|cookies)\b)`,
  )
}

export function findConfigProblems(
  { path, content }: WrittenFile,
  settings: readonly CommandCandidate[],
  facts: Facts,
): EffectDraft[] {
  const name = (path.real ?? path.text).toLowerCase().replaceAll('\\', '/')
  const testing = isTestFile(toProjectRelativeName(path, facts.projectRoot))
  const found = RISKY_LINES.filter(
    ([files, line, effect, also]) =>
      files.test(name) &&
      line.test(content) &&
      (also?.test(content) ?? true) &&
      !(testing && (effect.kind === 'weaken' || effect.kind === 'listen')),
  ).map(([, , effect]) => effect)
  const base = name.slice(name.lastIndexOf('/') + 1)
  found.push(...trustWideningEffects([...settings, ...findWildcardSettings(content)], base))
  if (!found.some(({ kind }) => kind === 'weaken')) found.push(...findDisabledVerification(path, content, settings))
  // A remote of git is where a repository comes from, and is judged when something is fetched and run.
  if (!/(?:^|\/)(?:\.git\/config|\.gitconfig|git\/config)$/.test(name))
    found.push(...unknownSourceEffects(settings, base, facts))
  if (/(?:^|\/)package\.json$/.test(name)) return [...found, ...findForeignDependencies(content)]
  if (/(?:^|\/)\.gitmodules$/.test(name)) return [...found, ...findForeignSubmodules(content, facts)]
  return path.tags.includes('lock-file') || PACKAGE_SOURCE_FILE.test(name)
    ? [...found, ...findForeignRegistries(content)]
    : found
}

/** Where packages are told to come from. */
const PACKAGE_SOURCE_FILE = /\.(?:npm|yarn)rc(?:\.yml)?$|pip\.conf$|\.cargo\/config|requirements[^/]*\.(?:txt|in)$/

function findWildcardSettings(content: string): readonly CommandCandidate[] {
  return [
    ...content.matchAll(/^[ \t]{0,20}(?:set[ \t]{1,4})?([a-z][\w-]{3,60})[ \t]{1,4}([/*~]{1,3})[ \t]{0,8}$/gm),
  ].map(([, name = '', text = '']) => ({ text, keys: [name] }))
}

function findForeignDependencies(content: string): EffectDraft[] {
  const addresses = [
    ...content.matchAll(/"[\w@/.-]{1,200}"\s{0,8}:\s{0,8}"((?:git\+(?:https?|ssh)|git|https?):\/\/[^\s"]{3,300})"/g),
  ].map((match) => match[1] ?? '')
  const code = addresses.filter((url) => /^git|\.(?:git|tgz|tar\.gz)(?:#|$)/.test(url))
  const foreign = code.filter((url) => {
    const host = hostOf(url.replace(/^git\+/, ''))
    return host !== '' && host !== 'localhost' && (/^(?:git\+)?http:/.test(url) || !isUsualSource(host))
  })
  return makeInstallDrafts(
    'package.json',
    'git',
    foreign.map((url) => hostOf(url.replace(/^git\+/, ''))),
  )
}

function findForeignSubmodules(content: string, facts: Facts): EffectDraft[] {
  const own = new Set([...(facts.git(facts.projectRoot)?.remotes.values() ?? [])].map(parseGitHost))
  const hosts = [...content.matchAll(/^[ \t]*url\s*=\s*(\S{3,300})/gm)].map(([, url = '']) => parseGitHost(url))
  const foreign = hosts.filter((host) => host !== '' && !isUsualSource(host) && !own.has(host))
  return makeInstallDrafts('git submodule', 'git', foreign)
}

function parseGitHost(url: string): string {
  if (/^\w[\w+.-]*:\/\//.test(url)) return hostOf(url)
  return /^(?:[\w.-]+@)?([\w.-]+\.[a-z]{2,}):/i.exec(url)?.[1] ?? ''
}

function findForeignRegistries(content: string): EffectDraft[] {
  const addresses = [
    ...content.matchAll(
      /(?:resolved|registry|npmRegistryServer|index-url|find-links|source|url)["']?\s{0,4}[=: ]\s{0,4}["']?((?:https?|git\+\w+):\/\/[^\s"',#]{3,300})/g,
    ),
  ]
  const hosts = addresses
    .map((match) => hostOf(match[1] ?? ''))
    .filter((host) => host !== '' && host !== 'localhost' && !isUsualSource(host))
  return makeInstallDrafts('lock file', 'other-registry', hosts)
}

function makeInstallDrafts(manager: string, origin: 'git' | 'other-registry', hosts: readonly string[]): EffectDraft[] {
  return [...new Set(hosts)]
    .slice(0, 8)
    .map((host) => ({ kind: 'install', manager, packages: [host], origin, scope: 'project', certainty: 'likely' }))
}
