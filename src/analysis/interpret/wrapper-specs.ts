import type { ProgramSpec, SpecCallHandler, SpecRule } from './spec.ts'

const WRAPPER_DEFAULTS = { machine: true, style: 'leading' } as const

/** The lock is a file, or a descriptor that is open already; the command may stand as a text behind `-c`. */
const runLockedCommand: SpecCallHandler = ({ loose, rest, command, recorder }) => {
  const [lock] = loose.operands
  if (lock && !/^\d+$/.test(lock.known))
    recorder.effect({ kind: 'write-path', path: recorder.path(lock), how: 'create', content: '' })
  const name = command.name ?? 'flock'
  const [first, text] = rest
  if (!first) return 'expected'
  return text && /^(?:-c|--command)$/.test(first.text ?? '')
    ? recorder.runsShell(text, `${name} -c`)
    : recorder.runs(rest, name)
}

/** The first process by its folder instead of its number. */
const recordInitNamespace: SpecCallHandler = ({ command: { args }, recorder }) => {
  if (args.some((word) => /\/proc\/1\/ns\//.test(word.known)))
    recorder.effect({ kind: 'weaken', area: 'sandbox', feature: 'nsenter into init' })
  return 'proven'
}

type WrapperOptions = Partial<Pick<ProgramSpec, 'also' | 'transparent' | 'examples'>> & {
  readonly own?: string
  readonly alone?: 'shows' | 'local'
}

/** A program that runs the words behind its own, under other conditions; `own` words stand before them. */
function createWrapperSpec(names: string, options: string, how: WrapperOptions = {}): ProgramSpec {
  const { own = '', alone = 'shows', ...more } = how
  const runs: SpecRule = alone === 'local' ? [`${own}**`, 'local', 'runs $*'] : [`${own}**`, 'runs $*']
  return {
    ...WRAPPER_DEFAULTS,
    names,
    options: `${options} --help --version`,
    rules: [[own === '' ? '$' : '$ */$', alone], runs],
    examples: { match: [`${names} rm -rf ~/shop`], pass: [`${names} git status`] },
    ...more,
  }
}

const TRANSPARENT = true

export const WRAPPER_SPECS: readonly ProgramSpec[] = [
  createWrapperSpec('nice', '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -n: --adjustment:', { transparent: TRANSPARENT }),
  createWrapperSpec('ionice', '-t --ignore -c: -n: -p: -P: -u: --class: --classdata: --pid:'),
  createWrapperSpec('nohup', '', { transparent: TRANSPARENT }),
  createWrapperSpec('stdbuf', '-i: -o: -e: --input: --output: --error:', { transparent: TRANSPARENT }),
  createWrapperSpec('setsid', '-c -f -w --ctty --fork --wait'),
  createWrapperSpec(
    'xvfb-run',
    '-a -l --auto-servernum -n: -s: -e: -f: --server-num: --server-args: --error-file: --auth-file:',
  ),
  createWrapperSpec('timeout', '-v -f --foreground --preserve-status --verbose -k: -s: --kill-after: --signal:', {
    transparent: TRANSPARENT,
    own: '*/',
    examples: { match: ['timeout -k 5 60 rm -rf ~/shop'], pass: ['timeout 60 git status'] },
  }),
  createWrapperSpec('time', '-a -p -v -q -l -h --append --portability --verbose --quiet -f: -o: --format: --output:', {
    transparent: TRANSPARENT,
    also: [['-o|--output', 'writes $-o|--output']],
    examples: { match: ['/usr/bin/time -o ~/.bashrc git status'], pass: ['/usr/bin/time -v git status'] },
  }),
  createWrapperSpec('taskset', '-a -c -p --all-tasks --cpu-list --pid', {
    own: '*/',
    examples: { match: ['taskset -c 0 rm -rf ~/shop'], pass: ['taskset -c 0 git status'] },
  }),
  createWrapperSpec('chroot', '--userspec: --groups: --skip-chdir', {
    own: '*/',
    alone: 'local',
    also: [['**', 'reads $1']],
    examples: { match: ['chroot /mnt rm -rf ~/shop'], pass: ['chroot --version'] },
  }),
  createWrapperSpec(
    'unshare',
    '-f -c -r -m -u -i -n -p -U -C -T --fork --map-root-user --mount --uts --ipc --net --pid --user --cgroup --time --map-current-user --mount-proc --kill-child --keep-caps -R: -w: -S: -G: --root: --wd: --setuid: --setgid: --propagation:',
    { alone: 'local', examples: { match: ['unshare -r rm -rf ~/shop'], pass: ['unshare --version'] } },
  ),
  createWrapperSpec(
    'nsenter',
    '-a -m -u -i -n -p -U -C -T -F -Z --all --mount --uts --ipc --net --pid --user --cgroup --time --no-fork --preserve-credentials -t: -S: -G: -r: -w: --target: --setuid: --setgid: --root: --wd:',
    {
      alone: 'local',
      also: [
        ['-t|--target=1', 'weaken sandbox nsenter into init'],
        ['**', recordInitNamespace],
      ],
      examples: { match: ['nsenter -t 1 -m sh'], pass: ['nsenter --version'] },
    },
  ),
  createWrapperSpec(
    'runuser',
    '-l -m -p --no-new-privs --clear-groups --init-groups -u: -g: -G: -s: --user: --group: --shell: --reuid: --regid:',
    { alone: 'local', examples: { match: ['runuser -u kim rm -rf ~/shop'], pass: ['runuser --version'] } },
  ),
  {
    ...WRAPPER_DEFAULTS,
    names: 'flock',
    options:
      '-e -x -n -s -u -o -F -v --exclusive --nonblock --shared --unlock --close --no-fork --verbose -w: -E: --wait: --timeout: --conflict-exit-code: --help --version',
    rules: [
      ['$', 'shows'],
      ['*/**', 'read', runLockedCommand],
    ],
    examples: { match: ["flock /tmp/a.lock -c 'rm -rf ~/shop'"], pass: ['flock --version'] },
  },
]
