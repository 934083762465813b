import type { Spec, SubReader } from '../form/form.ts'

const evaluates: SubReader = ({ scribe }) => {
  scribe.effect({ kind: 'run-code', language: 'javascript', origin: 'inline', read: false, host: undefined })
  scribe.effect({ kind: 'observe', what: 'screen', certainty: 'possible' })
  return 'plain'
}

const stopsUnit: SubReader = ({ command, scribe }) => {
  const unit = command.args
    .map(({ known }) => /[\w@-]+\.(?:service|socket|timer)/.exec(known)?.[0])
    .find((name) => name)
  if (unit !== undefined) scribe.effect({ kind: 'service-control', service: unit, verb: 'stop' })
  return unit === undefined ? 'unknown' : 'plain'
}

/** A method by its name, alone or behind its interface. */
function asked(methods: string): string {
  const alike = methods.replace(/\w+/g, '*$&*').replaceAll(' ', '|')
  return `**/${alike} --method|-m=${alike}`
}

/** Services of the machine that are reached by message: what is asked of them counts. */
export const BUS: Spec = {
  names: 'dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5',
  machine: true,
  target: '$-1',
  options: '--method: -m: --dest:',
  rules: [
    ['list|tree|introspect|status|monitor|get-property', 'shows'],
    [asked('CreateUser SetPassword SetAccountType SetAutomaticLogin DeleteUser'), 'grant an account'],
    [asked('StartTransientUnit EnableUnitFiles LinkUnitFiles SetEnvironment'), 'persist systemd a unit'],
    [asked('StopUnit KillUnit MaskUnitFiles DisableUnitFiles'), stopsUnit],
    [asked('PowerOff Reboot Halt Suspend Hibernate KExec'), 'service power machine'],
    [asked('Screenshot ScreenCast Screencast CreateSession'), 'observe screen'],
    [asked('GetSecrets GetSecret SearchItems Unlock'), 'secret keyring'],
    [asked('Eval'), evaluates],
    ['**', 'unread'],
  ],
  examples: {
    match: [
      'busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager PowerOff b true',
    ],
    pass: ['busctl list'],
  },
}
