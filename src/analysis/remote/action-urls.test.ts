import { describe, expect, it } from 'vitest'
import { isActionUrl, isDestructiveUrl } from './action-urls.ts'

describe('an address that acts when it is asked for', () => {
  it.each([
    'https://ci.example.net/job/nightly/buildWithParameters?token=x&REF=main',
    'https://hooks.example.net/trigger/nightly?key=abc',
    'https://admin.example.net/users/delete?id=7',
    'https://shop.example.net/orders/41/cancel?confirm=1',
    'https://deploy.example.net/deploy?env=prod',
    'https://cloud.example.net/api/instances/i-1/terminate',
    'https://ops.corp.internal/api/services/web/restart',
    'https://ci.example.net/job/old/doDelete?x=1',
    'https://mail.example.net/list/unsubscribe?token=abc',
    'http://10.3.0.7/rest/v1/cache/purge',
    'http://idx.corp.internal:8983/admin/cores?action=DROP&core=a',
    'http://cam4.lan/x-cgi/restart.cgi',
    'https://mail.example.net/admin?do=purgeQueue',
    'http://10.3.0.7/cgi-bin/pdu?outlet=3&cmd=reboot',
    'http://store.corp.internal/maintenance?wipeData=true',
    'https://api.example.com/v1/items?purge_all=1',
  ])('%s', (url) => expect(isActionUrl(url)).toBe(true))

  it.each([
    'https://docs.example.net/api/users/delete?version=3',
    'https://example.net/docs/users/7/delete',
    'https://example.net/blog/how-to-delete-a-user?id=4',
    'https://github.com/acme/deploy/issues/12',
    'https://example.net/search?q=delete+user',
    'https://example.net/features/deploy?utm_source=mail',
    'https://example.net/guide/build?token=design',
    'https://ci.example.net/job/deploy-production/lastBuild/api/json?tree=result',
    'https://example.net/delete.html?id=7',
    'https://example.net/api/users/delete',
    'http://localhost:3000/users/delete?id=7',
    'https://registry.example.net/v2/deploy/manifests/1.2',
    'http://idx.corp.internal:8983/admin/cores?action=STATUS',
    'https://example.net/api/v1/audit?action=delete',
    'https://shop.example.net/products?action=remove',
    'http://solr:8983/admin/cores?action=RELOAD&core=a',
    'http://10.3.0.7/api/items?include_deleted=true&drop=false',
    'https://api.example.com/v1/items?disable_pagination=true',
    'https://api.example.com/v1/items?reset=1',
    'https://api.example.com/v1/items?clear_cache=1',
    'https://cloud.example.net/api/v2/terminate',
  ])('%s does not', (url) => expect(isActionUrl(url)).toBe(false))
})

describe('a path that says that things are gone', () => {
  it.each([
    'http://tsdb.corp.internal/api/v1/delete_series',
    'http://10.0.0.3/indices/_delete_by_query',
    'https://q.lan/purge',
  ])('%s', (url) => expect(isDestructiveUrl(url)).toBe(true))

  it.each([
    'http://tsdb.corp.internal/api/v1/query',
    'http://db:9200/x/_delete_by_query',
    'http://host.docker.internal/x/purge',
    'http://dev.corp.internal/x/purge',
  ])('%s does not', (url) => expect(isDestructiveUrl(url)).toBe(false))
})
