export const ENVIRONMENT_MARK = 'pyvenv.cfg'

export function markBeside(program: string): string | undefined {
  const [, environment] = /^(.+)\/(?:bin|Scripts)\/[^/]+$/.exec(program) ?? []
  return environment === undefined ? undefined : `${environment}/${ENVIRONMENT_MARK}`
}
