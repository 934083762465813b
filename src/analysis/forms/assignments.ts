/** All others may change what runs. */
const HARMLESS: ReadonlySet<string> = new Set(
  'CI CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS DEBUG FORCE_COLOR GOARCH GOOS LANG LANGUAGE LINES LOG_LEVEL NODE_ENV NO_COLOR PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED RAILS_ENV RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE'.split(
    ' ',
  ),
)

export function isHarmlessAssignment(name: string): boolean {
  return HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name)
}
