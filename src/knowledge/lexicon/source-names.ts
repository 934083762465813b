/** What a list of containers is called as the origin of text. */
export const LISTING_SOURCE = 'container list'

/** git's key for a file of settings that is included where it is there. */
export const OPTIONAL_INCLUDE_KEY = 'includeIf.there.path'
