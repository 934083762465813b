import { SHELF_FAMILIES, SHELVES } from './families.ts'
import { shelfNames } from './names.static.ts'
import { putPrograms } from './registry.ts'

/** Makes all programs known. To be called where a reading begins; costs nothing, as nothing on a shelf is loaded by it. */
export function shelvePrograms(): void {
  putPrograms(() => ({ shelves: SHELVES, families: SHELF_FAMILIES, names: shelfNames }))
}
