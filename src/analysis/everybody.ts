const EVERYBODY =
  /^(?:public|public[-_]?(?:read|write|view|link)\w*|anyone(?:[-_ ]?with[-_ ]?(?:the[-_ ]?)?link)?|anonymous|everyone|everybody|world|internet|all[-_ ]?users|web|unrestricted)$/i

/** Does a word stand for whoever comes, rather than for somebody? */
export function isEverybody(text: string): boolean {
  return EVERYBODY.test(text.trim())
}
