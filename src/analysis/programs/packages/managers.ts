import {
  type BuildCall,
  type BuildTool,
  perform,
  publishes,
  separated,
  type ToolDeed,
  toolProgram,
} from '../build/tool.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { composerBare, composerEvents, composerScripts } from './composer.ts'
import {
  addsGemSource,
  addsSource,
  configuresComposer,
  foreignServer,
  ownsGem,
  packageOrigin,
  type Scope,
  stateUnsigned,
} from './sources.ts'
import { namesOf, worstOrigin } from './specs.ts'

const DRY = /^(?:--dry-run|--simulate|--download-only|--assumeno|--explain)$/

/** Installs the packages that are named; none named means those declared. */
const installs =
  (scope: Scope, usual: Standing = 'plain'): ToolDeed =>
  (call) => {
    const words = separated(call.args).filter((word) => !/^[-+]/.test(word.known))
    if (
      call.args.some((word) =>
        (call.name === 'apt' ? /^(?:--dry-run|-s|--simulate|--just-print|-d|--download-only|--print-uris)$/ : DRY).test(
          word.known,
        ),
      )
    )
      return 'proven'
    const packages = namesOf(words)
    stateUnsigned(call)
    const origin = worstOrigin([
      ...packages.map((name) => packageOrigin(name, scope, call)),
      ...(foreignServer(call) ? (['other-registry'] as const) : []),
    ])
    call.scribe.effect({
      kind: 'install',
      manager: call.name,
      packages,
      origin: origin === 'git' && scope === 'system' ? 'registry' : origin,
      scope,
      by: `${call.name} ${call.verb}`,
    })
    return origin === 'declared' || origin === 'local' ? 'expected' : usual
  }

/** Software that guards or records; taking it away blinds the machine. */
const GUARDS =
  /^(?:auditd|clamav.*|falcon-sensor|crowdstrike.*|cb-(?:psc-|defense-)?sensor.*|cbsensor.*|sentinelagent|sentinel-?one.*|tripwire|samhain|snort|suricata|sysmonforlinux|auditbeat|filebeat|packetbeat|elastic-agent|splunkforwarder|esets?|sophos.*|sav-.*|bitdefender.*|ds[_-]agent|xagt|nessus.*|lynis|audispd-plugins|td-agent|fluent-bit|crowdsec|snoopy|acct|psacct|clamtk|lulu|blockblock|knockknock|ransomwhere|oversight|santa|little-snitch|malwarebytes|osquery|wazuh-agent|ossec.*|sentinelone|mdatp|apparmor|selinux.*|ufw|firewalld|fail2ban|rkhunter|chkrootkit|aide|rsyslog|syslog-ng|iptables|nftables|sudo|openssh-server)$/
/** Software a system does not run without. */
const ESSENTIAL =
  /^(?:libc6|glibc|bash|coreutils|systemd|dpkg|apt|rpm|dnf|yum|linux-image.*|kernel|init|login|passwd|util-linux|base-files|pacman|filesystem|python3|sudo|openssh-server|network-manager|grub.*|initramfs-tools|\*)$/

const removes: ToolDeed = (call) => {
  const names = namesOf(call.args.filter((word) => !word.known.startsWith('-')))
  for (const name of names) {
    if (GUARDS.test(name))
      call.scribe.effect({
        kind: 'weaken',
        area: 'endpoint-protection',
        feature: name,
        certainty: 'likely',
        by: `${call.name} ${call.verb}`,
      })
    else if (ESSENTIAL.test(name))
      call.scribe.effect({
        kind: 'delete-path',
        path: call.scribe.pathOf('/usr'),
        recursive: true,
        wipe: false,
        certainty: 'likely',
        by: `${call.name} ${call.verb}`,
      })
  }
  return 'plain'
}

/** A package file or URL: `dpkg -i x.deb`, `rpm -U https://…`. */
const LOOKS: readonly string[] =
  'list search show info policy depends rdepends madison showpkg stats pkgnames leaves deps doctor config home outdated desc cat log uses version help --version -v commands contents which files provides repolist history check-update query moo'.split(
    ' ',
  )

const looks = (): Record<string, ToolDeed> => Object.fromEntries(LOOKS.map((name) => [name, 'proven' as const]))

const system = (names: readonly string[], verbs: Record<string, ToolDeed>): BuildTool => ({
  names,
  otherwise: 'plain',
  verbs: { ...looks(), ...verbs },
})

const COMMON = {
  install: installs('system'),
  add: installs('system'),
  in: installs('system'),
  reinstall: installs('system'),
  upgrade: 'plain',
  update: 'plain',
  remove: removes,
  erase: removes,
  purge: removes,
  autoremove: 'plain',
  uninstall: removes,
  del: removes,
  rm: removes,
  clean: 'plain',
} satisfies Record<string, ToolDeed>

/** Options that are verbs: `dpkg -i`, `rpm -e`, `pacman -Syu`. */
const byOption =
  (table: readonly (readonly [RegExp, ToolDeed])[]): ToolDeed =>
  (call) => {
    const found = call.args
      .map((word) => table.find(([pattern]) => pattern.test(word.known))?.[1])
      .find((deed) => deed !== undefined)
    return found === undefined ? 'plain' : typeof found === 'function' ? found(call) : found
  }

