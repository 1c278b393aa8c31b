import type { LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export { buttonClass };

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The icon before the text. */
  icon?: LucideIcon;
}

/** `isPending` keeps the button's size and focus, and reports the work to assistive technology. */
export function Button({
  variant,
  size,
  icon,
  isPending = false,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & Look & { isPending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isPending}
      aria-busy={isPending || undefined}
      className={cx(buttonClass(variant, size), isPending && 'relative', className)}
    >
      {isPending ? (
        <>
          {/* Invisible, but still the button's accessible name. */}
          <span className="inline-flex items-center gap-2 opacity-0">
            {icon && <Icon of={icon} />}
            {children}
          </span>
          <Spinner className="absolute" />
        </>
      ) : (
        <>
          {icon && <Icon of={icon} />}
          {children}
        </>
      )}
    </button>
  );
}

/** A link that looks like a button. Use it for navigation, never for actions. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look & { children: ReactNode }) {
  return (
    <Link prefetch={false} {...rest} className={cx(buttonClass(variant, size), className)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}
