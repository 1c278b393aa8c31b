import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'normal' | 'compact';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-on-ink hover:bg-ink/88 active:bg-ink/80',
  quiet: 'border border-line bg-surface text-text hover:bg-raised hover:border-control/60',
  ghost: 'text-muted hover:bg-raised hover:text-text',
  // Hatching distinguishes danger besides the color. Dangerous buttons need an icon too.
  danger: 'border border-red bg-surface text-red hatched hover:bg-raised',
};

const sizes: Record<ButtonSize, string> = {
  normal: 'h-control px-3.5 text-body',
  compact: 'h-[30px] px-2.5 text-small pointer-coarse:h-control',
};

export const buttonClass = (variant: ButtonVariant = 'quiet', size: ButtonSize = 'normal') =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none',
    'transition-colors duration-120 disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
