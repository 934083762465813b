const MOST = 400
const CALLS = /\b(file|string|set)\s{0,8}\(\s{0,40}((?:"(?:[^"\\]|\\.){0,2000}"|[^()"]){1,4000})\)/gi
const WORDS = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/g
/**
 * CMake reads, fetches, sends and removes files by words of its own: the same, as a shell would do it. What is removed or written
 * counts only where its place is known: other variables are most often folders of the build.
 */
export function cmakeAsShell(text: string): string {
  const lines: string[] = []
  const known = new Set<string>()
  const source = text.replaceAll(/^[ \t]*#[^\n]*/gm, '')
  for (const [, command = '', inside = ''] of [...source.matchAll(CALLS)].slice(0, MOST)) {
    const words = [...inside.matchAll(WORDS)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const line = lineOf(command.toLowerCase(), words, known)
    if (line !== undefined) lines.push(line)
  }
  return lines.join('\n')
}

function lineOf(command: string, words: readonly string[], known: Set<string>): string | undefined {
  const [verb = '', first = '', second = '', ...rest] = words
  const of = (word: string) => quoted(word, known)
  if (command === 'set') return assigned(verb, [first, second, ...rest].join(' '), known)
  if (command === 'string') return rewritten(verb, words, known)
  switch (verb.toUpperCase()) {
    case 'READ':
    case 'STRINGS':
      known.add(second)
      return isName(second) ? `${OWN}${second}=$(cat ${of(first)})` : undefined
    case 'DOWNLOAD':
      // What comes is a part of the build, as its dependencies are: only what the address tells counts.
      return `curl -s -o /dev/null ${of(first)}`
    case 'UPLOAD':
      return `curl -s -T ${of(first)} ${of(second)}`
    case 'REMOVE':
    case 'REMOVE_RECURSE': {
      const places = words.slice(1).filter((word) => isSet(word, known))
      return places.length === 0 ? undefined : `rm -rf ${places.map(of).join(' ')}`
    }
    case 'RENAME':
      return isSet(first, known) && isSet(second, known) ? `mv ${of(first)} ${of(second)}` : undefined
    case 'WRITE':
    case 'APPEND':
      return isSet(first, known) ? `printf %s ${of(second)} >> ${of(first)}` : undefined
    default:
      return undefined
  }
}

/** Before each name, which else may mean something to a shell. */
const OWN = 'cmake_'

const isName = (word: string) => /^[A-Za-z_]\w{0,80}$/.test(word)

function assigned(name: string, value: string, known: Set<string>): string | undefined {
  if (!isName(name)) return undefined
  known.add(name)
  return `${OWN}${name}=${quoted(value.trim().replace(/\s+(?:CACHE|PARENT_SCOPE)\b.*$/s, ''), known)}`
}

/** `string(REPLACE "a" "b" OUT "${IN}")` and its like: what comes out is made of what went in. */
function rewritten(verb: string, words: readonly string[], known: Set<string>): string | undefined {
  const from = words.filter((word) => word.includes('${'))
  const at = /^(?:REGEX|REPLACE)$/i.test(verb) ? words.length - 1 - from.length : words.findLastIndex(isName)
  const name = words[at]
  if (name === undefined || !isName(name) || from.length === 0) return undefined
  known.add(name)
  return `${OWN}${name}=${quoted(from.join(''), known)}`
}

function isSet(word: string, known: ReadonlySet<string>): boolean {
  return word !== '' && [...word.matchAll(/\$\{(\w*)\}?/g)].every(([, name = '']) => known.has(name))
}

/** In double quotes, with the variables that a shell would have. */
function quoted(word: string, known: ReadonlySet<string>): string {
  const plain = word
    .replaceAll(/\$ENV\{(\w{1,80})\}/g, '\0{$1}')
    .replaceAll(/\$\{(\w{1,80})\}/g, (_, name: string) => (known.has(name) ? `\0{${OWN}${name}}` : '.'))
    .replaceAll(/[`$]/g, '\\$&')
    .replaceAll('\0', '$')
  return `"${plain}"`
}
