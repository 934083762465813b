import type { Spec } from '../form/form.ts'

/** Programs that only tell about the machine. */
export const TELLING: readonly Spec[] = [
  {
    // No option of these writes or sets anything.
    names:
      'id groups whoami logname who w users last lastb uname arch uptime free vmstat iostat mpstat top htop btop netstat lscpu lsmem lsblk findmnt lspci lsusb lshw lsmod modinfo sw_vers system_profiler lsb_release hostid locale systemd-detect-virt getsebool sestatus getenforce aa-status atq lvs vgs pvs lvdisplay vgdisplay pvdisplay',
    machine: true,
    rules: [['**', 'shows']],
    examples: { match: [], pass: ['free -h', 'lsblk -f', 'uname -r'] },
  },
  {
    names: 'ss nvidia-smi rocm-smi systemd-analyze',
    machine: true,
    rules: [
      [
        '-D|--diag|-K|--kill|-f|-r|-pm|-pl|-c|-mig|--filename|--gpu-reset|--reset*|--set* log-level|log-target',
        'unread',
      ],
      ['**', 'shows'],
    ],
    examples: { match: [], pass: ['ss -tlnp', 'nvidia-smi -L'] },
  },
]
