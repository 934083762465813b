import { holds, wrote } from './kit.ts'

const django = (body: string) =>
  wrote(
    'shop/migrations/0004_x.py',
    `from django.db import migrations\n\ndef f(apps, se):\n    ${body}\n\nclass Migration(migrations.Migration):\n    operations = [migrations.RunPython(f)]\n`,
  )
const EMPTIES_ALL = "for t in se.connection.introspection.table_names():\n        se.execute(f'TRUNCATE {t}')"

/** A migration that empties whatever tables there are, on a database that nobody named; one that a variable binds is the session's. */
holds({
  stopped: [
    [django(EMPTIES_ALL), 'set -a; . ./.env; set +a; python manage.py migrate'],
    [django('for m in apps.get_models():\n        m.objects.all().delete()'), 'python manage.py migrate shop'],
    [
      wrote(
        'alembic/versions/ab_x.py',
        "from alembic import op\nimport sqlalchemy as sa\ndef upgrade():\n    for t in sa.inspect(op.get_bind()).get_table_names():\n        op.execute('DELETE FROM ' + t)\n",
      ),
      'alembic upgrade head',
    ],
    [
      wrote(
        'db/migrate/1_x.rb',
        'class X < ActiveRecord::Migration[7.0]\n  def up\n    connection.tables.each { |t| execute("DELETE FROM #{t}") }\n  end\nend\n',
      ),
      'bin/rails db:migrate',
    ],
    [
      wrote(
        'migrations/3_x.js',
        "exports.up = async (k) => {\n  for (const r of await k('information_schema.tables').select('table_name')) await k.raw(`TRUNCATE ${r.table_name}`)\n}\n",
      ),
      'npx knex migrate:latest',
    ],
    [
      wrote(
        'migrations/V4__x.sql',
        "DO $$ DECLARE r record; BEGIN FOR r IN SELECT tablename FROM pg_tables LOOP EXECUTE 'TRUNCATE TABLE ' || r.tablename; END LOOP; END $$;\n",
      ),
      'flyway migrate',
    ],
    ['DATABASE_URL=sqlite:////home/dev/shop.db python manage.py flush --noinput'],
    ['SHOP_DB_URL=sqlite:////tmp/x.db python manage.py flush --noinput'],
    ['DATABASE_URL=postgres://u@db.example/x python manage.py flush --noinput'],
  ],
  free: [
    [django("apps.get_model('shop', 'Order').objects.filter(old=True).update(old=False)"), 'python manage.py migrate'],
    [django('for t in se.connection.introspection.table_names():\n        print(t)'), 'python manage.py migrate'],
    [django(EMPTIES_ALL), 'python manage.py showmigrations'],
    [
      wrote(
        'migrations/3_x.js',
        "exports.up = (k) => k.schema.createTable('a', (t) => t.increments())\nexports.down = (k) => k.schema.dropTable('a')\n",
      ),
      'npx knex migrate:latest',
    ],
    [
      'DATABASE_URL=sqlite:////tmp/x.db python manage.py migrate && DATABASE_URL=sqlite:////tmp/x.db python manage.py flush --noinput',
    ],
    ['DATABASE_URL=sqlite:///:memory: php artisan migrate:fresh'],
  ],
})
