import {
  type BuildAnalyzer,
  type BuildCall,
  defineBuildTool,
  listPlainOperands,
  makeOwnerAnalyzer,
  makePublishAnalyzer,
  wordsBeforeDashes,
} from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type PackageScope, recordInstall, worstOrigin } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { judgeTaskName } from '../../../analysis/interpret/task-names.ts'
import { matchesShellPattern } from '../../../analysis/text/pattern.ts'
import { readComposerScript } from '../../recipes/task-recipes.ts'
import { findFileUpwards, runTask, type TaskRunner } from '../../recipes/task-runners.ts'
import {
  analyzeComposerConfig,
  analyzeGemSourceAddition,
  analyzeSourceAddition,
  classifyPackageOrigin,
  hasForeignServer,
  recordUnsignedInstall,
} from './package-sources.ts'

const makeInstallAnalyzer =
  (scope: PackageScope): BuildAnalyzer =>
  (call) => {
    const { args, name, verb, recorder } = call
    const dry = name.startsWith('apt')
      ? /^(?:--dry-run|-s|--simulate|--just-print|-d|--download-only|--print-uris)$/
      : /^(?:--dry-run|--simulate|--download-only|--assumeno|--explain)$/
    if (args.some((word) => dry.test(word.known))) return 'proven'
    recordUnsignedInstall(call)
    const packages = listPlainOperands(wordsBeforeDashes(args)).filter((word) => !word.startsWith('+'))
    const origin = worstOrigin([
      ...packages.map((each) => classifyPackageOrigin(each, scope, call)),
      ...(hasForeignServer(call) ? (['other-registry'] as const) : []),
    ])
    const stated = origin === 'git' && scope === 'system' ? 'registry' : origin
    recordInstall(name, packages, stated, scope, recorder, { by: `${name} ${verb}` })
    return origin === 'declared' || origin === 'local' ? 'expected' : 'plain'
  }

/** Software that guards or records; taking it away blinds the machine. */
const SECURITY_PACKAGE =
  /^(?:auditd|clamav.*|falcon-sensor|crowdstrike.*|cb-(?:psc-|defense-)?sensor.*|cbsensor.*|sentinelagent|sentinel-?one.*|tripwire|samhain|snort|suricata|sysmonforlinux|auditbeat|filebeat|packetbeat|elastic-agent|splunkforwarder|esets?|sophos.*|sav-.*|bitdefender.*|ds[_-]agent|xagt|nessus.*|lynis|audispd-plugins|td-agent|fluent-bit|crowdsec|snoopy|acct|psacct|clamtk|lulu|blockblock|knockknock|ransomwhere|oversight|santa|little-snitch|malwarebytes|osquery|wazuh-agent|ossec.*|sentinelone|mdatp|apparmor|selinux.*|ufw|firewalld|fail2ban|rkhunter|chkrootkit|aide|rsyslog|syslog-ng|iptables|nftables|sudo|openssh-server)$/
/** What a machine does not start without. */
const ESSENTIAL_PACKAGES =
  'libc6 glibc bash coreutils systemd dpkg apt rpm dnf yum linux-image linux kernel init login passwd util-linux base-files pacman filesystem python3 sudo openssh-server network-manager grub grub-pc initramfs-tools'.split(
    ' ',
  )
const KERNEL_PACKAGE = /^(?:linux-image|grub).*$/
/** Whatever needs them is not asked. */
const DEPENDENCY_IGNORING_OPTION =
  /^(?:-\w*dd\w*|--nodeps|--force-(?:all|depends|remove-essential)|--ignore-dependencies|--allow-remove-essential)$/

/** `lib*`: is something among them that a machine does not start without? A pattern that cannot be read may cover all. */
function canMatchEssentialPackage(name: string): boolean {
  return KERNEL_PACKAGE.test(name) || ESSENTIAL_PACKAGES.some((each) => matchesShellPattern(name, each) !== false)
}

/** Servers that keep data: to purge one takes its data away with it. */
const DATABASE_SERVER_PACKAGE =
  /^(?:postgresql|mysql-server|mariadb-server|mongodb|redis-server|valkey|elasticsearch|opensearch|influxdb|couchdb|cassandra|clickhouse-server|rabbitmq-server|etcd|slapd|neo4j)/

