import { wordsOf } from '../../knowledge/lexicon/verbs.ts'

const PERMISSION_WORDS = /^(?:permissions?|approvals?|sandbox(?:es|ing)?)$/
const MODE_WORDS = /^(?:mode|policy|level|setting)$/
const UNRESTRICTED_MODES =
  /^(?:bypass(?:[ _-]?(?:permissions?|approvals?|all|sandbox))?|dont[ _-]?ask|yolo|full[ _-]?auto|(?:danger(?:ous(?:ly)?)?[ _-])?full[ _-]access|auto[ _-]?approve(?:[ _-]?all)?|skip[ _-]permissions)$/
const OFF_VALUES = /^(?:never|none|off|disabled|skip|no)$/
const SKIP_WORDS = /^(?:skip|skips|bypass|bypasses|dangerously|yolo)$/

export function isUnrestrictedAgentOption(name: string, value: string): boolean {
  if (name.length > 60 || value.length > 40) return false
  const words = wordsOf(name)
  const plain = value.replace(/([a-z])(?=[A-Z])/g, '$1_').toLowerCase()
  if (plain === 'true')
    return words.some((word) => SKIP_WORDS.test(word)) && words.some((word) => PERMISSION_WORDS.test(word))
  if (!words.some((word) => PERMISSION_WORDS.test(word))) return false
  return (
    UNRESTRICTED_MODES.test(plain) ||
    (words.some((word) => MODE_WORDS.test(word)) && words.length <= 4 && OFF_VALUES.test(plain))
  )
}
