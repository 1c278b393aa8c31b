import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** A label above a control that has its own accessible name (`Select`, radio buttons). Inputs use `Field`. */
export function Labelled({
  label,
  hint,
  error,
  className,
  children,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <span aria-hidden className="font-semibold">
        {label}
      </span>
      {children}
      {hint !== undefined && <span className="text-muted text-small">{hint}</span>}
      {error !== undefined && (
        <span role="alert" className="text-red text-small">
          {error}
        </span>
      )}
    </div>
  );
}
