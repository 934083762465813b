import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { ANSIBLE_PROGRAM } from './ansible.ts'
import { AWS_PROGRAMS, AWS_SPECS } from './aws.ts'
import { CLOUDS } from './clouds.ts'
import { CLUSTERS } from './clusters.ts'
import { FLEET_PROGRAMS } from './fleets.ts'
import { GCLOUD } from './gcloud.ts'
import { INFRASTRUCTURE } from './infrastructure.ts'
import { KUBECTL } from './kubectl.ts'
import { OBJECT_STORE_PROGRAMS } from './object-stores.ts'
import { OPERATIONS } from './operations.ts'
import { PLATFORMS } from './platforms.ts'

const SPECS: readonly Spec[] = [GCLOUD, KUBECTL, ...CLOUDS, ...INFRASTRUCTURE, ...CLUSTERS, ...PLATFORMS, ...OPERATIONS]

export const CLOUD_SPECS: readonly Spec[] = [...AWS_SPECS, ...SPECS]

export const CLOUD: readonly Program[] = [
  ...AWS_PROGRAMS,
  ...SPECS.map(specProgram),
  ...OBJECT_STORE_PROGRAMS,
  ANSIBLE_PROGRAM,
  ...FLEET_PROGRAMS,
]
