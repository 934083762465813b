import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)

describe('libraries that reach databases and clouds', () => {
  it.each([
    ['python3 -c "from shop.models import Order; Order.objects.all().delete()"', 'delete', true],
    ['python3 -c "from shop.models import Order; Order.objects.filter(id=1).delete()"', 'delete', false],
    ['python3 -c "from app import db; db.drop_all()"', 'drop', true],
    [`python3 -c "import redis; redis.Redis(host='cache').flushall()"`, 'flush', true],
    ['node -e "new (require(\'@prisma/client\').PrismaClient)().user.deleteMany()"', 'delete', true],
    ["ruby -e 'ActiveRecord::Base.connection.drop_table(:orders)'", 'drop', true],
    [`php -r "DB::table('orders')->truncate();"`, 'delete', true],
  ])('%s', (text, statement, unbounded) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'database-change', statement, unbounded }))
  })

  it.each([
    `python3 -c "import boto3; boto3.client('rds').delete_db_cluster(DBClusterIdentifier='orders')"`,
    `python3 -c "import kubernetes as k; k.client.CoreV1Api().delete_namespace('orders')"`,
    `python3 -c "from google.cloud import storage; storage.Client().bucket('orders').delete()"`,
    `node -e "new (require('@aws-sdk/client-s3').DeleteBucketCommand)({Bucket:'orders'})"`,
  ])('%s changes a cloud', (text) => {
    expect(kinds(text)).toContain('resource-change')
  })

  it.each([
    `python3 -c "import sqlite3; sqlite3.connect(':memory:').execute('drop table t')"`,
    `python3 -c "import sqlite3; c=sqlite3.connect('/tmp/t.db').cursor(); c.execute('drop table t')"`,
    `python3 -c "import boto3; print(boto3.client('s3').list_buckets())"`,
    `python3 -c "d={'a':1}; d.pop('a')"`,
    `python3 -c "import ctypes; print(ctypes.sizeof(ctypes.c_int))"`,
  ])('%s changes nothing of anybody', (text) => {
    expect(kinds(text)).not.toContain('database-change')
    expect(kinds(text)).not.toContain('resource-change')
  })
})
