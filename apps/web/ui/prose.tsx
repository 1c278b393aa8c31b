import { cx } from './cx.ts';

/** Only for HTML from `lib/markdown`. The text finds its own direction. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // The sanitizer has checked foreign text.
  return <div dir="auto" className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