const analyzeRemoval: BuildAnalyzer = ({ args, name, verb, recorder }) => {
  const more = { certainty: 'likely', by: `${name} ${verb}` } as const
  // A list that is made as it runs, with nothing that keeps what others need: it may be all there is.
  const isBlind =
    args.some(({ text }) => text === undefined) && args.some(({ known }) => DEPENDENCY_IGNORING_OPTION.test(known))
  const purges = verb === 'purge' || args.some(({ known }) => /^(?:--purge|-P)$/.test(known))
  for (const feature of listPlainOperands(args)) {
    if (SECURITY_PACKAGE.test(feature))
      recorder.effect({ kind: 'weaken', area: 'endpoint-protection', feature, ...more })
    else if (purges && DATABASE_SERVER_PACKAGE.test(feature))
      recorder.effect({
        kind: 'database-change',
        engine: name,
        statement: 'drop',
        unbounded: true,
        reach: 'local-server',
        target: feature,
        ...more,
      })
    else if (isBlind || canMatchEssentialPackage(feature))
      recorder.effect({ kind: 'delete-path', path: recorder.pathOf('/usr'), recursive: true, wipe: false, ...more })
  }
  return 'plain'
}

const READ_ONLY_VERBS =
  'list|search|show|info|policy|depends|rdepends|madison|showpkg|stats|pkgnames|leaves|deps|doctor|config|home|outdated|desc|cat|log|uses|version|commands|contents|which|files|provides|repolist|history|check-update|query|moo|se'

const analyzeSystemInstall = makeInstallAnalyzer('system')
const analyzeUserInstall = makeInstallAnalyzer('user')
const analyzeProjectInstall = makeInstallAnalyzer('project')

const analyzeAptHooks: BuildAnalyzer = ({ command: { args }, recorder }) => {
  for (const { known, text } of args) {
    const hook = /^(?:-o=?)?[A-Za-z]+::[\w:-]*(?:Invoke|Pager|Dpkg::Path|Bin::)[\w:-]*=(.+)$/.exec(known)?.[1]
    if (hook !== undefined) recorder.runsShell({ text: text === undefined ? undefined : hook, sources: [] }, 'apt')
  }
  return 'proven'
}

const analyzeCpanShell: BuildAnalyzer = ({ command: { stdin }, recorder }) => {
  if (stdin.kind === 'inherited') return 'proven'
  for (const line of (stdin.value.text ?? '').split('\n'))
    if (/^\s*!/.test(line)) recorder.runsCode('perl', { text: line.replace(/^\s*!\s*/, ''), sources: [] }, 'cpan')
  return 'proven'
}

const analyzeBrewServices: BuildAnalyzer = ({ args, recorder }) => {
  const [verb, service = ''] = listPlainOperands(args)
  if (verb === 'start' || verb === 'stop' || verb === 'restart')
    recorder.effect({ kind: 'service-control', service, verb, by: `brew services ${verb}` })
  return 'plain'
}

const analyzeSignaturesAndHooks: BuildAnalyzer = (call) => {
  recordUnsignedInstall(call)
  return analyzeAptHooks(call)
}

