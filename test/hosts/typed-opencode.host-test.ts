import { KIT } from './opencode-kit.ts'
import { describeTyped } from './typed.ts'

describeTyped(KIT)
