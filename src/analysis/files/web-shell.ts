/** What a request brings, as handlers of several languages name it. */
const INPUT = String.raw`\$_(?:GET|POST|REQUEST|COOKIE)|\$_SERVER\s{0,4}\[\s{0,4}["']HTTP_|req(?:uest)?\.(?:query|body|params|args|form|values|json|data|GET|POST|getParameter)|Request(?:\.QueryString)?\[|\br\.(?:URL\.Query\(\)|FormValue|PostFormValue)`
const MEMBER = String.raw`\s{0,4}\[[^\]\n]{1,60}\]`
/** PHP's own names of what a request brings: a value of theirs, whole. */
const GIVEN = String.raw`@?\$_(?:GET|POST|REQUEST|COOKIE|SERVER)${MEMBER}`

/** A request says what is run: as the text of a command or of code, or as the name of the function that gets its words. */
export function webShell(): RegExp {
  // Whatever a handler calls its request: what a process is started with comes from there.
  const started = String.raw`(?:child_process['"]?\)?\.|\bcp\.)(?:exec|execSync|spawn|spawnSync)\s{0,4}\(\s{0,4}[\w$]{1,20}\.(?:query|body|params)\b`
  const run = String.raw`\b(?:Process\.Start|exec\.Command|system|exec|shell_exec|passthru|popen|eval|assert|execSync|spawn|spawnSync|subprocess\.\w{1,20}|os\.system|Runtime\.getRuntime\(\)\.exec)\s{0,4}\(\s{0,4}@?[^)\n]{0,80}(?:${INPUT})`
  return new RegExp([started, run, ...named()].join('|'))
}

function named(): readonly string[] {
  const first = String.raw`\b(?:array_map|call_user_func(?:_array)?|forward_static_call(?:_array)?|register_\w{1,20}_function|ob_start|ReflectionFunction)\s{0,4}\(\s{0,4}${GIVEN}\s{0,4}[,)]`
  const second = String.raw`\b(?:array_(?:filter|walk|walk_recursive|reduce)|u[ak]?sort|iterator_apply|preg_replace_callback)\s{0,4}\([^;\n]{1,120},\s{0,4}${GIVEN}\s{0,4}[,)]`
  const called = String.raw`${GIVEN}\s{0,4}\(`
  const kept = String.raw`(\$\w{1,40})\s{0,4}=\s{0,4}${GIVEN}\s{0,4};[\s\S]{0,400}?\1\s{0,4}\(`
  const looked = String.raw`\bgetattr\s{0,4}\(\s{0,4}(?:os|subprocess|builtins|__builtins__)\s{0,4},\s{0,4}(?:${INPUT})|\b(?:global(?:This)?|process|require\s{0,4}\([^)\n]{1,40}\))\s{0,4}\[\s{0,4}(?:${INPUT})|\b(?:Kernel|Object)\.(?:public_|__)?send(?:__)?\s{0,4}\(?\s{0,4}params\b`
  return [first, second, called, kept, looked]
}
