import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

export const inputClass = cx(
  'w-full min-w-0 rounded-control border border-control bg-ground px-3 text-body text-text placeholder:text-faint',
  'transition-colors duration-120 hover:border-muted focus-visible:outline-offset-0 focus-visible:border-text',
  'disabled:opacity-50 aria-invalid:border-red data-invalid:border-red',
  // Phones zoom into fields with text below 16 px.
  'pointer-coarse:text-lead',
);

/** Styles the trigger of a select like an input. */
export const selectClass = cx(inputClass, 'flex h-control items-center justify-between gap-2 text-start');

/**
 * Longer than any field's limit, so people see and fix texts that are too long. A book pasted by mistake would block
 * the page for minutes.
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