const SYSTEM_MANAGER_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'apt apt-get apt-cache aptitude yum dnf zypper apk',
    options: '--setopt:',
    rules: [
      [READ_ONLY_VERBS, 'shows', analyzeAptHooks],
      ['install|add|in|reinstall|localinstall', analyzeSystemInstall, analyzeAptHooks],
      ['remove|erase|purge|uninstall|del|rm', analyzeRemoval, analyzeAptHooks],
      ['**', 'local', analyzeSignaturesAndHooks],
    ],
    examples: {
      match: [
        'apt install jq',
        'dnf remove auditd',
        'apk add jq',
        'dnf builddep --nogpgcheck x.spec',
        'dnf --setopt gpgcheck=0 upgrade',
      ],
      pass: ['apt list', 'zypper se jq'],
    },
  }),
  defineBuildTool({
    names: 'dpkg',
    rules: [
      [
        '**/-l|-L|-s|-S|-p|--list|--listfiles|--status|--search|--print-architecture|--get-selections|-I|--info|-c|--contents',
        'shows',
      ],
      ['**/-i|--install', analyzeSystemInstall],
      ['**/-r|-P|--remove|--purge', analyzeRemoval],
      ['**', 'local'],
    ],
    examples: { match: ['dpkg -i app.deb', 'dpkg -r auditd'], pass: ['dpkg -l'] },
  }),
  defineBuildTool({
    names: 'rpm',
    rules: [
      ['**/-q*|--query*|-V|--verify', 'shows'],
      ['**/-i*|-U*|-F*|--install|--upgrade', analyzeSystemInstall],
      ['**/-e*|--erase', analyzeRemoval],
      ['**', 'local'],
    ],
    examples: { match: ['rpm -Uvh app.rpm', 'rpm -e auditd'], pass: ['rpm -qa'] },
  }),
  defineBuildTool({
    names: 'pacman yay',
    rules: [
      ['**/-Q*|-F*|-Ss*|-Si*|-Sg*|-Sl*|-V', 'shows'],
      ['**/-S*|-U*', analyzeSystemInstall],
      ['**/-R*', analyzeRemoval],
      ['**', 'local'],
    ],
    examples: { match: ['pacman -S jq', 'pacman -Rns ufw'], pass: ['pacman -Qi jq'] },
  }),
  defineBuildTool({
    names: 'brew snap flatpak eopkg',
    rules: [
      ['services/list|info **/--prefix|--cellar', 'shows'],
      [READ_ONLY_VERBS, 'shows'],
      ['install|tap', analyzeUserInstall],
      ['add|in|reinstall', analyzeSystemInstall],
      ['remove|erase|purge|uninstall|del|rm', analyzeRemoval],
      ['services', analyzeBrewServices],
      ['cleanup', 'read'],
      ['**', 'local'],
    ],
    examples: { match: ['brew install jq', 'brew services stop santa'], pass: ['brew list', 'brew services list'] },
  }),
  defineBuildTool({
    names: 'nix',
    rules: [
      ['build flake/check', 'read'],
      ['run|shell profile/install', analyzeUserInstall],
      ['**', 'local'],
    ],
    examples: { match: ['nix run nixpkgs#jq'], pass: ['nix build'] },
  }),
  defineBuildTool({
    names: 'add-apt-repository',
    rules: [['**', analyzeSourceAddition]],
    examples: { match: ['add-apt-repository ppa:someone/tools'], pass: ['add-apt-repository --list'] },
  }),
]

const runRemainingWords: BuildAnalyzer = (call) =>
  weakestGrade('expected', call.recorder.runs(call.args, `${call.name} ${call.verb}`))

const COMPOSER_TASK_RUNNER: TaskRunner = { name: 'composer run', files: ['composer.json'], lines: readComposerScript }

const analyzeComposerScript: BuildAnalyzer = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  if (!name) return 'proven'
  return name.text === undefined ? 'unknown' : runTask(name.text, COMPOSER_TASK_RUNNER, call.command, call.recorder)
}

const analyzeComposerBareWord: BuildAnalyzer = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  const known =
    name?.text !== undefined && (judgeTaskName(name.text) !== 'unfamiliar' || hasComposerScript(name.text, call))
  return known ? analyzeComposerScript(call) : 'plain'
}

function hasComposerScript(name: string, { command, recorder }: BuildCall): boolean {
  const found = findFileUpwards(command, recorder, COMPOSER_TASK_RUNNER.files)
  return found !== undefined && readComposerScript(found.text, name) !== undefined
}

const COMPOSER_EVENTS = ['install', 'update', 'autoload'].flatMap((event) => [
  `pre-${event}-cmd`,
  `post-${event}-cmd`,
  `post-${event}-dump`,
])

function runComposerEvents(call: BuildCall): CommandGrade {
  if (call.args.some((word) => /^--(?:no-scripts|dry-run)$/.test(word.known))) return 'proven'
  const events = COMPOSER_EVENTS.filter((event) => hasComposerScript(event, call))
  return weakestGrade(...events.map((event) => runTask(event, COMPOSER_TASK_RUNNER, call.command, call.recorder)))
}

