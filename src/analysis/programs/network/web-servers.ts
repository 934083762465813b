import { stageOfName } from '../../stages.ts'
import type { Program } from '../program.ts'
import { byForms } from '../system/verbs.ts'

/** Servers that other people's requests reach: stopping one is noticed. */
export const WEB_SERVERS: readonly Program[] = [
  byForms('nginx openresty', [
    { when: /(?:^| )-[tTvVh?]+(?: |$)/ },
    {
      when: /(?:^| )-s (?:stop|quit)\b/,
      effects: () => [{ kind: 'service-control', service: 'nginx', verb: 'stop' }],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('pg_ctl', [
    { when: /(?:^| )status\b/ },
    {
      when: /(?:^| )(?:stop|restart|kill)\b/,
      effects: () => [{ kind: 'service-control', service: 'postgres', verb: 'stop' }],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('pg_dropcluster', [
    {
      when: /(.*)/,
      effects: ([target = '']) => [
        {
          kind: 'database-change',
          engine: 'postgres',
          statement: 'drop',
          unbounded: true,
          reach: 'local-server',
          target,
        },
      ],
    },
  ]),
  byForms('pm2 forever monit', [
    { when: /^(?:list|ls|status|logs?|show|describe|info|monit|jlist|prettylist|env|summary|report|tail|maintail)\b/ },
    {
      when: /^(?:kill|stopall|shutdown)\b|^(?:delete|stop|restart|unmonitor) (?:-\S+ )*all\b/,
      effects: () => [{ kind: 'service-control', service: 'all', verb: 'stop' }],
    },
    {
      when: /^deploy (\S+)/,
      effects: ([, stage = '']) => [{ kind: 'deploy', service: 'pm2', stage: stageOfName(stage) }],
    },
    { when: /.*/, standing: 'plain' },
  ]),
  byForms('dc', [
    {
      // A line that begins with `!` is for the shell.
      when: /(?:^|\s)(?:-e|--expression)[ =]?[^!]{0,400}!([^<>=].*)$/s,
      effects: ([, line = ''], { scribe }) => {
        scribe.runsShell({ text: line, sources: [] }, 'dc')
        return []
      },
      standing: 'plain',
    },
    { when: /^(?:-V|--version|-h|--help)?$/ },
    { when: /.*/, standing: 'plain' },
  ]),
]
