import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { ANSIBLE_PROGRAM } from './ansible.ts'
import { AWS_PROGRAMS, AWS_SPECS } from './aws.ts'
import { CLOUD_PROVIDER_SPECS } from './cloud-providers.ts'
import { CLUSTER_SPECS } from './clusters.ts'
import { FLEET_PROGRAMS } from './fleet-shells.ts'
import { GCLOUD } from './gcloud.ts'
import { INFRASTRUCTURE_SPECS } from './infrastructure.ts'
import { KUBECTL } from './kubectl.ts'
import { OBJECT_STORE_PROGRAMS } from './object-stores.ts'
import { OPERATION_SPECS } from './operations.ts'
import { PLATFORM_SPECS } from './platforms.ts'

const NON_AWS_SPECS: readonly ProgramSpec[] = [
  GCLOUD,
  KUBECTL,
  ...CLOUD_PROVIDER_SPECS,
  ...INFRASTRUCTURE_SPECS,
  ...CLUSTER_SPECS,
  ...PLATFORM_SPECS,
  ...OPERATION_SPECS,
]

export const CLOUD_SPECS: readonly ProgramSpec[] = [...AWS_SPECS, ...NON_AWS_SPECS]

export const CLOUD_PROGRAMS: readonly Program[] = [
  ...AWS_PROGRAMS,
  ...NON_AWS_SPECS.map(createSpecProgram),
  ...OBJECT_STORE_PROGRAMS,
  ANSIBLE_PROGRAM,
  ...FLEET_PROGRAMS,
]
