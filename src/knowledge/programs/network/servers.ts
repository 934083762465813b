import type { EffectText, ProgramSpec, SpecCallHandler, SpecRule } from '../../../analysis/interpret/spec.ts'
import { MACHINE_DEFAULTS } from './remote-access.ts'

/** A folder of the project is served as ever; a whole home to everybody nearby is not. */
const recordServedFolder: SpecCallHandler = ({ command, recorder }) => {
  const home = command.args.some((word) => /^(?:home-root|root)$/.test(recorder.path(word).zone))
  recorder.effect({ kind: 'listen', reach: 'network', executes: false, certainty: home ? 'certain' : 'possible' })
  return 'plain'
}

/** By the address that it is told to bind; a port alone says nothing. */
function createBindRules(
  options: string,
  usual: SpecCallHandler | EffectText,
  executing: '' | ' executing' = '',
): readonly SpecRule[] {
  return [
    [`${options}=*0.0.0.0*|::|[::]*`, `listen network${executing}`],
    [`${options}=<here>|lo|lo0`, `listen loopback${executing}`],
    [`${options}=<port>`, usual],
    [options, `listen network${executing}`],
    ['**', usual],
  ]
}

const BIND_OPTIONS = '-i|--interfaces|-b|--bind|--addr|--address|--listen|--bind-addr|-a'
const SERVER_DEFAULTS = {
  ...MACHINE_DEFAULTS,
  options: '-i: --interfaces: -b: --bind: --addr: --listen: --bind-addr: -a:',
} as const

/** Servers for files. Those of development bind every address unless told, and are used all day. */
const FILE_SERVER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'http-server',
    machine: true,
    options: '-a: -p: -c: -d: -e: -P:',
    rules: createBindRules('-a', recordServedFolder),
    examples: {
      match: ['http-server -a 0.0.0.0', 'http-server ~'],
      pass: ['http-server dist'],
    },
  },
  {
    names: 'serve',
    machine: true,
    options: '-l: --listen: -p: -c:',
    rules: createBindRules('-l|--listen', recordServedFolder),
    examples: { match: ['serve /home/dev'], pass: ['serve dist', 'serve -l 3000 dist'] },
  },
  {
    names: 'browser-sync',
    machine: true,
    options: '--server --tunnel',
    rules: [['--tunnel', 'listen tunnel'], ...createBindRules('--host', recordServedFolder)],
    examples: { match: ['browser-sync start --server --tunnel'], pass: ['browser-sync start --server'] },
  },
  {
    ...SERVER_DEFAULTS,
    names: 'updog miniserve dufs goshs uploadserver filebrowser',
    rules: createBindRules(BIND_OPTIONS, 'listen network'),
    examples: { match: ['dufs out'], pass: ['dufs --version'] },
  },
  {
    machine: true,
    names: 'ttyd gotty',
    style: 'leading',
    options:
      '-i: --interface: -p: --port: -a: --address: -c: --credential: -u: -g: -s: -t: -m: -w: -W -R -o -O -q -S -v -h --once --writable --readonly --permit-write --help --version',
    rules: createBindRules('-i|--interface|-a|--address', 'listen network executing', ' executing'),
    examples: { match: ['ttyd bash', 'ttyd ./menu.sh --help'], pass: ['ttyd --version'] },
  },
  {
    ...SERVER_DEFAULTS,
    names: 'shellinaboxd code-server',
    rules: createBindRules(BIND_OPTIONS, 'listen network executing', ' executing'),
    examples: { match: ['code-server'], pass: ['code-server --version'] },
  },
  {
    ...SERVER_DEFAULTS,
    names: 'darkhttpd httpd',
    rules: createBindRules(BIND_OPTIONS, recordServedFolder),
    examples: { match: ['darkhttpd /home/dev'], pass: ['darkhttpd out'] },
  },
  {
    ...SERVER_DEFAULTS,
    names: 'caddy',
    rules: [
      ['stop', 'service stop caddy'],
      ['file-server|reverse-proxy|respond/--listen=<here>', 'listen loopback'],
      ['file-server|reverse-proxy|respond/--listen', 'listen network'],
      ['run|start|file-server|reverse-proxy|respond', recordServedFolder],
      ['**', 'local'],
    ],
    examples: { match: ['caddy stop'], pass: ['caddy validate', 'caddy run'] },
  },
]

