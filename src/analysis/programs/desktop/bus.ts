import type { Program } from '../program.ts'
import { byForms } from '../system/verbs.ts'

/** Services of the machine that are reached by message: what is asked of them counts. */
export const BUS: readonly Program[] = [
  byForms('dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5', [
    { when: /^(?:--\S+ )*(?:list|tree|introspect|status|monitor|get-property)\b/ },
    {
      when: /Accounts\b.*\b(?:CreateUser|SetPassword|SetAccountType|SetAutomaticLogin|DeleteUser)\b/,
      effects: ([line]) => [{ kind: 'grant', what: 'an account', to: line.split(' ').at(-1) ?? '?', reach: 'machine' }],
    },
    {
      when: /systemd1?\b.*\b(?:StartTransientUnit|EnableUnitFiles|LinkUnitFiles|SetEnvironment)\b/,
      effects: () => [{ kind: 'persist', mechanism: 'systemd', target: 'a unit' }],
    },
    {
      when: /systemd1?\b.*\b(?:StopUnit|KillUnit|MaskUnitFiles|DisableUnitFiles)\b.*?([\w@-]+\.(?:service|socket|timer))/,
      effects: ([, service = '?']) => [{ kind: 'service-control', service, verb: 'stop' }],
    },
    {
      when: /\b(?:login1|ConsoleKit|systemd1)\b.*\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|KExec)\b/,
      effects: () => [{ kind: 'service-control', service: 'machine', verb: 'power' }],
    },
    {
      when: /\bScreenshot\b|org\.freedesktop\.portal\.ScreenCast|org\.gnome\.Shell\.Screencast/,
      effects: () => [{ kind: 'observe', what: 'screen' }],
    },
    {
      when: /org\.freedesktop\.secrets?\b.*\b(?:GetSecrets?|SearchItems|Unlock)\b/i,
      effects: () => [{ kind: 'expose-secret', source: { kind: 'secret-store', store: 'keyring' }, sink: 'output' }],
    },
    {
      when: /org\.gnome\.Shell\b.*\bEval\b/,
      effects: () => [
        { kind: 'run-code', language: 'javascript', origin: 'inline', read: false, host: undefined },
        { kind: 'observe', what: 'screen', certainty: 'possible' },
      ],
    },
    { when: /.*/, standing: 'unknown' },
  ]),
]
