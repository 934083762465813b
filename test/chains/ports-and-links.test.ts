import { holds, started, wrote } from './kit.ts'

/** A forwarded port has the grade of what it is forwarded to, and a link that of the program it stands for. */
holds({
  stopped: [
    ['kubectl proxy & curl -XDELETE localhost:8001/api/v1/namespaces/shop'],
    [started('kubectl port-forward -n shop svc/search 9200:9200'), 'curl -XDELETE localhost:9200/orders'],
    [started('kubectl port-forward svc/db 15432:5432'), 'psql -h localhost -p 15432 -c "delete from orders"'],
    ['ssh -fNL 5433:db.internal:5432 bastion', 'psql -h 127.0.0.1 -p 5433 -c "update users set admin = true"'],
    [started('cloud-sql-proxy acme:eu:shop --port 6543'), 'psql -h localhost -p 6543 -c "drop table users"'],
    ['ln -s /bin/rm tidy', './tidy -rf ~/letters'],
    ['ln /bin/rm tidy', './tidy -rf ~/letters'],
    ['mkdir -p ~/.local/bin && ln -s /bin/rm ~/.local/bin/tidy', 'tidy -rf ~/letters'],
  ],
  free: [
    [started('kubectl port-forward svc/web 8080:80'), 'curl -s localhost:8080/health'],
    [started('kubectl port-forward svc/web 8080:80'), 'curl -X DELETE localhost:3000/api/items/1'],
    [started('kubectl port-forward svc/db 5432'), "psql -h localhost -c 'select 1'"],
    [started('npm run dev'), 'curl -X DELETE localhost:3000/api/items/1'],
    ['ssh -fNL 8080:localhost:80 dev-box', 'curl -s localhost:8080'],
    ['ln -s ../src/a.js link.js && cat link.js'],
    ['ln -s /bin/ls list', './list -la'],
    [wrote('Gemfile', "source 'https://rubygems.org'\ngem 'rails'\n")],
  ],
})
