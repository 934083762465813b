/** Longer texts are looked at where they differ, or not setting by setting. */
export const MAX_LENGTH = 256 * 1024
export const MOST_STATED = 8

const YES = /^(?:true|yes|on|1|y|enabled?)$/
const NO = /^(?:false|no|off|0|n|disabled?)$/
const LONGEST = 64

export function plainValue(value: string): string {
  if (value.length > LONGEST) return value
  return value.toLowerCase().replaceAll(/^[:'"`$]+|['"`;,]+$/g, '')
}

export function isYes(plain: string): boolean {
  return YES.test(plain)
}

export function isNo(plain: string): boolean {
  return NO.test(plain)
}

export function isSwitch(plain: string): boolean {
  return isYes(plain) || isNo(plain) || plain === 'none' || plain === 'never'
}

export function opposite(value: string): string {
  const plain = plainValue(value)
  if (isYes(plain)) return 'false'
  return isNo(plain) ? 'true' : 'none'
}

const EVERYBODY = /^(?:public-read(?:-write)?|authenticated-read|allusers|allauthenticatedusers)$/
const ALL = /^(?:\*{1,2}|\*\*\/\*|\*:\*|\/?\^?\.[*+]\$?\/?|0\.0\.0\.0\/0|::\/0|[a-z]{2,6}_\*|everyone)$/

export function isEverybody(plain: string): boolean {
  return EVERYBODY.test(plain)
}

export function meansAll(value: string): boolean {
  if (value.length > LONGEST) return false
  const bare = value.toLowerCase().replaceAll(/^['"`]|['"`,;]$/g, '')
  return ALL.test(bare) || EVERYBODY.test(bare)
}
