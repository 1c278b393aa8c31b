import { cx } from './cx.ts';

/** A gray placeholder in the exact size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-shimmer rounded-mark bg-raised', className)} />;
}

/** Wraps skeletons, so screen readers announce loading once. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div aria-busy className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}
