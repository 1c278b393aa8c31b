'use client';

import { Menu as Base } from '@base-ui/react/menu';
import Link from 'next/link';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';

export const floatingClass = 'z-50 rounded-card border border-line bg-surface shadow-float outline-none float-in';

const itemClass = cx(
  'flex min-h-[34px] w-full items-center gap-2.5 rounded-[8px] px-2.5 text-body text-text outline-none select-none',
  'data-highlighted:bg-raised data-disabled:text-faint pointer-coarse:min-h-11 [&_svg]:shrink-0 [&_svg]:text-muted',
);

/** Usage: `<Menu trigger={<Button/>}><MenuItem …/></Menu>` */
export function Menu({
  trigger,
  align = 'start',
  defaultOpen = false,
  onOpenChange,
  className,
  children,
}: {
  trigger: ReactElement;
  defaultOpen?: boolean;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root defaultOpen={defaultOpen} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            className={cx(
              floatingClass,
              'max-h-(--available-height) min-w-(--anchor-width) origin-(--transform-origin) overflow-y-auto p-1.5',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  onSelect,
  disabled,
  children,
}: {
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item className={itemClass} onClick={onSelect} disabled={disabled}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** A menu item with a link. `isOutside` opens a new tab. */
export function MenuLink({
  icon,
  href,
  isOutside = false,
  children,
}: {
  icon?: ReactNode;
  href: string;
  isOutside?: boolean;
  children: ReactNode;
}) {
  const render = ({ children: content, ...props }: ComponentProps<'a'>) =>
    isOutside ? (
      <a {...props} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    ) : (
      <Link {...props} href={href} prefetch={false}>
        {content}
      </Link>
    );
  return (
    <Base.LinkItem render={render} className={itemClass} closeOnClick>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

export { Base as MenuParts };
