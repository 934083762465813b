import { matches } from '../../shell/pattern.ts'
import { verdictOf } from '../build/names.ts'
import { composerScript } from '../build/recipes.ts'
import { readUpwards, runTask, type TaskRunner } from '../build/tasks.ts'
import {
  type BuildCall,
  type BuildReader,
  building,
  changesOwners,
  plainNames,
  publishes,
  separated,
} from '../build/tool.ts'
import type { Spec } from '../form/form.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import {
  addsGemSource,
  addsSource,
  configuresComposer,
  foreignServer,
  packageOrigin,
  stateUnsigned,
} from './sources.ts'
import { type PackageScope, stateInstall, worstOrigin } from './specs.ts'

const installs =
  (scope: PackageScope): BuildReader =>
  (call) => {
    const { args, name, verb, scribe } = call
    const dry = name.startsWith('apt')
      ? /^(?:--dry-run|-s|--simulate|--just-print|-d|--download-only|--print-uris)$/
      : /^(?:--dry-run|--simulate|--download-only|--assumeno|--explain)$/
    if (args.some((word) => dry.test(word.known))) return 'proven'
    stateUnsigned(call)
    const packages = plainNames(separated(args)).filter((word) => !word.startsWith('+'))
    const origin = worstOrigin([
      ...packages.map((each) => packageOrigin(each, scope, call)),
      ...(foreignServer(call) ? (['other-registry'] as const) : []),
    ])
    const stated = origin === 'git' && scope === 'system' ? 'registry' : origin
    stateInstall(name, packages, stated, scope, scribe, { by: `${name} ${verb}` })
    return origin === 'declared' || origin === 'local' ? 'expected' : 'plain'
  }

/** Software that guards or records; taking it away blinds the machine. */
const GUARDS =
  /^(?:auditd|clamav.*|falcon-sensor|crowdstrike.*|cb-(?:psc-|defense-)?sensor.*|cbsensor.*|sentinelagent|sentinel-?one.*|tripwire|samhain|snort|suricata|sysmonforlinux|auditbeat|filebeat|packetbeat|elastic-agent|splunkforwarder|esets?|sophos.*|sav-.*|bitdefender.*|ds[_-]agent|xagt|nessus.*|lynis|audispd-plugins|td-agent|fluent-bit|crowdsec|snoopy|acct|psacct|clamtk|lulu|blockblock|knockknock|ransomwhere|oversight|santa|little-snitch|malwarebytes|osquery|wazuh-agent|ossec.*|sentinelone|mdatp|apparmor|selinux.*|ufw|firewalld|fail2ban|rkhunter|chkrootkit|aide|rsyslog|syslog-ng|iptables|nftables|sudo|openssh-server)$/
/** What a machine does not start without. */
const ESSENTIAL =
  'libc6 glibc bash coreutils systemd dpkg apt rpm dnf yum linux-image linux kernel init login passwd util-linux base-files pacman filesystem python3 sudo openssh-server network-manager grub grub-pc initramfs-tools'.split(
    ' ',
  )
const KERNEL = /^(?:linux-image|grub).*$/
/** Whatever needs them is not asked. */
const REGARDLESS =
  /^(?:-\w*dd\w*|--nodeps|--force-(?:all|depends|remove-essential)|--ignore-dependencies|--allow-remove-essential)$/

/** `lib*`: is something among them that a machine does not start without? A pattern that cannot be read may cover all. */
function coversEssential(name: string): boolean {
  return KERNEL.test(name) || ESSENTIAL.some((each) => matches(name, each) !== false)
}

/** Servers that keep data: to purge one takes its data away with it. */
const DATABASES =
  /^(?:postgresql|mysql-server|mariadb-server|mongodb|redis-server|valkey|elasticsearch|opensearch|influxdb|couchdb|cassandra|clickhouse-server|rabbitmq-server|etcd|slapd|neo4j)/

const removes: BuildReader = ({ args, name, verb, scribe }) => {
  const more = { certainty: 'likely', by: `${name} ${verb}` } as const
  // A list that is made as it runs, with nothing that keeps what others need: it may be all there is.
  const isBlind = args.some(({ text }) => text === undefined) && args.some(({ known }) => REGARDLESS.test(known))
  const purges = verb === 'purge' || args.some(({ known }) => /^(?:--purge|-P)$/.test(known))
  for (const feature of plainNames(args)) {
    if (GUARDS.test(feature)) scribe.effect({ kind: 'weaken', area: 'endpoint-protection', feature, ...more })
    else if (purges && DATABASES.test(feature))
      scribe.effect({
        kind: 'database-change',
        engine: name,
        statement: 'drop',
        unbounded: true,
        reach: 'local-server',
        target: feature,
        ...more,
      })
    else if (isBlind || coversEssential(feature))
      scribe.effect({ kind: 'delete-path', path: scribe.pathOf('/usr'), recursive: true, wipe: false, ...more })
  }
  return 'plain'
}

