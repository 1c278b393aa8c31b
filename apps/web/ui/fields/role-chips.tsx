'use client';

import type { RoleFinding } from '@tally/contract/servers/calls';
import type { RoleId } from '@tally/contract/wire/ids';
import { X } from 'lucide-react';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { RoleDot } from './role-dot.tsx';

/** Shows the chosen roles, each with a remove button. */
export function RoleChips({
  chosen,
  roles,
  words,
  onRemove,
}: {
  chosen: readonly RoleId[];
  /** Undefined until Discord has answered. */
  roles: readonly RoleFinding[] | undefined;
  words: { readonly gone: string; readonly takeOut: (role: string) => string };
  onRemove: (roleId: RoleId) => void;
}) {
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
      {chosen.map((roleId) => {
        const role = roles?.find(({ id }) => id === roleId);
        const name = role?.name ?? (roles ? words.gone : roleId);
        return (
          <li
            key={roleId}
            className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface ps-2.5"
          >
            <RoleDot color={role?.color ?? null} />
            <span className="min-w-0 truncate">{name}</span>
            <IconButton label={words.takeOut(name)} onClick={() => onRemove(roleId)}>
              <Icon of={X} size={14} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
