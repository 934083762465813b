/** Longer texts are looked at where they differ, or not setting by setting. */
export const MAX_SETTINGS_LENGTH = 256 * 1024
export const MAX_RECORDED_FINDINGS = 8

const TRUE_VALUE = /^(?:true|yes|on|1|y|enabled?)$/
const FALSE_VALUE = /^(?:false|no|off|0|n|disabled?)$/
const MAX_VALUE_LENGTH = 64

export function normalizeValue(value: string): string {
  if (value.length > MAX_VALUE_LENGTH) return value
  return value.toLowerCase().replaceAll(/^[:'"`$]+|['"`;,]+$/g, '')
}

export function isTrueValue(plain: string): boolean {
  return TRUE_VALUE.test(plain)
}

export function isFalseValue(plain: string): boolean {
  return FALSE_VALUE.test(plain)
}

export function isSwitchValue(plain: string): boolean {
  return isTrueValue(plain) || isFalseValue(plain) || plain === 'none' || plain === 'never'
}

export function invertSwitch(value: string): string {
  const plain = normalizeValue(value)
  if (isTrueValue(plain)) return 'false'
  return isFalseValue(plain) ? 'true' : 'none'
}

const PUBLIC_ACCESS_VALUE = /^(?:public-read(?:-write)?|authenticated-read|allusers|allauthenticatedusers)$/
const WILDCARD_VALUE = /^(?:\*{1,2}|\*\*\/\*|\*:\*|\/?\^?\.[*+]\$?\/?|0\.0\.0\.0\/0|::\/0|[a-z]{2,6}_\*|everyone)$/

export function isPublicAccessValue(plain: string): boolean {
  return PUBLIC_ACCESS_VALUE.test(plain)
}

export function isPublicOrWildcard(value: string): boolean {
  if (value.length > MAX_VALUE_LENGTH) return false
  const bare = value.toLowerCase().replaceAll(/^['"`]|['"`,;]$/g, '')
  return WILDCARD_VALUE.test(bare) || PUBLIC_ACCESS_VALUE.test(bare)
}
