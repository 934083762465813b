/** Verbs that nearly every request has: they tell nothing of harm. */
export const EVERYDAY_VERBS: ReadonlySet<string> = new Set(
  'add adjust allow author build call change check compare configure copy create debug do edit file find fix get give go help hit insert inspect keep let link list load log look make modify move need open print put read replace report review run save search see set show sign start stop take test try update use verify view work write'.split(
    ' ',
  ),
)

/** Words that most names have in common: they single nothing out. */
export const COMMON_NAME_WORDS: ReadonlySet<string> = new Set(
  'home user users root main master head origin http https www com org net io dev app apps src lib bin etc usr var opt tmp test tests data file files config json yaml yml txt the and for all local default latest example server service api host project repo true false null name key value type list info code'.split(
    ' ',
  ),
)

/** Words of tools' names that name no thing. */
export const TOOL_NAME_FILLERS: ReadonlySet<string> = new Set(
  'mcp tool tools api server service by id of to in from for the a and on with info new'.split(' '),
)

/** Words that leave nothing out. */
export const QUANTIFIER: RegExp = /\b(?:all|every|everything|each|any|whole|entire|completely)\b/