const SYSTEM: readonly BuildTool[] = [
  system(['apt', 'apt-get', 'apt-cache'], {
    ...COMMON,
  }),
  system(['yum', 'dnf', 'zypper'], { ...COMMON, localinstall: installs('system'), se: 'proven' }),
  system(['apk'], COMMON),
  {
    names: ['dpkg'],
    otherwise: byOption([
      [
        /^(?:-l|-L|-s|-S|-p|--list|--listfiles|--status|--search|--print-architecture|--get-selections|-I|--info|-c|--contents)$/,
        'proven',
      ],
      [/^(?:-i|--install)$/, installs('system')],
      [/^(?:-r|-P|--remove|--purge)$/, removes],
    ]),
  },
  {
    names: ['rpm'],
    otherwise: byOption([
      [/^-q|^--query|^-V$|^--verify$/, 'proven'],
      [/^-[iUF]|^--install$|^--upgrade$/, installs('system')],
      [/^-e|^--erase$/, removes],
    ]),
  },
  {
    names: ['pacman', 'yay'],
    otherwise: byOption([
      [/^-Q|^-F|^-S[sigl]+$|^-V$/, 'proven'],
      [/^-[SU]/, installs('system')],
      [/^-R/, removes],
    ]),
  },
  system(['brew', 'snap', 'flatpak', 'eopkg'], {
    ...COMMON,
    install: installs('user'),
    tap: installs('user'),
    'services list': 'proven',
    'services info': 'proven',
    services: brewServices,
    '--prefix': 'proven',
    '--cellar': 'proven',
    bundle: 'plain',
    cleanup: 'expected',
  }),
  {
    names: ['nix'],
    otherwise: 'plain',
    verbs: {
      build: 'expected',
      'flake check': 'expected',
      run: installs('user'),
      shell: installs('user'),
      'profile install': installs('user'),
    },
  },
  { names: ['add-apt-repository'], otherwise: addsSource },
]

function brewServices(call: BuildCall): Standing {
  const [verb, service = ''] = namesOf(call.args.filter((word) => !word.known.startsWith('-')))
  if (verb === 'start' || verb === 'stop' || verb === 'restart')
    call.scribe.effect({ kind: 'service-control', service, verb, by: `brew services ${verb}` })
  return 'plain'
}

/** What follows is a command in the project's environment. */
const runsRest: ToolDeed = (call) => weakest('expected', call.scribe.runs(call.args, `${call.name} ${call.verb}`))

/** Installing runs the project's own scripts around it. */
const composerInstall: ToolDeed = (call) =>
  weakest(call.verb === 'install' ? perform(installs('project'), call) : 'expected', composerEvents(call))

const LANGUAGE: readonly BuildTool[] = [
  {
    names: ['gem'],
    otherwise: 'plain',
    verbs: {
      ...looks(),
      install: installs('user'),
      build: 'expected',
      push: publishes('rubygems'),
      yank: publishes('rubygems', true),
      owner: ownsGem,
      sources: addsGemSource,
      source: addsGemSource,
    },
  },
  {
    names: ['bundle'],
    otherwise: 'expected',
    verbs: {
      install: installs('project'),
      exec: runsRest,
      add: installs('project'),
      config: 'plain',
    },
  },
  {
    names: ['composer'],
    otherwise: composerBare,
    verbs: {
      install: composerInstall,
      run: composerScripts,
      'run-script': composerScripts,
      rs: composerScripts,
      update: composerInstall,
      require: installs('project'),
      remove: 'expected',
      show: 'proven',
      validate: 'proven',
      'dump-autoload': 'expected',
      audit: 'expected',
      'global require': installs('user'),
      exec: runsRest,
      'create-project': installs('user'),
      config: configuresComposer,
    },
  },
  { names: ['cpan', 'cpanm'], otherwise: installs('user') },
  {
    names: ['luarocks'],
    otherwise: 'plain',
    verbs: {
      install: installs('user'),
      upload: publishes('luarocks'),
    },
  },
  {
    names: ['pod'],
    otherwise: 'plain',
    verbs: {
      install: installs('project'),
      'trunk push': publishes('cocoapods'),
      'trunk delete': publishes('cocoapods', true),
    },
  },
  {
    names: ['opam', 'nimble', 'conan', 'elm'],
    otherwise: 'expected',
    verbs: { install: installs('project'), publish: publishes(''), upload: publishes(''), exec: 'plain' },
  },
]

/** Toolchain managers: they fetch compilers and runtimes from their makers. */
const toolchain: ToolDeed = (call) => {
  call.scribe.effect({
    kind: 'install',
    manager: call.name,
    packages: namesOf(call.args.filter((word) => !word.known.startsWith('-'))),
    origin: 'registry',
    scope: 'user',
    by: `${call.name} ${call.verb}`,
  })
  return 'expected'
}

const TOOLCHAINS: readonly BuildTool[] = [
  ...[['asdf'], ['nvm', 'fnm'], ['rustup'], ['pyenv'], ['rbenv'], ['sdk'], ['corepack']].map(
    (names): BuildTool => ({
      names,
      otherwise: 'expected',
      verbs: {
        ...looks(),
        current: 'proven',
        versions: 'proven',
        ls: 'proven',
        'ls-remote': 'proven',
        install: toolchain,
        update: toolchain,
        'toolchain install': toolchain,
        'component add': toolchain,
        'target add': toolchain,
        'plugin add': installs('user'),
        run: 'plain',
        exec: 'plain',
        prepare: toolchain,
      },
    }),
  ),
]

export const OTHER_MANAGERS: readonly Program[] = [...SYSTEM, ...LANGUAGE, ...TOOLCHAINS].map(toolProgram)
