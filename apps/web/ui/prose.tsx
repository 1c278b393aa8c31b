import { cx } from './cx.ts';

/** Renders HTML from `lib/markdown` only. The text sets its own direction. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // The sanitizer has processed all untrusted text.
  return <div dir="auto" className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
