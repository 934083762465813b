import type { Program } from '../program.ts'
import { AWS } from './aws.ts'
import { CLOUD_PROGRAMS } from './clouds.ts'
import { CLUSTER_PROGRAMS } from './clusters.ts'
import { FLEET_PROGRAMS } from './fleets.ts'
import { INFRASTRUCTURE_PROGRAMS } from './infrastructure.ts'
import { KUBECTL } from './kubectl.ts'
import { OBJECT_STORE_PROGRAMS } from './object-stores.ts'
import { OPERATION_PROGRAMS } from './operations.ts'
import { PLATFORM_PROGRAMS } from './platforms.ts'

export const CLOUD: readonly Program[] = [
  AWS,
  ...CLOUD_PROGRAMS,
  ...OBJECT_STORE_PROGRAMS,
  ...INFRASTRUCTURE_PROGRAMS,
  KUBECTL,
  ...CLUSTER_PROGRAMS,
  ...PLATFORM_PROGRAMS,
  ...OPERATION_PROGRAMS,
  ...FLEET_PROGRAMS,
]
