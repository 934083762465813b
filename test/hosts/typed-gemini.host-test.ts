import { KIT } from './gemini-kit.ts'
import { describeTyped } from './typed.ts'

describeTyped(KIT)
