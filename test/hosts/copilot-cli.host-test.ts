import { KIT } from './copilot-kit.ts'
import { describeClient } from './outcomes.ts'

describeClient(KIT)
