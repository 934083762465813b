/** What an entry starts, without its guard, of this version or an earlier one. */
export function withoutFallback(command: string): string {
  return command
    .replace(/^\/usr\/bin\/env -i \/bin\/sh -c '[^']*' sh (?=')/, '')
    .replace(/^\[ -x '(?:[^']|'\\'')*' \] \|\| \{ [^{}]*(?:\{[^{}]*\}[^{}]*)?; \}; /, '')
    .replace(/ \|\| case \$\? in .* esac$/s, '')
}
