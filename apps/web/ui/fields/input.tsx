import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export const inputClass = cx(
  'w-full min-w-0 rounded-control border border-control bg-ground px-3 text-body text-text placeholder:text-faint',
  'transition-colors duration-120 hover:border-muted focus-visible:outline-offset-0 focus-visible:border-text',
  'disabled:opacity-50 aria-invalid:border-red data-invalid:border-red',
  // Below 16 px, a phone zooms into the field.
  'pointer-coarse:text-lead',
);

/** The trigger of a choice looks like a field. */
export const selectClass = cx(inputClass, 'flex h-control items-center justify-between gap-2 text-start');

/**
 * Longer than any field's limit, so texts that are too long are visible and reported. But a book pasted by mistake
 * would block the page for minutes.
 */
export const mostLetters = { line: 4000, text: 20_000, search: 100 } as const;

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input maxLength={mostLetters.line} {...rest} className={cx(inputClass, 'h-control', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      maxLength={mostLetters.text}
      {...rest}
      className={cx(inputClass, 'min-h-20 py-2 leading-normal', className)}
    />
  );
}
