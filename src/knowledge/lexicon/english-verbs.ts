/** They only tell where one clause ends and the next begins: what an order clears, its finding says. */
export const ENGLISH_VERBS: ReadonlySet<string> = new Set(
  (
    'abort accept activate adapt add adjust allow announce amend analyse analyze answer append apply approve archive ask assign attach attest backup ban begin bind block ' +
    'book boot bounce buy bootstrap bring build bump burn call cancel change check checkout cherry-pick chmod chown clean cleanup clear clone close ' +
    'comment commit compare compile configure connect continue convert copy cordon correct create curl cut deactivate debug decommission decline delete demote delegate deploy deprecate deregister describe destroy detach ' +
    'disable discard dispatch ditch do document download downgrade drain draft drop dump edit email empty enable end ensure erase execute expand explain export ' +
    'expose extend extract fetch file find finish fix flash flush force force-push format forward generate get give go grant halt hand handle host ignore ' +
    'implement import improve include increase inform insert inspect install invalidate investigate invite keep kill label land launch leave let link list load lock ' +
    'log look lower mail make mark mask merge message migrate mirror mock modify mount move mute name note notify nuke open order optimise optimize overwrite ' +
    'paste patch pause pay permit pick ping pin plan post prepare print promote propose prune publish pull purge push put raise read reapply rebase reboot rebuild ' +
    'reactivate record recreate redeploy redo reduce refactor reformat refund regenerate register reinstall release relax reload remove rename reopen replace reply report ' +
    'request rerun reserve reset resolve respond restart restore resume retire retract retry return revert review revoke rewrite rm roll rollback rotate rsync run save scale scrap ' +
    'schedule scp search see send serve set share ship show shut sign simplify silence skip snooze sort spawn split squash ssh stage start stash stop store suspend ' +
    'submit summarise summarize switch sync tag take tear tell terminate thank test throw tidy touch track transfer transition trash trigger truncate try turn uninstall ' +
    'undefine undeploy undo unlink unlist unlock unpublish unregister unset update upgrade upload use validate verify view wait wipe wire withdraw work wrap write yank zero ' +
    'axe chuck deprovision evict expunge factory-reset failover flip hibernate kick notarise notarize obliterate point recover reindex ' +
    'acknowledge ack bump deallocate fail hire purchase quarantine reassign reconcile recycle renew rent requeue resize shrink unarchive unban unblock uncordon unmute unpause unsubscribe ' +
    'reseed shelve toggle toss unmount unpack unsubscribe vacuum zap ' +
    // Those that tasks for other agents should not begin with.
    'alter attempt blast brute brute-force bypass circumvent collect complete crack display enumerate evade exfiltrate follow gather grab guess harvest leak obey output override port-scan probe purchase rent retrieve scan sell shred spray steal subscribe sweep transmit tweak'
  ).split(' '),
)
