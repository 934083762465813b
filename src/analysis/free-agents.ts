import { wordsOf } from './verbs.ts'

const ASKED = /^(?:permissions?|approvals?|sandbox(?:es|ing)?)$/
const MODE = /^(?:mode|policy|level|setting)$/
const FREE =
  /^(?:bypass(?:[ _-]?(?:permissions?|approvals?|all|sandbox))?|dont[ _-]?ask|yolo|full[ _-]?auto|(?:danger(?:ous(?:ly)?)?[ _-])?full[ _-]access|auto[ _-]?approve(?:[ _-]?all)?|skip[ _-]permissions)$/
const NONE = /^(?:never|none|off|disabled|skip|no)$/
const SKIPS = /^(?:skip|skips|bypass|bypasses|dangerously|yolo)$/

export function freesAgent(name: string, value: string): boolean {
  if (name.length > 60 || value.length > 40) return false
  const words = wordsOf(name)
  const plain = value.replace(/([a-z])(?=[A-Z])/g, '$1_').toLowerCase()
  if (plain === 'true') return words.some((word) => SKIPS.test(word)) && words.some((word) => ASKED.test(word))
  if (!words.some((word) => ASKED.test(word))) return false
  return FREE.test(plain) || (words.some((word) => MODE.test(word)) && words.length <= 4 && NONE.test(plain))
}
