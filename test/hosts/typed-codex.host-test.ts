import { KIT } from './codex-kit.ts'
import { describeTyped } from './typed.ts'

describeTyped(KIT)
