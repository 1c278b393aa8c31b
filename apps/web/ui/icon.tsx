import type { LucideIcon, LucideProps } from 'lucide-react';

/** Every icon of the house: lucide with our stroke. Hidden from screen readers, which read the text next to it. */
export function Icon({ of: Shape, size = 16, ...rest }: { of: LucideIcon } & LucideProps) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden {...rest} />;
}
