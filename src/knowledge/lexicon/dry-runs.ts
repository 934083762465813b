const DRY_RUN_NAME = '(?:dry[-_]?run|what-?if|check|preview|simulate|noop|no-act|pretend|plan)'
const DECLINED_DRY_RUN = new RegExp(
  `^--?(?:no|not|without|disable)[-_]?${DRY_RUN_NAME}$|^--?${DRY_RUN_NAME}[=:](?:false|none|off|no|0|\\$false)$`,
  'i',
)

/** `--dry-run --no-dry-run`, `--dry-run=false`: said, and taken back. */
export function isDryRunDeclined(args: readonly { readonly known: string }[]): boolean {
  return args.some(({ known }) => known.startsWith('-') && DECLINED_DRY_RUN.test(known))
}
