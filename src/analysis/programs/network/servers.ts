import type { DeedText, FormRule, Spec, SubReader } from '../form/form.ts'

/** A folder of the project is served as ever; a whole home to everybody nearby is not. */
const serves: SubReader = ({ command, scribe }) => {
  const home = command.args.some((word) => /^(?:home-root|root)$/.test(scribe.path(word).zone))
  scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: home ? 'certain' : 'possible' })
  return 'plain'
}

/** By the address that it is told to bind; a port alone says nothing. */
function bound(options: string, usual: SubReader | DeedText, executing: '' | ' executing' = ''): readonly FormRule[] {
  return [
    [`${options}=*0.0.0.0*|::|[::]*`, `listen network${executing}`],
    [`${options}=<here>|lo|lo0`, `listen loopback${executing}`],
    [`${options}=<port>`, usual],
    [options, `listen network${executing}`],
    ['**', usual],
  ]
}

const BINDING = '-i|--interfaces|-b|--bind|--addr|--address|--listen|--bind-addr|-a'
const NAMED = { machine: true, named: true } as const
const SERVER = {
  ...NAMED,
  options: '-i: --interfaces: -b: --bind: --addr: --listen: --bind-addr: -a:',
} as const

/** Servers for files. Those of development bind every address unless told, and are used all day. */
const FILE_SERVERS: readonly Spec[] = [
  {
    names: 'http-server',
    machine: true,
    options: '-a: -p: -c: -d: -e: -P:',
    rules: bound('-a', serves),
    examples: {
      match: ['http-server -a 0.0.0.0', 'http-server ~'],
      pass: ['http-server dist'],
    },
  },
  {
    names: 'serve',
    machine: true,
    options: '-l: --listen: -p: -c:',
    rules: bound('-l|--listen', serves),
    examples: { match: ['serve /home/dev'], pass: ['serve dist', 'serve -l 3000 dist'] },
  },
  {
    names: 'browser-sync',
    machine: true,
    options: '--server --tunnel',
    rules: [['--tunnel', 'listen tunnel'], ...bound('--host', serves)],
    examples: { match: ['browser-sync start --server --tunnel'], pass: ['browser-sync start --server'] },
  },
  {
    ...SERVER,
    names: 'updog miniserve dufs goshs uploadserver filebrowser',
    rules: bound(BINDING, 'listen network'),
    examples: { match: ['dufs out'], pass: ['dufs --version'] },
  },
  {
    machine: true,
    names: 'ttyd gotty',
    style: 'leading',
    options:
      '-i: --interface: -p: --port: -a: --address: -c: --credential: -u: -g: -s: -t: -m: -w: -W -R -o -O -q -S -v -h --once --writable --readonly --permit-write --help --version',
    rules: bound('-i|--interface|-a|--address', 'listen network executing', ' executing'),
    examples: { match: ['ttyd bash', 'ttyd ./menu.sh --help'], pass: ['ttyd --version'] },
  },
  {
    ...SERVER,
    names: 'shellinaboxd code-server',
    rules: bound(BINDING, 'listen network executing', ' executing'),
    examples: { match: ['code-server'], pass: ['code-server --version'] },
  },
  {
    ...SERVER,
    names: 'darkhttpd httpd',
    rules: bound(BINDING, serves),
    examples: { match: ['darkhttpd /home/dev'], pass: ['darkhttpd out'] },
  },
  {
    ...SERVER,
    names: 'caddy',
    rules: [
      ['stop', 'service stop caddy'],
      ['file-server|reverse-proxy|respond/--listen=<here>', 'listen loopback'],
      ['file-server|reverse-proxy|respond/--listen', 'listen network'],
      ['run|start|file-server|reverse-proxy|respond', serves],
      ['**', 'local'],
    ],
    examples: { match: ['caddy stop'], pass: ['caddy validate', 'caddy run'] },
  },
]

const pythonOnInput: SubReader = ({ command: { stdin }, scribe }) =>
  stdin.kind === 'value' ? scribe.runsCode('python', stdin.value, 'flask shell') : 'plain'

const migrates: SubReader = ({ command: { args }, scribe }) => {
  const at = args.findIndex(({ text }) => text === 'db')
  return scribe.runs(
    args.slice(at).map((word, index) => (index === 0 ? { ...word, known: 'alembic', text: 'alembic' } : word)),
    'flask db',
  )
}

/** Servers that people run while they develop, and what is said to them beyond the address: that is read for every program. */
const APP_SERVERS: readonly Spec[] = [
  {
    ...NAMED,
    names: 'flask',
    rules: [
      ['shell', pythonOnInput],
      ['db', migrates],
      ['**', 'local'],
    ],
    examples: { match: ['flask run --host 0.0.0.0'], pass: ['flask --version', 'flask run'] },
  },
  {
    ...NAMED,
    names: 'redis-server',
    options: '--protected-mode:',
    rules: [
      ['--protected-mode=no', 'weaken authentication redis-server protected mode'],
      ['**', 'local'],
    ],
    examples: { match: ['redis-server --protected-mode no'], pass: ['redis-server --port 6380'] },
  },
  {
    ...NAMED,
    names: 'jupyter',
    rules: [
      ['--*.token= --*.password=', 'weaken authentication jupyter token'],
      ['**', 'local'],
    ],
    examples: { match: ['jupyter lab --ServerApp.token='], pass: ['jupyter lab'] },
  },
]

/** Servers that other people's requests reach: stopping one is noticed. */
const WEB_SERVERS: readonly Spec[] = [
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

export const SERVERS: readonly Spec[] = [...FILE_SERVERS, ...APP_SERVERS, ...WEB_SERVERS]
