import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'neutral' | 'ok' | 'warn' | 'danger' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'border-line text-muted',
  ok: 'border-ok/45 text-ok',
  warn: 'border-warn/45 text-warn',
  danger: 'border-red/45 text-red',
  info: 'border-info/45 text-info',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-1 rounded-full border px-2 py-px text-[11px] leading-[16px] whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
