import { AtSign } from 'lucide-react';
import { Icon } from '../icon.tsx';

/** The color of a role, or an at sign for a role without one. */
export function RoleDot({ color }: { color: string | null }) {
  if (color === null) return <Icon of={AtSign} size={14} className="shrink-0 text-muted" />;
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />;
}
