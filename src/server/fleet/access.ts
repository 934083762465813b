import type { Access } from '../access/rights.ts'
import type { Documents } from '../store/store.ts'
import { keyKindOf } from './keys.ts'
import { enrolmentOf, machineOf } from './machines.ts'
import { personOf } from './people.ts'

/** Machines that were enrolled, and people who were given a key. Looked up each time: whoever was removed is nobody at once. */
export function fleetAccess(documents: Documents): Access {
  return {
    callerOf: async (key) => {
      switch (keyKindOf(key)) {
        case 'machine': {
          const machine = await machineOf(documents, key)
          return machine === undefined ? undefined : { name: machine, rights: ['machine'], isPerson: false, machine }
        }
        case 'enrolment': {
          const machine = await enrolmentOf(documents, key)
          return machine === undefined ? undefined : { name: machine, rights: ['enrol'], isPerson: false, machine }
        }
        case 'person':
          return personOf(documents, key)
        default:
          return undefined
      }
    },
  }
}