const runPythonStdin: SpecCallHandler = ({ command: { stdin }, recorder }) =>
  stdin.kind === 'value' ? recorder.runsCode('python', stdin.value, 'flask shell') : 'plain'

const runAlembic: SpecCallHandler = ({ command: { args }, recorder }) => {
  const at = args.findIndex(({ text }) => text === 'db')
  return recorder.runs(
    args.slice(at).map((word, index) => (index === 0 ? { ...word, known: 'alembic', text: 'alembic' } : word)),
    'flask db',
  )
}

/** Servers that people run while they develop, and what is said to them beyond the address: that is read for every program. */
const APP_SERVER_SPECS: readonly ProgramSpec[] = [
  {
    ...MACHINE_DEFAULTS,
    names: 'flask',
    rules: [
      ['shell', runPythonStdin],
      ['db', runAlembic],
      ['**', 'local'],
    ],
    examples: { match: ['flask run --host 0.0.0.0'], pass: ['flask --version', 'flask run'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'redis-server',
    options: '--protected-mode:',
    rules: [
      ['--protected-mode=no', 'weaken authentication redis-server protected mode'],
      ['**', 'local'],
    ],
    examples: { match: ['redis-server --protected-mode no'], pass: ['redis-server --port 6380'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'jupyter',
    rules: [
      ['--*.token= --*.password=', 'weaken authentication jupyter token'],
      ['**', 'local'],
    ],
    examples: { match: ['jupyter lab --ServerApp.token='], pass: ['jupyter lab'] },
  },
]

/** Servers that other people's requests reach: stopping one is noticed. */
const WEB_SERVER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'nginx openresty',
    machine: true,
    style: 'listed',
    options: '-t -T -v -V -h -q -s: -c: -p: -g: -e:',
    rules: [
      ['-t|-T|-v|-V|-h', 'shows'],
      ['-s=stop|quit', 'service stop nginx'],
      ['**', 'local'],
    ],
    examples: { match: ['nginx -s stop'], pass: ['nginx -t', 'nginx -s reload'] },
  },
  {
    names: 'pg_ctl',
    machine: true,
    options: '-D: --pgdata: -l: --log: -o: -m: --mode: -p: -t: -N: -U: -P:',
    rules: [
      ['status', 'shows'],
      ['stop|restart|kill', 'service stop postgres'],
      ['**', 'local'],
    ],
    examples: { match: ['pg_ctl -D /var/lib/pg stop'], pass: ['pg_ctl -D /var/lib/pg status'] },
  },
  {
    names: 'pg_dropcluster',
    system: 'postgres',
    machine: true,
    rules: [['**', 'sql drop']],
    examples: { match: ['pg_dropcluster 16 main'], pass: [] },
  },
  {
    names: 'pm2 forever monit',
    rules: [
      ['env|jlist|prettylist', 'secret variables of a process'],
      ['list|ls|status|log|logs|show|describe|info|monit|summary|report|tail|maintail', 'shows'],
      ['kill|stopall|shutdown delete|stop|restart|unmonitor/all', 'service stop all'],
      ['deploy', 'deploy'],
      ['**', 'local'],
    ],
    examples: { match: ['pm2 delete all', 'pm2 deploy production', 'pm2 env 0'], pass: ['pm2 logs shop --lines 20'] },
  },
]

export const SERVER_PROGRAM_SPECS: readonly ProgramSpec[] = [
  ...FILE_SERVER_SPECS,
  ...APP_SERVER_SPECS,
  ...WEB_SERVER_SPECS,
]