const analyzeComposerInstall: BuildAnalyzer = (call) =>
  weakestGrade(call.verb === 'install' ? analyzeProjectInstall(call) : 'expected', runComposerEvents(call))

const LANGUAGE_MANAGER_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'gem',
    rules: [
      [READ_ONLY_VERBS, 'shows'],
      ['install', analyzeUserInstall],
      ['build', 'read'],
      ['push', makePublishAnalyzer('rubygems')],
      ['yank', makePublishAnalyzer('rubygems', true)],
      ['owner', makeOwnerAnalyzer('rubygems', 'gem owner')],
      ['sources|source', analyzeGemSourceAddition],
      ['**', 'local'],
    ],
    examples: {
      match: ['gem push app.gem', 'gem owner app --add someone'],
      pass: ['gem list', 'gem build app.gemspec'],
    },
  }),
  defineBuildTool({
    names: 'bundle',
    rules: [
      ['install|add', analyzeProjectInstall],
      ['exec', runRemainingWords],
      ['config', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['bundle exec rm -rf ~/shop'], pass: ['bundle check'] },
  }),
  defineBuildTool({
    names: 'composer',
    rules: [
      ['install|update', analyzeComposerInstall],
      ['run|run-script|rs', analyzeComposerScript],
      ['require', analyzeProjectInstall],
      ['remove|dump-autoload|audit', 'read'],
      ['show|validate', 'shows'],
      ['global/require create-project', analyzeUserInstall],
      ['exec', runRemainingWords],
      ['config', analyzeComposerConfig],
      ['**', analyzeComposerBareWord],
    ],
    examples: { match: ['composer global require a/b', 'composer config disable-tls true'], pass: ['composer show'] },
  }),
  defineBuildTool({
    names: 'cpan cpanm',
    rules: [['**', analyzeUserInstall, analyzeCpanShell]],
    examples: { match: ['cpanm https://mirror.example/x.tar.gz'], pass: [] },
  }),
  defineBuildTool({
    names: 'luarocks',
    rules: [
      ['install', analyzeUserInstall],
      ['upload', makePublishAnalyzer('luarocks')],
      ['**', 'local'],
    ],
    examples: { match: ['luarocks install https://mirror.example/x.rockspec'], pass: ['luarocks list'] },
  }),
  defineBuildTool({
    names: 'pod',
    rules: [
      ['install', analyzeProjectInstall],
      ['trunk/push', makePublishAnalyzer('cocoapods')],
      ['trunk/delete', makePublishAnalyzer('cocoapods', true)],
      ['**', 'local'],
    ],
    examples: { match: ['pod trunk push app.podspec'], pass: ['pod repo list'] },
  }),
  defineBuildTool({
    names: 'opam nimble conan elm',
    rules: [
      ['install', analyzeProjectInstall],
      ['publish|upload', makePublishAnalyzer('')],
      ['exec', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['nimble publish', 'elm publish'], pass: ['nimble build'] },
  }),
]

/** Toolchain managers: they fetch compilers and runtimes from their makers. */
const analyzeToolchainInstall: BuildAnalyzer = ({ args, name, verb, recorder }) => {
  recordInstall(name, listPlainOperands(args), 'registry', 'user', recorder, { by: `${name} ${verb}` })
  return 'expected'
}

const TOOLCHAIN_SPEC: ProgramSpec = defineBuildTool({
  names: 'asdf nvm fnm rustup pyenv rbenv sdk corepack',
  rules: [
    [`${READ_ONLY_VERBS}|current|versions|ls|ls-remote`, 'shows'],
    ['plugin/add', analyzeUserInstall],
    ['install|update|prepare toolchain/install component|target/add', analyzeToolchainInstall],
    ['run|exec', 'local'],
    ['**', 'read'],
  ],
  examples: {
    match: ['rustup toolchain install nightly', 'asdf plugin add x https://git.example/x'],
    pass: ['nvm ls'],
  },
})

export const MANAGER_SPECS: readonly ProgramSpec[] = [
  ...SYSTEM_MANAGER_SPECS,
  ...LANGUAGE_MANAGER_SPECS,
  TOOLCHAIN_SPEC,
]
