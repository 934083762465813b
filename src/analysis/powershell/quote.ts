export function quote(known: string): string {
  return (
    known
      .split('\0')
      .map((part) => (part === '' ? '' : /^[\w./:=@%+,-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
      .join('"$unknown_part"') || "''"
  )
}
