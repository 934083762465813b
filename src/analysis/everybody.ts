const EVERYBODY =
  /^(?:public|public[-_]?(?:read|write|view|link)\w*|anyone(?:[-_ ]?with[-_ ]?(?:the[-_ ]?)?link)?|anonymous|everyone|everybody|world|internet|all[-_ ]?users|web|unrestricted)$/i

export function isEverybody(text: string): boolean {
  return EVERYBODY.test(text.trim())
}
