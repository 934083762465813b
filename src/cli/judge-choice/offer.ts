import { readPolicy } from '../../integrations/policy.ts'
import { namesModel } from '../../judge/has-model.ts'
import type { Io } from '../io.ts'
import { askTerminal, THIS_PERSON, unprovenReason } from '../typing-person.ts'
import { setUpJudge } from './setup.ts'

const LATER = 'No model judges yet: `irongate judge setup` finds the ones you already have.\n'

/** After an install: a person who has no model yet is asked whether to look for one. Whatever comes of it, the gate is on. */
export async function offerJudge(
  { home, yes }: { readonly home: string; readonly yes: boolean },
  io: Io,
): Promise<void> {
  const policy = readPolicy({ cwd: home, home })
  if (namesModel(policy) || policy.judge.kind === 'embedded') return
  const person = io.person ?? THIS_PERSON
  const asks = !yes && person.hasTerminal?.() !== false && unprovenReason(person) === undefined
  const reply = asks
    ? askTerminal(
        '\nCalls that no rule settles are judged offline. A model understands what you say far better. Look for one you already have? [Y/n] ',
      )
    : undefined
  if (reply === undefined || /^no?$/i.test(reply)) io.out(LATER)
  else await setUpJudge({ home, json: false, yes: false }, io)
}
