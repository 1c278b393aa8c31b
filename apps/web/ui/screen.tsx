import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

/** A page with one message, for example after success, a refusal or an error. */
export function Screen({
  icon,
  tone = 'neutral',
  title,
  text,
  actions,
  children,
}: {
  icon: LucideIcon;
  tone?: 'neutral' | 'ok' | 'danger';
  title: ReactNode;
  text: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const colour = { neutral: 'text-muted', ok: 'text-ok', danger: 'text-red' }[tone];
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-lg flex-col items-start justify-center px-5 py-16">
      <span
        className={cx(
          'mb-5 inline-flex size-12 items-center justify-center rounded-card border border-line bg-surface',
          colour,
        )}
      >
        <Icon of={icon} size={22} />
      </span>
      <h1 className="page-title text-balance">{title}</h1>
      <p className="mt-2 text-lead text-muted text-pretty">{text}</p>
      {children !== undefined && <div className="mt-6">{children}</div>}
      {actions !== undefined && <div className="mt-8 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
