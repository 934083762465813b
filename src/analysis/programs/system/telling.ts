import type { Spec } from '../form/form.ts'

export const TELLING: readonly Spec[] = [
  {
    // No option of these writes or sets anything.
    names:
      'id groups whoami logname who w users last lastb uname uptime free vmstat iostat mpstat top htop btop netstat lscpu lsmem lsblk findmnt lspci lsusb lsmod modinfo sw_vers system_profiler lsb_release hostid locale systemd-detect-virt getsebool sestatus getenforce aa-status atq lvs vgs pvs lvdisplay vgdisplay pvdisplay',
    machine: true,
    rules: [['**', 'shows']],
    examples: { match: [], pass: ['free -h', 'lsblk -f', 'uname -r'] },
  },
  {
    names: 'ss nvidia-smi rocm-smi systemd-analyze',
    machine: true,
    rules: [
      ['log-level|log-target|set-*|service-watchdogs', 'unread'],
      ['!-D|--diag|-K|--kill|-f|-r|-pm|-pl|-mig|--filename|--gpu-reset|--reset*|--set*', 'shows'],
      ['**', 'unread'],
    ],
    examples: { match: [], pass: ['ss -tlnp', 'nvidia-smi -L'] },
  },
]
