import { describe, expect, it } from 'vitest'
import { checkDisablingValue } from './insecure-variables.ts'

describe('variables that switch checks of the other side off', () => {
  it.each([
    'NODE_TLS_REJECT_UNAUTHORIZED=0',
    'GIT_SSL_NO_VERIFY=true',
    'PYTHONHTTPSVERIFY=0',
    'npm_config_strict_ssl=false',
    'CONSUL_HTTP_SSL_VERIFY=false',
    'PGSSLMODE=disable',
    'REQUESTS_CA_BUNDLE=',
    'PIP_TRUSTED_HOST=pypi.example',
    'REBAR_UNSAFE_HTTPS=1',
    'ACME_SKIP_CERT_CHECK=yes',
    'ACME_DISABLE_SIGNATURE_VERIFICATION=1',
    'TF_IGNORE_CHECKSUM_MISMATCH=1',
    'INSECURE_SKIP_VERIFY=true',
    'ACME_INSECURE_SKIP_VERIFY=1',
    'ACME_INSECURE_HOST=pypi.example',
    'ACME_NO_VERIFY_PEER=1',
    'ACME_SKIP_HOSTNAME_VERIFICATION=1',
  ])('%s', (set) => expect(holds(set)).toBe(true))

  it.each([
    'NODE_TLS_REJECT_UNAUTHORIZED=1',
    'GIT_SSL_NO_VERIFY=0',
    'PGSSLMODE=verify-full',
    'DB_SSL=false',
    'OTEL_EXPORTER_OTLP_INSECURE=true',
    'SSL_CERT_FILE=/etc/ssl/ca.pem',
    'NO_PROXY=localhost',
    'DISABLE_TELEMETRY=1',
    'npm_config_unsafe_perm=true',
    'SKIP_TESTS=1',
    'EMAIL_VERIFY=false',
    'SKIP_EMAIL_VERIFICATION=true',
    'DISABLE_VERIFY_PHONE=1',
    'SKIP_AGE_VERIFICATION=1',
    'TRUSTED_HOSTS=localhost',
    'TRUSTED_HOSTS=shop.example.com',
    'PIP_TRUSTED_HOST=localhost:3141',
    'INSECURE_SKIP_VERIFY=false',
  ])('%s changes nothing', (set) => expect(holds(set)).toBe(false))
})

function holds(set: string): boolean {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(set) ?? []
  return checkDisablingValue(name)?.test(value) ?? false
}
