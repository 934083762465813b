import type { Spec } from '../form/form.ts'

/** Servers that other people's requests reach: stopping one is noticed. */
export const WEB_SERVERS: readonly Spec[] = [
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
      ['list|ls|status|log|logs|show|describe|info|monit|jlist|prettylist|env|summary|report|tail|maintail', 'shows'],
      ['kill|stopall|shutdown delete|stop|restart|unmonitor/all', 'service stop all'],
      ['deploy', 'deploy'],
      ['**', 'local'],
    ],
    examples: { match: ['pm2 delete all', 'pm2 deploy production'], pass: ['pm2 logs shop --lines 20'] },
  },
]
