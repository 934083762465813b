import { registerPrograms } from '../src/analysis/interpret/register-programs.ts'

// Tests of single readers begin further in than any call does.
registerPrograms()
