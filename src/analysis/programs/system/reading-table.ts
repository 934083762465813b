import type { Simple } from '../files/simple.ts'

/** Programs that only tell about the machine. */
export const TELLING: readonly Simple[] = [
  {
    names: 'id groups whoami logname',
    flags: '-agGnruzpPF context group groups name real user zero',
    operands: 'text',
  },
  {
    names: 'who w users',
    flags:
      '-abdHlmpqrstTuwhfiosc all boot dead heading login lookup process count runlevel short time users mesg writable',
    operands: 'text',
  },
  {
    names: 'last lastb',
    flags: '-0123456789adFiRwxCS',
    values: '-fnpstubt file limit time-format since until present before user',
    operands: 'text',
  },
  {
    names: 'uname arch',
    flags:
      '-amnrsvpio all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system',
    operands: 'none',
  },
  { names: 'uptime', flags: '-psVr pretty since', operands: 'none' },
  {
    names: 'free',
    flags: '-bkmghltvwL bytes kibi mebi gibi tebi kilo mega giga tera human lohi total wide si committed line',
    values: '-sc seconds count',
    operands: 'none',
  },
  {
    names: 'vmstat iostat mpstat pidstat dstat nfsiostat',
    flags: '-adfmnsStwDpchkxyzNjHqruWbBAdPlRvUIe',
    values: '-pITGC',
    operands: 'text',
  },
  {
    names: 'sar',
    flags: '-ABbCDdFHhpqrStuVvWwyz human pretty dec',
    values: '-IjmnPseit',
    readsValue: '-f',
    writesValue: '-o',
    operands: 'text',
  },
  { names: 'vm_stat memory_pressure', operands: 'text' },
  {
    names: 'top htop btop glances bpytop gotop nvtop',
    flags: '-bcHiSsS1ehFuktCM batch no-color tree',
    values: '-ndopuUwOlE delay user pid sort-key filter stats',
    operands: 'text',
  },
  { names: 'atop', flags: '-aAcCDdfFgGlmMnNoprRsSuvVxy1', readsValue: '-r', writesValue: '-w', operands: 'text' },
  {
    names: 'ss',
    flags:
      '-HOnraloempisTEbtudw046xfZzNSKB no-header oneline numeric resolve all listening options extended memory processes info tos cgroup tipcinfo summary events context ipv4 ipv6 packet tcp udp raw unix sctp vsock tipc',
    values: '-fA family query socket',
    readsValue: '-F filter',
    writesValue: '-D diag',
    operands: 'text',
  },
  {
    names: 'netstat',
    flags:
      '-aAbcCdDefFgilmMnNoprRsStTuUvVwWxXLP route groups interfaces masquerade statistics verbose wide numeric numeric-hosts numeric-ports numeric-users symbolic extend programs timers continuous listening all fib cache tcp udp',
    values: '-fIMw',
    operands: 'text',
  },
  {
    names: 'lscpu lsmem lsns lsipc lslocks lslogins lsfd',
    flags: '-aebcJpxyrnlSHu all online offline bytes caches json parse hex physical raw noheadings output-all',
    values: '-osC output sysroot',
    optional: 'extended parse',
    operands: 'text',
  },
  {
    names: 'lsblk findmnt blkid',
    flags:
      '-abdDefhilnJkmpOPrsStTvVxzASRcuFg all bytes nodeps discard fs ascii inverse json list merge topology noheadings output-all pairs raw paths perms scsi tree zoned df real poll verify evaluate submounts',
    values: '-oIexwEMsSTtLUNn output include exclude sort width match-token source target types options',
    operands: 'list',
  },
  {
    names: 'lspci lsusb lshw dmidecode inxi hwinfo lsmod modinfo lsscsi lspcmcia',
    flags: '-bdDkmnnqQtvvxFsGSCMNAIPRrzaJ numeric short json xml html businfo sanitize quiet notime',
    values: '-sdiptAMoHuTcC class type string',
    operands: 'text',
    guarded: true,
  },
  {
    names: 'sw_vers system_profiler',
    flags: 'listDataTypes xml json productName productVersion buildVersion',
    values: 'detailLevel timeout',
    singleDash: true,
    operands: 'text',
  },
  {
    names: 'lsb_release hostid runlevel',
    flags: '-aidrcsv all id description release codename short',
    operands: 'none',
  },
  { names: 'locale', flags: '-acmkuv all-locales charmaps category-name keyword-name verbose', operands: 'text' },
  { names: 'sensors acpi upower', flags: '-abciftuAjde enumerate dump', values: '-i show-info', operands: 'text' },
  {
    names: 'nvidia-smi rocm-smi',
    flags: '-Lqxl list-gpus query',
    values: '-idl query-gpu query-compute-apps format loop id display',
    writesValue: '-f filename',
    operands: 'text',
  },
  {
    names: 'systemd-analyze systemd-cgls systemd-cgtop systemd-detect-virt systemd-escape systemd-path',
    flags: '-qaukpl user system no-pager global',
    values: 'order require to-pattern from-pattern',
    operands: 'text',
  },
  {
    names: 'vainfo vulkaninfo glxinfo xdpyinfo xwininfo xlsclients fc-list fc-match',
    flags: '-Bslatv summary',
    operands: 'text',
  },
  { names: 'lstopo', operands: 'write' },
  { names: 'getsebool sestatus getenforce aa-status apparmor_status', flags: '-abv', operands: 'text' },
  { names: 'ausearch aureport', flags: '-iael', values: '-mcuktsxf start end', operands: 'text' },
  { names: 'klist', flags: '-AaceflnsVKt', optional: '-k' },
  { names: 'ktutil', flags: '-v', readsValue: '-k keytab', operands: 'text' },
  { names: 'zdump', flags: '-v', operands: 'text' },
]
