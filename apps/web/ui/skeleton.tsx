import { cx } from './cx.ts';

/** A grey stand-in of the very size that the content will have. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-shimmer rounded-mark bg-raised', className)} />;
}

/** Wraps skeletons, so that a screen reader hears once that something is loading. */
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
