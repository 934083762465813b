import { KIT } from './qwen-kit.ts'
import { describeTyped } from './typed.ts'

describeTyped(KIT)
