const PUBLIC_PRINCIPALS =
  /^(?:public|public[-_]?(?:read|write|view|link)\w*|anyone(?:[-_ ]?with[-_ ]?(?:the[-_ ]?)?link)?|anonymous|everyone|everybody|world|internet|all[-_ ]?users|web|unrestricted)$/i

export function isPublicPrincipal(text: string): boolean {
  return PUBLIC_PRINCIPALS.test(text.trim())
}