const LOOKS =
  'list|search|show|info|policy|depends|rdepends|madison|showpkg|stats|pkgnames|leaves|deps|doctor|config|home|outdated|desc|cat|log|uses|version|commands|contents|which|files|provides|repolist|history|check-update|query|moo|se'

const SYSTEM = installs('system')
const USER = installs('user')
const PROJECT = installs('project')

const aptHooks: BuildReader = ({ command: { args }, scribe }) => {
  for (const { known, text } of args) {
    const hook = /^(?:-o=?)?[A-Za-z]+::[\w:-]*(?:Invoke|Pager|Dpkg::Path|Bin::)[\w:-]*=(.+)$/.exec(known)?.[1]
    if (hook !== undefined) scribe.runsShell({ text: text === undefined ? undefined : hook, sources: [] }, 'apt')
  }
  return 'proven'
}

const cpanShell: BuildReader = ({ command: { stdin }, scribe }) => {
  if (stdin.kind === 'inherited') return 'proven'
  for (const line of (stdin.value.text ?? '').split('\n'))
    if (/^\s*!/.test(line)) scribe.runsCode('perl', { text: line.replace(/^\s*!\s*/, ''), sources: [] }, 'cpan')
  return 'proven'
}

const brewServices: BuildReader = ({ args, scribe }) => {
  const [verb, service = ''] = plainNames(args)
  if (verb === 'start' || verb === 'stop' || verb === 'restart')
    scribe.effect({ kind: 'service-control', service, verb, by: `brew services ${verb}` })
  return 'plain'
}

const unsignedHooks: BuildReader = (call) => {
  stateUnsigned(call)
  return aptHooks(call)
}

