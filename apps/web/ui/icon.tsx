import type { LucideIcon, LucideProps } from 'lucide-react';

/** Draws a lucide icon with our stroke width. Screen readers ignore it and read the text next to it. */
export function Icon({ of: Shape, size = 16, ...rest }: { of: LucideIcon } & LucideProps) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden {...rest} />;
}
