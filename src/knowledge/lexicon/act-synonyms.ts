/** Each line goes one way: the left is as strong as the right, or stronger. `kick … off` is apart from its particle. */
export const ACT_SYNONYMS: readonly (readonly [said: string, done: string])[] = [
  [
    'delete remove destroy drop erase wipe scrap ditch nuke terminate retire kill zap toss axe chuck trash get_rid tear_down throw_away take_away',
    'delete remove destroy drop erase rm del terminate uninstall undefine unset unregister deregister unlink expunge',
  ],
  ['take_out kick_out kick…off kick…out pull_out throw_out boot_out', 'remove rm del detach evict kick'],
  ['empty clear flush purge', 'empty clear flush purge truncate expunge'],
  ['clean_up', 'clean cleanup prune'],
  [
    'stop halt shut shut_down end cancel abort kill turn_off switch_off power_off take_down bring_down',
    'stop halt shutdown shut down poweroff off cancel abort deallocate',
  ],
  ['disable deactivate suspend lock turn_off switch_off shut_off', 'disable deactivate off suspend lock inactive'],
  ['enable activate turn_on switch_on', 'enable activate on'],
  [
    'start launch run trigger execute invoke begin rerun fire kick_off fire_off fire_up spin_up bring_up bring…up',
    'start launch run rerun trigger execute exec dispatch invoke build up',
  ],
  ['restart reboot bounce cycle recycle', 'restart reboot cycle powercycle recycle'],
  [
    'grant give hand let allow permit add make put assign authorize invite',
    'grant add assign attach authorize allow permit bind binding',
  ],
  ['revoke withdraw take_away strip', 'revoke remove detach'],
  [
    'set change update make put switch turn mark point edit modify adjust move bring',
    'set update modify edit change patch alter put',
  ],
  [
    'create make add open provision register order buy rent purchase get reserve book hire lease allocate issue set_up spin_up put enter schedule',
    'create add new make register provision allocate buy order purchase reserve rent',
  ],
  [
    'publish release ship push upload deploy submit flash roll_out put_up put_out bring_out',
    'publish upload push deploy submit rollout ship put copy cp mirror send',
  ],
  ['put copy mirror send', 'put copy cp mirror send upload'],
  [
    'send post publish message mail email ping notify tell text tweet reply respond answer comment announce',
    'send post publish message mail email notify reply respond comment tweet toot note',
  ],
  ['tag retag label copy promote', 'tag retag'],
  ['refund give_back pay_back', 'refund'],
  ['roll_back rollback revert put_back go_back bring_back switch_back take_back', 'rollback revert undo'],
  ['switch_over fail_over switch fail failover switchover', 'switchover failover'],
  ['transfer hand hand_over give_over move sign_over', 'transfer reassign move'],
  ['migrate upgrade update', 'migrate upgrade'],
  ['run_changes', 'migrate upgrade update up apply'],
  ['apply deploy roll_out bring_up bring…up', 'apply up'],
  ['open allow unblock let permit', 'open allow permit add'],
  ['bring_back resume continue restart start', 'resume unpause'],
]

/** What programs abbreviate, as people say it. */
export const SAID_AS: ReadonlyMap<string, string> = new Map(
  'rm=delete del=delete rb=delete mb=create put=change set=change up=apply mv=move new=create down=stop cp=copy unregistervm=delete rollback=roll_back checkout=check_out failover=fail_over shutdown=shut_down reply=reply_to respond=respond_to comment=comment_on'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
