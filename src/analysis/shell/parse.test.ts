import { expect, it } from 'vitest'
import { LIMITS } from '../interpret/limits.ts'
import { thinText } from './parse.ts'

/** So often that each command counts twice over. */
const filled = (part: string) => part.repeat(Math.ceil((LIMITS.separators * 4) / part.length) + LIMITS.separators)

it.each<[string, string]>([
  ['commands', filled('a;')],
  ['lines', filled('a\n')],
  ['pipes', filled('a|b|')],
  ['substitutions', filled('$(a)')],
  ['commands after a here-document', `cat <<A\nA\n${filled('a;')}`],
  ['commands after a here-string', `a <<< b\n${filled('a;')}`],
  ['commands after a shift', `echo $((1<<2))\n${filled('a\n')}`],
  ['commands after a quote that is escaped', `echo \\'${filled('a;')}`],
])('counts %s', (_, text) => {
  expect(thinText(text)?.from).toBeLessThan(text.length)
})

it.each<[string, string]>([
  ['a here-document', `cat > f <<'EOF'\n${filled("a; it's `x`\n")}EOF\necho done\n`],
  ['one with tabs', `cat > f <<-EOF\n${filled('\ta; b;\n')}\tEOF\necho done\n`],
  ['two in one line', `cat <<A <<"B"\n${filled('a;b\n')}A\nx;\nB\n`],
  ['single quotes', `echo '${filled('a;b;')}'`],
  ['double quotes', `echo "${filled('a;b;')}"`],
  ['quotes with escapes', `echo $'${filled("a\\';")}'`],
  ['comments', filled("# it's a; b; c\n")],
  ['blank lines', filled('\n')],
])('takes %s as data', (_, text) => {
  expect(thinText(text)).toBeUndefined()
})

it('keeps what is rare where it stands', () => {
  const text = `${filled('a;')}x 1; ${filled('a;')}`
  const fewer = thinText(text)?.text ?? ''
  expect(fewer).toHaveLength(text.length)
  expect(fewer.indexOf('x 1;')).toBe(text.indexOf('x 1;'))
  expect(fewer.trimEnd().split(';').length).toBeLessThan(LIMITS.separators + 2 * LIMITS.repeats)
})

it('comes to an end where no here-document ends', () => {
  thinText('cat <<E1\n'.repeat(28_000))
})
