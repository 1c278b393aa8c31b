import { cx } from './cx.ts';

/** HTML that `lib/markdown` made, and nothing else. The words find their own direction. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // Foreign text has passed the sanitiser.
  return <div dir="auto" className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
