/** The file by which Python knows an environment. */
export const ENVIRONMENT_MARK = 'pyvenv.cfg'

/** The mark of the environment that a program would belong to, by where it lies. */
export function markBeside(program: string): string | undefined {
  const [, environment] = /^(.+)\/(?:bin|Scripts)\/[^/]+$/.exec(program) ?? []
  return environment === undefined ? undefined : `${environment}/${ENVIRONMENT_MARK}`
}
