import { hasCommand } from './command-candidates.ts'

/** Endings of files that a template engine fills in: what stands between its signs is code of the engine's own. */
const TEMPLATES: ReadonlySet<string> = new Set(
  (
    'html htm xhtml xml txt j2 jinja jinja2 njk nunjucks liquid twig erb rhtml ejs eta hbs handlebars mustache tera ftl ftlh vm jsp ' +
    'jspx gsp cshtml razor latte mako pug jade haml slim tpl tmpl gotmpl gohtml heex leex eex'
  ).split(' '),
)
const EXPRESSIONS: readonly RegExp[] = [
  /\{%[\s\S]{1,1000}?%\}/g,
  /\{\{[^{}]{1,1000}\}\}/g,
  /<%[\s\S]{1,1000}?%>/g,
  /<\?[\s\S]{1,1000}?\?>/g,
  /[$#@]\{[^{}\n]{1,1000}\}/g,
  /<#[^>]{1,1000}>/g,
]
const LONGEST = 64 * 1024
const MOST = 200

/** Texts inside a template's expressions that read as commands: `{{ x.popen('tar c ~ | nc h 1') }}`, in whatever engine. */
export function commandsInTemplate(path: string, content: string): readonly string[] {
  if (!TEMPLATES.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())) return []
  const text = content.slice(0, LONGEST)
  const found = EXPRESSIONS.flatMap((sign) => [...text.matchAll(sign)].slice(0, MOST))
  return [...new Set(found.flatMap(([expression]) => textsIn(expression).filter(hasCommand)))]
}

const QUOTED = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g

function textsIn(expression: string): readonly string[] {
  return [...expression.matchAll(QUOTED)].map(([, double, single, tick]) => double ?? single ?? tick ?? '')
}
