'use client';

import type { Giveaway } from '@tally/contract/giveaways/views';
import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/layers/menu.tsx';
import type { Deed } from './api.ts';
import { type Acted, DeedDialog, deedIcons, useEffectOf } from './deed-dialog.tsx';

/** The actions on a giveaway, each with its effect. */
export function DeedMenu({
  giveaway,
  isMessageLost = false,
  onRemoved,
}: {
  giveaway: Acted;
  isMessageLost?: boolean;
  onRemoved?: () => void;
}) {
  const t = useTranslations('giveaways');
  const effectOf = useEffectOf(giveaway);
  const [asked, ask] = useState<Deed | null>(null);
  const deeds = deedsOf({ state: giveaway.state, isMessageLost });
  // An open dialog must close itself. If it unmounted with the menu, the page behind it would stay hidden.
  if (deeds.length === 0 && asked === null) return null;
  return (
    <>
      <Menu
        align="end"
        className="max-w-[min(360px,calc(100vw-16px))]"
        trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name: giveaway.name })} />}
      >
        {deeds.map((deed) => (
          <MenuItem
            key={deed}
            icon={<Icon of={deedIcons[deed]} className={deed === 'resend' ? 'rtl:-scale-x-100' : undefined} />}
            onSelect={() => ask(deed)}
          >
            <span className="min-w-0 py-1.5">
              <span className="block font-semibold">{t(`deeds.${deed}`)}</span>
              <span className="block text-muted text-small">{effectOf(deed)}</span>
            </span>
          </MenuItem>
        ))}
      </Menu>
      {asked && (
        <DeedDialog
          giveaway={giveaway}
          deed={asked}
          onClose={() => ask(null)}
          {...(asked === 'remove' && onRemoved ? { onDone: onRemoved } : {})}
        />
      )}
    </>
  );
}

type Known = Pick<Giveaway, 'state' | 'isMessageLost'>;

/** Returns the actions that the giveaway's state allows, the most likely first. */
export function deedsOf({ state, isMessageLost }: Known): readonly Deed[] {
  const resend: readonly Deed[] = isMessageLost ? ['resend'] : [];
  switch (state) {
    case 'scheduled':
      return ['start', 'remove'];
    case 'running':
      return [...resend, 'end', 'pause', 'duplicate', 'remove'];
    case 'paused':
      return [...resend, 'resume', 'end', 'duplicate', 'remove'];
    case 'drawing':
      return resend;
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return [...resend, 'reroll', 'duplicate', 'remove'];
    default:
      return state satisfies never;
  }
}
