import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A card on the background, with a thin border and no shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-panel border border-line bg-surface', className)} />;
}

export function CardHeader({
  title,
  description,
  actions,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cx('flex flex-wrap items-start justify-between gap-3 px-5 pt-4', className)}>
      <div className="min-w-0">
        <h2 className="font-semibold text-lead">{title}</h2>
        {description !== undefined && <p className="text-muted">{description}</p>}
      </div>
      {actions}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('px-5 py-4', className)} />;
}
