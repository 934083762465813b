import { isLoopbackText, isRemote } from '../../programs/unlisted/shapes.ts'
import { stageOfName, strictestStage } from '../../stages.ts'
import type { Run } from './run.ts'
import type { Call } from './table.ts'
import { exact } from './value.ts'

/** Methods that leave nothing of what their object stands for, and methods that say of what. */
const DESTROYS = /^(?:destroy|terminate|purge|wipe|deprovision|decommission|delete_?all|destroy_?all|purge_?all)!?$/i
const DELETES = /^(?:delete|destroy|terminate|purge|drop|wipe|truncate)(?:_[a-z_]+|[A-Z]\w*)?!?$/
/** What runs elsewhere, by what libraries call it in the calls that lead there. */
const FAR =
  /cloud|infra|compute\b|clusters?\b|stacks?\b|droplets?\b|(?:get_|[a-z]\.)servers?\b|instances?\b|(?:^|[._])vms?\b/i
/** What is made anew, doubles, and files that hold tests. */
const TRIES = /cache|mock|fake|stub|(?:^|[/_.])(?:tests?|specs?|conftest)(?:[/_.]|$)/i
const MOST = 8

/** Objects of other people's libraries that were told to destroy what they stand for. */
export class FarObjects {
  private readonly calls: Call[] = []

  /** `known`: the library is one that every installation has. */
  called(call: Call, known: boolean): void {
    const method = call.name.slice(call.name.lastIndexOf('.') + 1)
    if (known || this.calls.length >= MOST || !DELETES.test(method) || TRIES.test(call.name)) return
    // What nobody knows is no object of a library; what its own text defines is read there.
    if (/^\?\.|^[./]/.test(call.name) || !/[.(]/.test(call.name)) return
    this.calls.push(call)
  }

  /** They are elsewhere if the code names production or another machine, or if the calls that lead there say so. */
  settle(texts: ReadonlySet<string>, run: Run): void {
    if (this.calls.length === 0 || TRIES.test(run.file ?? '')) return
    const words = [...texts].filter((text) => text.length < 200 && !/\s/.test(text))
    const stage = strictestStage(words.map(stageOfName))
    if (stage !== 'production' && (stage === 'development' || words.some(isLoopbackText))) return
    const elsewhere = stage === 'production' || words.some(isRemote)
    for (const call of this.calls.splice(0)) {
      const method = call.name.slice(call.name.lastIndexOf('.') + 1)
      if (!elsewhere && !(DESTROYS.test(method) && FAR.test(call.name))) continue
      const given = [...call.args, ...call.named.values()].flatMap((value) => exact(value) ?? [])
      // What it is called stands where it was looked up.
      const named =
        given.length > 0 ? given : words.filter((word) => stageOfName(word) === 'production' || isRemote(word))
      run.lower('plain')
      run.state({
        kind: 'resource-change',
        system: call.name.split(/[.(]/, 1)[0] ?? '',
        verb: 'delete',
        target: (named.join(' ') || method).slice(0, 120),
        mass: /all|purge/i.test(method),
        stage,
        family: 'other',
        by: call.name,
        certainty: 'likely',
      })
    }
  }
}
