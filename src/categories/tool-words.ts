import { classifyToolVerb } from '../analysis/mcp/tool-verbs.ts'
import { TOOL_NAME_FILLERS } from '../knowledge/lexicon/common-words.ts'
import { wordsOf } from '../knowledge/lexicon/verbs.ts'

/** What people say when they ask for what a tool's own verb does. */
const SYNONYMS_BY_TOOL_VERB: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    update:
      'update change set edit modify move rename put adjust replace mark turn switch increase decrease raise lower extend assign',
    edit: 'edit change update modify rewrite rename replace add remove assign label set',
    set: 'set change adjust turn switch put make raise lower dim',
    modify: 'modify change update edit set',
    change: 'change update upgrade downgrade set switch move',
    patch: 'patch change update set',
    move: 'move put drag transition shift',
    transition: 'transition move put mark set close resolve start',
    add: 'add put include append insert attach save',
    insert: 'insert add put',
    append: 'append add write put note',
    turn: 'turn switch set make',
    switch: 'switch turn set change',
    dim: 'dim set lower turn',
    lock: 'lock secure close',
    unlock: 'unlock open',
    open: 'open unlock create start raise',
    close: 'close shut lock finish resolve',
    reschedule: 'reschedule move shift postpone push change delay',
    schedule: 'schedule plan book set create arrange',
    store: 'store save remember note keep record',
    save: 'save store remember note keep record',
    remember: 'remember note memorize save keep',
    memorize: 'remember note memorize save keep',
    rename: 'rename change call',
    assign: 'assign give hand set put',
    start: 'start run launch begin trigger kick',
    stop: 'stop end halt pause shut turn',
    restart: 'restart reboot bounce reload',
    trigger: 'trigger run start launch kick',
    upload: 'upload put add attach send',
    copy: 'copy duplicate clone',
    archive: 'archive move put',
    restore: 'restore bring undo recover',
    play: 'play start put',
    label: 'label tag mark add',
    mark: 'mark set tag flag',
    subscribe: 'subscribe sign follow join',
    unsubscribe: 'unsubscribe cancel leave remove',
    enable: 'enable turn switch activate set',
    disable: 'disable turn switch deactivate silence mute',
    arm: 'arm turn activate set switch enable',
    disarm: 'disarm turn deactivate switch disable',
    rotate: 'rotate renew regenerate change',
    vote: 'vote',
    accept: 'accept confirm approve',
    decline: 'decline reject refuse',
    reject: 'reject decline refuse',
    confirm: 'confirm accept',
    submit: 'submit send file hand',
    remove: 'remove take delete',
    complete: 'complete finish close mark check tick',
    reset: 'reset renew change recover',
    check: 'check register',
    reassign: 'reassign assign hand give move pass transfer',
    transfer: 'transfer move hand give pass',
    respond: 'respond reply answer accept decline confirm rsvp',
    renew: 'renew extend prolong',
    extend: 'extend renew prolong',
  }).map(([verb, acts]) => [verb, acts.split(' ')]),
)

/** The acts that a tool's name stands for, beside those of its kind. */
export function toolActWords(words: readonly string[]): readonly string[] {
  // `create_return`: what is made is what people ask for, "return the shoes".
  return words
    .flatMap(wordsOf)
    .flatMap((word) => SYNONYMS_BY_TOOL_VERB.get(word) ?? (classifyToolVerb(word).type === 'read' ? [] : [word]))
}

/** The things that a tool's name speaks of: `linear_update_issue` is about an issue. */
export function toolNouns(words: readonly string[]): readonly string[] {
  return words
    .flatMap(wordsOf)
    .filter((word) => word.length > 2 && !TOOL_NAME_FILLERS.has(word) && classifyToolVerb(word).type === 'opaque')
    .flatMap((word) => (word.endsWith('s') ? [word, word.slice(0, -1)] : [word, `${word}s`]))
}
