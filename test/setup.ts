import { registerPrograms } from '../src/analysis/programs/shelve.ts'

// Tests of single readers begin further in than any call does.
registerPrograms()
