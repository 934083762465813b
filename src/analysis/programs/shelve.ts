import { FAMILIES, FAMILY_ORDER } from './families.ts'
import { familyNames } from './names.static.ts'
import { putPrograms } from './registry.ts'

/** Makes all programs known. To be called where a reading begins; costs nothing, as no family is loaded by it. */
export function shelvePrograms(): void {
  putPrograms({ order: FAMILY_ORDER, families: FAMILIES, names: familyNames })
}
