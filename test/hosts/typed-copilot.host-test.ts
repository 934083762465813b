import { KIT } from './copilot-kit.ts'
import { describeTyped } from './typed.ts'

describeTyped(KIT)
