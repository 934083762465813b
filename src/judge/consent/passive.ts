const DONE: ReadonlyMap<string, string> = new Map(
  (
    'deleted=delete removed=remove dropped=drop purged=purge wiped=wipe cleared=clear cleaned=clean emptied=empty pruned=prune destroyed=destroy ' +
    'stopped=stop cancelled=cancel canceled=cancel killed=kill terminated=terminate restarted=restart rebooted=reboot drained=drain ' +
    'scaled=scale merged=merge closed=close pushed=push deployed=deploy uninstalled=uninstall unpublished=unpublish discarded=discard reverted=revert ' +
    'archived=archive sent=send shared=share paid=pay booked=book ordered=order renamed=rename moved=move updated=update'
  )
    .split(' ')
    .map((pair) => pair.split('=', 2) as [string, string]),
)
/** "The branches a and b can be deleted on origin", "those folders may go": a person gives leave. */
const LEAVE = new RegExp(
  `(^|: |; )((?:the|these|those|all|both|my|our|§|[\\w./~@-]+)(?: (?!(?:if|when|once|unless|until|whether|who|how|which)\\b)[^:;?]{1,240}?)?) (?:can|may|should|must|has to|have to|needs? to)(?: now| also| all| both| safely| then| just)*(?: be (${[...DONE.keys()].join('|')})| (go)(?: away| now)?)(?=$|[\\s,.;])(?! by\\b)`,
)

/** "Force-push is fine for x": leave to do it. */
const FINE =
  /^(force-?push|push|delete|restart|merge|deploy)(?:ing|ion|s)? (?:is|are) (?:fine|ok|okay|allowed|permitted) (?:for|on|with|to|in) (.+)$/

/** Puts what is said in the passive as an order: "x can be deleted" tells to delete x. */
export function activeOf(sentence: string): string {
  if (/\b(?:if|when|unless|whether|until)\b/.test(sentence)) return sentence
  return sentence
    .replace(FINE, '$1 $2')
    .replace(LEAVE, (_, opening: string, thing: string, done: string | undefined) => {
      const verb = done === undefined ? 'delete' : (DONE.get(done) ?? done)
      return `${opening}${verb} ${thing}`
    })
}

const PLACE_FIRST =
  /^(?:please )?((?:in|on|under|from|inside|within) (?:the |our |my )?[^,]{2,80}?),? (?:please )?((?:delete|remove|clean|stop|restart|cancel|kill|drop|purge|rename|move|create|add|update|set|scale|empty|clear)\b.*)$/

/** "In /srv/logs delete what is old": the order first, then the place. */
export function placeLast(sentence: string): string {
  return sentence.replace(PLACE_FIRST, '$2 $1')
}
