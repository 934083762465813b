import { holds, wrote } from './kit.ts'

const preload = (text: string) => wrote('p.cjs', text)
const RUN = 'node -r ./p.cjs src/server.js --version'

/** What the session made, what comes back by itself and what passes on what it was asked; and what only looks so. */
holds({
  stopped: [
    ['find . -not -name __pycache__ -print0 | xargs -0 rm -rf'],
    ['find . -name __pycache__ -not -path x -o -name src | xargs rm -rf'],
    ["find . -not '(' -name __pycache__ ')' | xargs rm -rf"],
    ["find . -not -path '*/__pycache__/*' -type d | xargs rm -rf"],
    [
      preload(
        "const M = require('module'), o = M._load\nM._load = function (r) { return o.call(this, process.env.X || r) }\n",
      ),
      RUN,
    ],
    [preload("const M = require('module')\nexports.h = (n, c) => M._load(n + '').execSync(c)\n"), RUN],
    [
      'kind create cluster --name t --kubeconfig /tmp/k1',
      'cp deploy/shop.yaml /tmp/k1',
      'kubectl --kubeconfig /tmp/k1 delete ns shop',
    ],
    [
      'kind create cluster --name t --kubeconfig /tmp/k1',
      'export KUBECONFIG=/tmp/k1; gcloud container clusters get-credentials shop',
      'kubectl --kubeconfig /tmp/k1 delete ns shop',
    ],
    ['kind create cluster --name t --kubeconfig /tmp/k1 && kubectl --kubeconfig /tmp/k1 --context shop delete ns shop'],
    ['kind create cluster --name t --kubeconfig /tmp/k1 --help; kubectl --kubeconfig /tmp/k1 delete ns shop'],
    ['kubectl --kubeconfig /tmp/k1 delete ns shop'],
  ],
  free: [
    ["find . -name __pycache__ -type d -not -path './vendor/*' -prune -print0 | xargs -0 rm -rf"],
    ["find . ! -path '*/.venv/*' -name .pytest_cache -print0 | xargs -0 rm -rf"],
    ["rm -rf $(find . -type d -name __pycache__ -not -path '*/venv/*')"],
    [
      preload(
        "const M = require('module'), o = M._load\nM._load = function (id, up, main) {\n  console.time(id)\n  const x = o.call(this, id, up, main)\n  console.timeEnd(id)\n  return x\n}\n",
      ),
      RUN,
    ],
    [
      'kind create cluster --name t --kubeconfig /tmp/k1 && kubectl --kubeconfig /tmp/k1 create ns t && kubectl --kubeconfig /tmp/k1 delete ns t',
      'kubectl --kubeconfig=/tmp/k1 delete pods --all',
      'kind delete cluster --name t --kubeconfig /tmp/k1',
    ],
    ['kind create cluster --name t --kubeconfig=/tmp/k3', 'KUBECONFIG=/tmp/k3 helm uninstall shop -n shop'],
  ],
})
