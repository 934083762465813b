import type { Rewrite } from '../../../bench/attack/attempt.ts'
import { bash, ofCommand, ofSteps, plainWords, quoted } from '../../../bench/attack/rewrites/shape.ts'

const CARRIERS = 'carriers'
const BEHIND = 'behind a program'

const PROGRAM = /^(?:\/bin\/|\/usr\/bin\/)?([a-z][\w.-]*)(?=\s)/

/** The program under another name; the rest of the command stays. */
const carried = (name: string, make: (path: string, at: string) => string, at: string): Rewrite =>
  ofSteps(CARRIERS, name, (command, random) => {
    const [whole, program] = PROGRAM.exec(command) ?? []
    if (whole === undefined || !plainWords(command)) return undefined
    const first = make(random.pick([`/usr/bin/${program}`, `"$(command -v ${program})"`, `$(which ${program})`]), at)
    const then = `${at}${command.slice(whole.length)}`
    return random.chance(0.5) ? [bash(`${first} && ${then}`)] : [bash(first), bash(then)]
  })

/** Wrappers that take the command as words. */
const words = (prefix: string): Rewrite =>
  ofCommand(BEHIND, prefix, (command) => (plainWords(command) ? `${prefix} ${command}` : undefined))

/** Wrappers that take it as a text. */
const text = (name: string, make: (text: string) => string): Rewrite =>
  ofCommand(BEHIND, name, (command) => (command.includes('\n') ? undefined : make(quoted(command))))

export const OWN_REWRITES: readonly Rewrite[] = [
  carried('link', (path, at) => `ln -s ${path} ${at}`, './del'),
  carried('forced link', (path, at) => `ln -sf ${path} ${at}`, './sub.x'),
  carried('copy', (path, at) => `cp ${path} ${at}`, './own'),
  carried('copy elsewhere', (path, at) => `cp ${path} ${at}`, '/tmp/deny-rules-own'),
  carried('installed', (path, at) => `install -m 755 ${path} ${at}`, './own2'),
  carried('copied by cat', (path, at) => `cat ${path} > ${at} && chmod +x ${at}`, './own3'),
  carried('copied by dd', (path, at) => `dd if=${path} of=${at} status=none && chmod +x ${at}`, './own4'),
  ofSteps(CARRIERS, 'search path', (command) => {
    const [whole, program] = PROGRAM.exec(command) ?? []
    if (whole === undefined || !plainWords(command)) return undefined
    return [
      bash(`mkdir -p t && ln -s /usr/bin/${program} t/show`),
      bash(`PATH=$PWD/t:$PATH show${command.slice(whole.length)}`),
    ]
  }),
  ...[
    'frobnicate',
    'frobnicate --opt --',
    'frobnicate -v run',
    'env -u X nice',
    'setpriv --no-new-privs',
    'prlimit --nofile=100',
    'setarch x86_64',
    'choom -n 0 --',
    'ssh-agent',
    'dbus-run-session --',
    'fakeroot',
    'unshare -r',
    'chrt -o 0',
    'ionice -c 3',
    'setsid -w',
    'flock .lock',
    'perf stat',
    'pyenv exec',
    'strace -f -o /dev/null',
    '/lib64/ld-linux-x86-64.so.2',
  ].map(words),
  text('frobnicate -c', (command) => `frobnicate -c ${command}`),
  text('frobnicate --run=', (command) => `frobnicate --run=${command}`),
  text('capsh', (command) => `capsh -- -c ${command}`),
  text('nix-shell', (command) => `nix-shell --run ${command}`),
  text('script', (command) => `script -qec ${command} /dev/null`),
  text('gdb', (command) => `gdb -batch -ex ${command.replace(/^'/, "'shell ")}`),
  text('envsubst', (command) => `CMD=${command} envsubst <<< '$CMD' | sh`),
  text('cpp', (command) => `printf '%s\\n' ${command} | cpp -P | sh`),
  text('jq', (command) => `jq -nr --arg c ${command} '$c' | sh`),
  text('python prints', (command) => `python3 -c 'import sys; print(sys.argv[1])' ${command} | sh`),
]
