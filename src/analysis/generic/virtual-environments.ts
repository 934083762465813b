export const VENV_MARKER = 'pyvenv.cfg'

export function venvMarkerOf(program: string): string | undefined {
  const [, environment] = /^(.+)\/(?:bin|Scripts)\/[^/]+$/.exec(program) ?? []
  return environment === undefined ? undefined : `${environment}/${VENV_MARKER}`
}
