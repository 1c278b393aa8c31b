import { cx } from '../cx.ts';
import { Avatar } from './avatar.tsx';

/** Shows a person's name, or their Discord id if the name is unknown. */
export function Person({
  name,
  userId,
  avatar,
  size,
  className,
}: {
  name: string | null;
  userId: string;
  avatar?: string | null;
  /** The picture's URL. Without it, only the name is shown. */
  size?: number;
  className?: string;
}) {
  const shown = name || userId;
  return (
    <span className={cx('inline-flex min-w-0 max-w-full items-center gap-2.5', className)}>
      {size !== undefined && <Avatar name={shown} src={avatar} size={size} />}
      <bdi className="min-w-0 truncate">{shown}</bdi>
    </span>
  );
}