const MACHINE: readonly Spec[] = [
  building({
    names: 'apt apt-get apt-cache aptitude yum dnf zypper apk',
    options: '--setopt:',
    rules: [
      [LOOKS, 'shows', aptHooks],
      ['install|add|in|reinstall|localinstall', SYSTEM, aptHooks],
      ['remove|erase|purge|uninstall|del|rm', removes, aptHooks],
      ['**', 'local', unsignedHooks],
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
  building({
    names: 'dpkg',
    rules: [
      [
        '**/-l|-L|-s|-S|-p|--list|--listfiles|--status|--search|--print-architecture|--get-selections|-I|--info|-c|--contents',
        'shows',
      ],
      ['**/-i|--install', SYSTEM],
      ['**/-r|-P|--remove|--purge', removes],
      ['**', 'local'],
    ],
    examples: { match: ['dpkg -i app.deb', 'dpkg -r auditd'], pass: ['dpkg -l'] },
  }),
  building({
    names: 'rpm',
    rules: [
      ['**/-q*|--query*|-V|--verify', 'shows'],
      ['**/-i*|-U*|-F*|--install|--upgrade', SYSTEM],
      ['**/-e*|--erase', removes],
      ['**', 'local'],
    ],
    examples: { match: ['rpm -Uvh app.rpm', 'rpm -e auditd'], pass: ['rpm -qa'] },
  }),
  building({
    names: 'pacman yay',
    rules: [
      ['**/-Q*|-F*|-Ss*|-Si*|-Sg*|-Sl*|-V', 'shows'],
      ['**/-S*|-U*', SYSTEM],
      ['**/-R*', removes],
      ['**', 'local'],
    ],
    examples: { match: ['pacman -S jq', 'pacman -Rns ufw'], pass: ['pacman -Qi jq'] },
  }),
  building({
    names: 'brew snap flatpak eopkg',
    rules: [
      ['services/list|info **/--prefix|--cellar', 'shows'],
      [LOOKS, 'shows'],
      ['install|tap', USER],
      ['add|in|reinstall', SYSTEM],
      ['remove|erase|purge|uninstall|del|rm', removes],
      ['services', brewServices],
      ['cleanup', 'read'],
      ['**', 'local'],
    ],
    examples: { match: ['brew install jq', 'brew services stop santa'], pass: ['brew list', 'brew services list'] },
  }),
  building({
    names: 'nix',
    rules: [
      ['build flake/check', 'read'],
      ['run|shell profile/install', USER],
      ['**', 'local'],
    ],
    examples: { match: ['nix run nixpkgs#jq'], pass: ['nix build'] },
  }),
  building({
    names: 'add-apt-repository',
    rules: [['**', addsSource]],
    examples: { match: ['add-apt-repository ppa:someone/tools'], pass: ['add-apt-repository --list'] },
  }),
]

const runsRest: BuildReader = (call) => weakest('expected', call.scribe.runs(call.args, `${call.name} ${call.verb}`))

const COMPOSER: TaskRunner = { name: 'composer run', files: ['composer.json'], lines: composerScript }

const composerScripts: BuildReader = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  if (!name) return 'proven'
  return name.text === undefined ? 'unknown' : runTask(name.text, COMPOSER, call.command, call.scribe)
}

const composerBare: BuildReader = (call) => {
  const name = call.args.find((word) => !word.known.startsWith('-'))
  const known =
    name?.text !== undefined && (verdictOf(name.text) !== 'unfamiliar' || hasComposerScript(name.text, call))
  return known ? composerScripts(call) : 'plain'
}

function hasComposerScript(name: string, { command, scribe }: BuildCall): boolean {
  const found = readUpwards(command, scribe, COMPOSER.files)
  return found !== undefined && composerScript(found.text, name) !== undefined
}

const EVENTS = ['install', 'update', 'autoload'].flatMap((event) => [
  `pre-${event}-cmd`,
  `post-${event}-cmd`,
  `post-${event}-dump`,
])

function composerEvents(call: BuildCall): Standing {
  if (call.args.some((word) => /^--(?:no-scripts|dry-run)$/.test(word.known))) return 'proven'
  const events = EVENTS.filter((event) => hasComposerScript(event, call))
  return weakest(...events.map((event) => runTask(event, COMPOSER, call.command, call.scribe)))
}

const composerInstall: BuildReader = (call) =>
  weakest(call.verb === 'install' ? PROJECT(call) : 'expected', composerEvents(call))

const LANGUAGE: readonly Spec[] = [
  building({
    names: 'gem',
    rules: [
      [LOOKS, 'shows'],
      ['install', USER],
      ['build', 'read'],
      ['push', publishes('rubygems')],
      ['yank', publishes('rubygems', true)],
      ['owner', changesOwners('rubygems', 'gem owner')],
      ['sources|source', addsGemSource],
      ['**', 'local'],
    ],
    examples: {
      match: ['gem push app.gem', 'gem owner app --add someone'],
      pass: ['gem list', 'gem build app.gemspec'],
    },
  }),
  building({
    names: 'bundle',
    rules: [
      ['install|add', PROJECT],
      ['exec', runsRest],
      ['config', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['bundle exec rm -rf ~/shop'], pass: ['bundle check'] },
  }),
  building({
    names: 'composer',
    rules: [
      ['install|update', composerInstall],
      ['run|run-script|rs', composerScripts],
      ['require', PROJECT],
      ['remove|dump-autoload|audit', 'read'],
      ['show|validate', 'shows'],
      ['global/require create-project', USER],
      ['exec', runsRest],
      ['config', configuresComposer],
      ['**', composerBare],
    ],
    examples: { match: ['composer global require a/b', 'composer config disable-tls true'], pass: ['composer show'] },
  }),
  building({
    names: 'cpan cpanm',
    rules: [['**', USER, cpanShell]],
    examples: { match: ['cpanm https://mirror.example/x.tar.gz'], pass: [] },
  }),
  building({
    names: 'luarocks',
    rules: [
      ['install', USER],
      ['upload', publishes('luarocks')],
      ['**', 'local'],
    ],
    examples: { match: ['luarocks install https://mirror.example/x.rockspec'], pass: ['luarocks list'] },
  }),
  building({
    names: 'pod',
    rules: [
      ['install', PROJECT],
      ['trunk/push', publishes('cocoapods')],
      ['trunk/delete', publishes('cocoapods', true)],
      ['**', 'local'],
    ],
    examples: { match: ['pod trunk push app.podspec'], pass: ['pod repo list'] },
  }),
  building({
    names: 'opam nimble conan elm',
    rules: [
      ['install', PROJECT],
      ['publish|upload', publishes('')],
      ['exec', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['nimble publish', 'elm publish'], pass: ['nimble build'] },
  }),
]

/** Toolchain managers: they fetch compilers and runtimes from their makers. */
const toolchain: BuildReader = ({ args, name, verb, scribe }) => {
  stateInstall(name, plainNames(args), 'registry', 'user', scribe, { by: `${name} ${verb}` })
  return 'expected'
}

const TOOLCHAINS: Spec = building({
  names: 'asdf nvm fnm rustup pyenv rbenv sdk corepack',
  rules: [
    [`${LOOKS}|current|versions|ls|ls-remote`, 'shows'],
    ['plugin/add', USER],
    ['install|update|prepare toolchain/install component|target/add', toolchain],
    ['run|exec', 'local'],
    ['**', 'read'],
  ],
  examples: {
    match: ['rustup toolchain install nightly', 'asdf plugin add x https://git.example/x'],
    pass: ['nvm ls'],
  },
})

export const MANAGER_SPECS: readonly Spec[] = [...MACHINE, ...LANGUAGE, TOOLCHAINS]
