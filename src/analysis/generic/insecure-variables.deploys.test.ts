import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const weakened = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'weaken')

describe('checks switched off where something is deployed', () => {
  it.each([
    ['kubectl --context prod set env deployment/web AUTH_DISABLED=true LOG_LEVEL=info', 'authentication'],
    ['kubectl -n shop set env deploy/web CSRF_PROTECTION=off', 'authentication'],
    ['heroku config:set DISABLE_LOGIN=1 -a shop', 'authentication'],
    ['helm upgrade web ./chart --set replicas=2 --set auth.enabled=false', 'authentication'],
    ['az webapp update -n shop -g rg --https-only false', 'tls'],
    ['az webapp update -n shop -g rg --set httpsOnly=false', 'tls'],
    ['gcloud run services update pay --set-env-vars=LOG=debug,TLS_VERIFY=0', 'tls'],
    [
      "aws lambda update-function-configuration --function-name b --environment 'Variables={VERIFY_PEER=false}'",
      'authentication',
    ],
    ['fly secrets set AUDIT_ENABLED=false -a shop', 'audit'],
    ['docker service update --env-add REQUIRE_SIGNATURE=false web', 'signing'],
  ])('%s', (text, area) => {
    expect(weakened(text)).toContainEqual(expect.objectContaining({ area }))
  })

  it.each([
    'kubectl set env deployment/web LOG_LEVEL=debug',
    'kubectl set env deployment/web AUTH_ENABLED=true',
    'kubectl set env deployment/web AUTH_URL=https://id.example.com AUTH_CACHE=0',
    'helm upgrade web ./chart --set auth.enabled=true',
    'helm upgrade web ./chart --set ingress.tls.port=0',
    'heroku config:set DISABLE_AUTH=false -a shop',
    'kubectl --context minikube set env deployment/web AUTH_DISABLED=true',
    'AUTH_DISABLED=true npm run dev',
    'docker run --rm -e AUTH_DISABLED=true shop/web npm test',
    'docker compose run -e SKIP_AUTH=1 web pytest',
    'helm template web ./chart --set auth.enabled=false',
    'kubectl get pods -l auth=false',
  ])('%s switches none off', (text) => {
    expect(weakened(text)).toEqual([])
  })
})
