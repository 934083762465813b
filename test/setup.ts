import { registerPrograms } from '../src/knowledge/programs/register-programs.ts'

// Tests of single readers begin further in than any call does.
registerPrograms()
