import { cx } from './cx.ts';

/** The lamp of our logo, which pulses only during a live stream. */
export function Lamp({
  size = 20,
  isLive = false,
  className,
}: {
  size?: number;
  isLive?: boolean;
  className?: string;
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden className={cx('shrink-0 text-red', className)}>
      <circle
        cx="10"
        cy="10"
        r="9"
        fill="currentColor"
        opacity="0.22"
        className={isLive ? 'animate-breathe' : undefined}
      />
      <circle cx="10" cy="10" r="5" fill="currentColor" />
    </svg>
  );
}

/** A small red dot for new or unread items. It needs a text for screen readers nearby. */
export function Dot({ className }: { className?: string }) {
  return <span aria-hidden className={cx('inline-block size-2 rounded-full bg-red ring-3 ring-red/25', className)} />;
}
