import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

type Props = ComponentProps<'button'> & { label: string; icon?: LucideIcon };

export const iconButtonClass = cx(
  'relative inline-flex size-control shrink-0 items-center justify-center rounded-control text-muted',
  'transition-colors duration-120 hover:bg-raised hover:text-text disabled:opacity-50',
  'data-popup-open:bg-raised data-popup-open:text-text [&_svg]:size-[18px]',
);

/** A button with only an icon. Screen readers and the tooltip use its `label`. */
export function IconButton({ label, icon, className, children, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} {...rest} className={cx(iconButtonClass, className)}>
      {icon ? <Icon of={icon} /> : children}
    </button>
  );
}
