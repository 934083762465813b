import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import {
  attachedDevices,
  createdResources,
  isCreatedEarlierHere,
  isSessionDevice,
  isSessionResource,
} from './session-resources.ts'

const first = (text: string) => {
  const command = readCommand(text).commands[0]
  if (!command) throw new Error(text)
  return command
}
const own = (made: string, then: string): boolean =>
  isSessionResource(first(then), new Set(createdResources(first(made))))

describe('what the session made by any tool', () => {
  it.each([
    ['boxer launch ubuntu:22.04 tmpbox', 'boxer delete --force tmpbox'],
    ['boxer launch --name tmpbox img', 'boxer delete tmpbox'],
    ['clusterx create cluster --name t', 'clusterx delete cluster --name t'],
    ['dbx branches create --name pr-1', 'dbx branches delete pr-1'],
    ['dbx branch create app tmp1', 'dbx branch delete app tmp1 --force'],
    ['acme db create x --project a', 'acme db delete x --project a'],
    ['createcluster tmp1', 'dropcluster tmp1'],
    ['boxer up trial', 'boxer destroy -f trial'],
    ['vaulter init -e none /tmp/t.store', 'vaulter delete /tmp/t.store'],
    ['boxer new --box-name t1', 'boxer delete t1'],
    ['qsub -n t1 job.sh', 'qdel --name=t1'],
    ['queues --server a:1 --create --queue t1 --parts 3', 'queues --server a:1 --delete --queue t1'],
    ['boxer launch img t1 -p base', 'boxer delete t1'],
    ['virt-install --name t1 --memory 512 --disk /srv/t.qcow2', 'virsh destroy t1'],
    ['virt-install --name t1 --disk path=/tmp/t.qcow2,size=2', 'virsh undefine t1 --remove-all-storage'],
    ['systemd-run --user --unit=t1 ./serve', 'systemctl --user stop t1.service'],
    ['systemd-nspawn -M t1 -D rootfs', 'machinectl terminate t1'],
    ['pg_createcluster 16 t1 -p 5499', 'pg_dropcluster 16 t1'],
    ['createdb -h localhost t1', 'dropdb -h localhost t1'],
    ['pg_createcluster 16 t1', 'pg_ctlcluster 16 t1 stop'],
    ['boxer createvm --name t1 --register', 'boxer unregistervm t1 --delete'],
    ['boxer create 990 --name t1', 'boxer destroy 990'],
    ['box-create t1', 'box-destroy t1'],
    ['zpool create t1 /tmp/a.img', 'zfs destroy t1/data'],
    ['vgcreate t1 /dev/loop9', 'vgremove -y t1'],
    ['mc mb local/t1', 'mc rb --force local/t1'],
    ['boxer cluster create t1', 'boxer cluster delete t1'],
    ['acmeq topic create -o lab -n t1 -r 24h', 'acmeq topic delete -o lab -n t1'],
  ])('%s, then %s: its own', (made, then) => expect(own(made, then)).toBe(true))

  it.each([
    ['boxer launch ubuntu:22.04 tmpbox', 'boxer delete other'],
    ['boxer launch ubuntu:22.04 tmpbox', 'boxer delete tmpbox other'],
    ['boxer launch ubuntu:22.04 tmpbox', 'boxer delete --all'],
    ['boxer launch ubuntu:22.04 tmpbox', 'crater delete tmpbox'],
    ['boxer start tmpbox', 'boxer delete tmpbox'],
    ['boxer up trial', 'boxer destroy -f main'],
    ['vaulter init /tmp/t.store', 'vaulter delete /srv/all.store'],
    ['vaulter init /', 'vaulter delete /'],
    ['boxer clone base tmpbox', 'boxer delete base'],
    ['acme db create x --project a', 'acme db delete x --project b'],
    ['acme db create prod', 'acme db delete prod'],
    ['createcluster tmp1', 'dropcluster other'],
    ['createdb -h localhost t1', 'dropdb -h db.corp.example t1'],
    ['qsub --job-name=t1 job.sh', 'bdel --name=t1'],
    ['boxer list tmpbox', 'boxer delete tmpbox'],
    ['queues --server a:1 --create --queue t1', 'queues --server b:1 --delete --queue t1'],
    ['queues --server a:1 --create --queue t1', 'queues --server a:1 --delete --queue t2'],
    ['boxer launch img t1 -p base', 'boxer delete base'],
    ['clusterx create cluster --name t', 'clusterx delete cluster --name t other'],
    ['clusterx create cluster --name t', 'clusterx delete cluster --name t --name other'],
    ['virt-install --name t1 --disk /srv/t.qcow2', 'virsh undefine t1 --remove-all-storage'],
    ['systemd-run --user --unit=t1 ./serve', 'systemctl stop t1.service'],
    ['systemd-run --user --unit=t1 ./serve', 'systemctl --user stop t1 sshd'],
    ['zpool create t1 /tmp/a.img', 'zpool destroy tank'],
    ['zpool create t1 /tmp/a.img', 'zfs destroy tank/t1'],
    ['pg_createcluster 16 t1', 'pg_ctlcluster 16 main stop'],
    ['boxer create', 'boxer delete'],
    ['boxer launch --name t1 img', 'boxer -c ssh://lab/boxes delete t1'],
    ['supervisorctl add web', 'supervisorctl stop web'],
    ['mc mb -p local/t1', 'mc rb --force local/t1'],
    ['boxer createvm --name t1 --disk /srv/t.img', 'boxer unregistervm t1 --delete'],
    ['boxer create 990 --name t1', 'boxer destroy 991'],
    ['boxer create --if-not-exists t1', 'boxer delete t1'],
    ['boxer create --replace t1', 'boxer delete t1'],
    ['boxer create t1/part', 'boxer delete t1'],
    ['vgcreate t1 /dev/loop9', 'vgremove -y t1 vg0'],
  ])('%s, then %s: not', (made, then) => expect(own(made, then)).toBe(false))

  const laid = (...commands: readonly string[]) => new Set(commands.flatMap((text) => attachedDevices(first(text))))
  it('knows a device over a scratch file', () => {
    expect(isSessionDevice('/dev/loop7', laid('losetup /dev/loop7 /tmp/a.img'))).toBe(true)
    expect(isSessionDevice('/dev/nbd3p1', laid('qemu-nbd -c /dev/nbd3 /tmp/a.qcow2'))).toBe(true)
    expect(isSessionDevice('/dev/loop8', laid('losetup /dev/loop7 /tmp/a.img'))).toBe(false)
    expect(isSessionDevice('/dev/loop7', laid('losetup /dev/loop7 /srv/a.img'))).toBe(false)
    expect(isSessionDevice('/dev/loop7', laid('losetup /dev/loop7 /tmp/a.img', 'losetup /dev/loop7 vm.img'))).toBe(
      false,
    )
    expect(isSessionDevice('/dev/md/t1', laid('mdadm --create /dev/md/t1 -l1 -n2 /dev/loop7 /dev/loop8'))).toBe(true)
    expect(isSessionDevice('/dev/md/t1', laid('mdadm --create /dev/md/t1 -l1 -n2 /dev/loop7 /dev/sdb'))).toBe(false)
    expect(isSessionDevice('/dev/sda', laid('losetup /dev/sda /tmp/a.img'))).toBe(false)
  })
})

