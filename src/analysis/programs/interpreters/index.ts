import type { Program } from '../program.ts'
import { DENO } from './deno.ts'
import { JAVA } from './java.ts'
import { MACROS } from './macros.ts'
import { ARTISAN, DJANGO_ADMIN } from './manage.ts'
import { NODE } from './node.ts'
import { PYTHON } from './python.ts'
import { SIMPLE } from './simple.ts'
import { WINDOWS } from './windows.ts'

export const INTERPRETERS: readonly Program[] = [
  PYTHON,
  DJANGO_ADMIN,
  ARTISAN,
  NODE,
  DENO,
  JAVA,
  MACROS,
  ...SIMPLE,
  ...WINDOWS,
]
