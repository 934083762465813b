import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const published = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'publish')

describe('a tag that is moved in a registry', () => {
  it.each([
    ['docker buildx imagetools create -t shop/web:stable shop/web:2.1', 'shop/web', 'stable'],
    [
      'docker buildx imagetools create --tag=reg.example.com/a/web:latest --append x',
      'reg.example.com/a/web',
      'latest',
    ],
    ['crane tag shop/web:2.1 stable', 'shop/web', 'stable'],
    ['oras tag reg.example.com:5000/web@sha256:aa next', 'reg.example.com:5000/web', 'next'],
  ])('%s', (text, name, ref) => {
    expect(published(text)).toMatchObject([
      {
        targets: [
          { kind: 'package', name },
          { kind: 'ref', ref },
        ],
      },
    ])
  })

  it('states each of several', () => {
    expect(published('oras tag shop/web:2 stable latest')).toHaveLength(2)
    expect(published('docker buildx imagetools create -t a/b:1 -t a/c:1 a/b:0')).toHaveLength(2)
  })

  it.each([
    'docker buildx imagetools inspect shop/web:stable',
    'docker buildx imagetools create --dry-run -t shop/web:stable shop/web:2.1',
    'docker tag shop/web:2.1 shop/web:stable',
    'buildah tag web shop/web:stable',
    'crane digest shop/web:stable',
  ])('%s moves none', (text) => {
    expect(published(text)).toEqual([])
  })

  it('is a change where a cloud keeps the images', () => {
    expect(effectsOf('gcloud container images add-tag gcr.io/a/web:1 gcr.io/a/web:stable')).toContainEqual(
      expect.objectContaining({ kind: 'resource-change' }),
    )
    expect(effectsOf('gcloud container images list-tags gcr.io/a/web').map(({ kind }) => kind)).not.toContain(
      'resource-change',
    )
  })
})