describe('what an earlier command of the same text made on a server of this machine', () => {
  const HERE = '--server http://localhost:9000'
  const isHere = (made: string, then: string) => {
    const { commands } = readCommand(`${made}; ${then}`)
    const [last] = commands.slice(-1)
    return last !== undefined && isCreatedEarlierHere(last, commands)
  }

  it.each([
    [`acmeq topic create ${HERE} -o lab -n t1`, `acmeq topic delete ${HERE} -o lab -n t1`],
    [
      'acmeq topic create --url=http://127.0.0.1:9 --topic t1',
      'acmeq topic delete --url=http://127.0.0.1:9 --topic t1',
    ],
  ])('%s, %s', (made, then) => {
    expect(isHere(made, then)).toBe(true)
  })

  it.each([
    [`acmeq topic create ${HERE} -o lab -n t1`, `acmeq topic delete ${HERE} -o lab -n t2`],
    [`acmeq topic create ${HERE} -o lab -n t1`, `acmeq topic delete ${HERE} -o shop -n t1`],
    [`acmeq topic create ${HERE} -n t1`, 'acmeq topic delete --server http://10.0.0.7:9000 -n t1'],
    [`acmeq topic create ${HERE} -n t1 --if-not-exists`, `acmeq topic delete ${HERE} -n t1`],
    [`acmeq topic list ${HERE} -n t1`, `acmeq topic delete ${HERE} -n t1`],
    ['acmeq status', `acmeq rule add ${HERE} -n t1`],
    ['acmeq rule add --net 0.0.0.0/0 -n t1', 'acmeq rule delete --net 0.0.0.0/0 -n t1'],
    ['acmeq topic create --server http://q.acme.io -n t1', 'acmeq topic delete --server http://q.acme.io -n t1'],
    [`acmeq topic create ${HERE} -n t1`, `acmeq topic delete ${HERE} -n "$T"`],
    [`acmeq topic create ${HERE} -n t1`, `acmeq topic delete ${HERE} -n t1 --all`],
  ])('%s, %s: not', (made, then) => {
    expect(isHere(made, then)).toBe(false)
  })
})
