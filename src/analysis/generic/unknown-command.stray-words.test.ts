import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string): readonly string[] => effectsOf(text).map(({ kind }) => kind)

/** A word more does not silence what the others say. */
describe('stray words', () => {
  it.each([
    ['quux send --room ops --message hello localhost', 'external-write'],
    ['quux send --server chat.acme.com --room ops --message hello http://localhost/', 'external-write'],
    ['quux send --room ops --message hello x.http', 'external-write'],
    ['quux send --room ops -n --message hello', 'external-write'],
    ['quux issue create --url https://tracker.acme.com --title x localhost', 'external-write'],
    ['quuxpaste notes/plan.md localhost', 'send-data'],
    ['quux-upload app-1.0.tgz ppa:acme/tools localhost', 'publish'],
    ['quux-upload app-1.0.tgz ppa:acme/tools -n', 'publish'],
    ['quux drop_tenants --env production acme localhost', 'resource-change'],
    ['quux sync --no-verify-signatures https://files.acme.com/x localhost', 'weaken'],
    ['quux apps delete web --yes --host https://api.acme.com localhost', 'resource-change'],
    ['quux --nuke orders cache', 'resource-change'],
    ['dotquux apply -n', 'touch-protected'],
  ])('%s states %s', (text, kind) => expect(kinds(text)).toContain(kind))

  it.each([
    ['quux send --server localhost:8065 --room ops --message hello', 'external-write'],
    ['quux send api/login.http', 'external-write'],
    ['quux send --help', 'external-write'],
    ['quux send -h', 'external-write'],
    ['quux issue create --url http://localhost:3000 --title x', 'external-write'],
    ['quuxpaste --server http://127.0.0.1:7777 notes/plan.md', 'send-data'],
    ['quux-upload app-1.0.tgz --registry http://localhost:4873', 'publish'],
    ['quux-upload app-1.0.tgz ppa:acme/tools --dry-run', 'publish'],
    ['quux send_newsletter --all --url http://localhost:8000', 'external-write'],
    ['quux sync --no-verify-signatures http://localhost:8000/x', 'weaken'],
    ['quux --wipe-cache', 'resource-change'],
    ['quux cache --delete-all', 'resource-change'],
    ['quux clean --nuke .cache/quux', 'resource-change'],
    ['dotquux apply --dry-run', 'touch-protected'],
  ])('%s does not state %s', (text, kind) => expect(kinds(text)).not.toContain(kind))
})
