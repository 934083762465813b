import type { CodeLanguage } from '../effects.ts'
import { parseCurly } from './parse/curly.ts'
import { parseJavaScript } from './parse/javascript.ts'
import { parsePython } from './parse/python.ts'
import { parseRuby } from './parse/ruby.ts'
import type { Parse } from './run/calls.ts'
import type { Library } from './run/table.ts'
import { JAVASCRIPT } from './tables/javascript.ts'
import { PERL } from './tables/perl.ts'
import { PHP } from './tables/php.ts'
import { PYTHON } from './tables/python.ts'
import { RUBY } from './tables/ruby.ts'

export interface Language {
  readonly parse: Parse
  readonly library: Library
}

const LANGUAGES = new Map<CodeLanguage, Language>([
  ['python', { parse: parsePython, library: PYTHON }],
  ['javascript', { parse: parseJavaScript, library: JAVASCRIPT }],
  ['ruby', { parse: parseRuby, library: RUBY }],
  ['perl', { parse: (text) => parseCurly('perl', text), library: PERL }],
  ['php', { parse: (text) => parseCurly('php', text), library: PHP }],
])

export function languageOf(language: CodeLanguage): Language | undefined {
  return LANGUAGES.get(language)
}
