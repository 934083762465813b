import { JAVASCRIPT } from './positions/javascript.ts'
import { PERL } from './positions/perl.ts'
import { PHP } from './positions/php.ts'
import type { Positions } from './positions/places.ts'
import { POWERSHELL } from './positions/powershell.ts'
import { PYTHON } from './positions/python.ts'
import { RUBY } from './positions/ruby.ts'
import { TYPESCRIPT } from './positions/typescript.ts'

/** For each language, where calls can stand in it. */
export const POSITIONS: Readonly<Record<string, Positions>> = {
  python: PYTHON,
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  ruby: RUBY,
  php: PHP,
  perl: PERL,
  powershell: POWERSHELL,
}
