export class Scanner {
  protected readonly text: string
  protected at = 0
  protected depth = 0
  confusions = 0

  constructor(text: string) {
    this.text = text
  }

  protected skip(): void {
    if (this.at >= this.text.length) return
    this.confusions++
    this.at++
  }

  protected blanks(lines: boolean): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? ''
      if (char === '`' && /[\r\n]/.test(this.text[this.at + 1] ?? '')) {
        this.at += this.text[this.at + 1] === '\r' ? 2 : 1
      } else if (char === '#' && (this.at === 0 || /[\s;({|]/.test(this.text[this.at - 1] ?? ''))) {
        const end = this.text.indexOf('\n', this.at)
        this.at = (end < 0 ? this.text.length : end) - 1
      } else if (this.text.startsWith('<#', this.at)) {
        const end = this.text.indexOf('#>', this.at + 2)
        this.at = end < 0 ? this.text.length : end + 1
      } else if (char === '\n' || char === '\r') {
        if (!lines) return
      } else if (!/\s/.test(char)) return
    }
  }

  protected match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0]
  }

  protected takes(pattern: RegExp): string | undefined {
    const found = this.match(pattern)
    if (found) this.at += found.length
    return found
  }

  protected delimited(open: string, close: string): void {
    let nesting = 0
    for (; this.at < this.text.length; this.at++) {
      if (this.text[this.at] === open) nesting++
      else if (this.text[this.at] === close && --nesting === 0) {
        this.at++
        return
      }
    }
  }
}
