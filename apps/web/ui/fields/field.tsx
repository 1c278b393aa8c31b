'use client';

import { Field as Base } from '@base-ui/react/field';
import { TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { Input } from './input.tsx';

/**
 * Links label, control, hint and error for screen readers. The control is an input from `ui/field`: `<Field
 * label="Name" error={message}><FieldInput /></Field>`.
 */
export function Field({
  label,
  hint,
  error,
  aside,
  name,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Content next to the label, such as a counter or a crown. */
  aside?: ReactNode;
  name?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root name={name} invalid={error !== undefined} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Base.Label className="font-semibold text-body">{label}</Base.Label>
        {aside}
      </div>
      {children}
      {hint !== undefined && <Base.Description className="text-muted text-small">{hint}</Base.Description>}
      <Base.Error match={error !== undefined} className="flex items-start gap-1.5 text-red text-small">
        <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
        <span className="whitespace-pre-line">{error}</span>
      </Base.Error>
    </Base.Root>
  );
}

/** The input of the field around it. */
export function FieldInput(props: ComponentProps<'input'>) {
  return <Base.Control render={<Input {...props} />} />;
}

export { Base as FieldParts };
