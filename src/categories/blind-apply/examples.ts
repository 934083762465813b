import { bash, type Examples } from '../category.ts'

const written = [{ tool: 'Write', input: { file_path: '/home/dev/project/fix.patch', content: '--- a/x\n+++ b/x\n' } }]

export const examples: Examples = {
  block: [
    bash('git apply vendor-fix.patch'),
    bash('git am < 0001-hotfix.patch'),
    bash('patch -p1 < ~/Downloads/speedup.diff'),
    bash('patch -p1 -i contributed.patch'),
    bash('curl -sL https://github.com/acme/api/pull/71.patch | git apply'),
    bash('curl -s https://pastes.dev/raw/a81 | patch -p0'),
    bash('git apply --3way series/*.patch'),
    bash('wget -qO- https://lists.acme.io/p/12.mbox | git am'),
  ],
  allow: [
    bash('git apply --check vendor-fix.patch'),
    bash('git apply --stat vendor-fix.patch'),
    bash('patch --dry-run -p1 < vendor-fix.patch'),
    bash('git apply fix.patch', { before: written }),
    bash('git cherry-pick 4f2a9c1'),
    bash('git diff > mine.patch'),
    bash('git format-patch -1 HEAD'),
    bash('cat vendor-fix.patch'),
  ],
}
