'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, CirclePlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { serverQuery } from '../server/api.ts';
import { useIsSeen } from './seen.ts';
import { displayName, nameOf, type Selection } from './selection.ts';
import { tierOf } from './tier.ts';

export const cardClass =
  'flex h-[60px] w-full shrink-0 items-center gap-3 rounded-card border border-line bg-surface px-3 text-start collapsed:justify-center collapsed:px-0';

export function SelectorButton({
  selection,
  ...rest
}: { selection: Selection } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" {...rest} className={cx(cardClass, 'transition-colors duration-120 hover:border-control/60')}>
      <Chosen selection={selection} />
    </button>
  );
}

function Chosen({ selection }: { selection: Selection }) {
  const t = useTranslations('shell.sidebar');
  return (
    <>
      {selection.kind === 'server' && (
        <Avatar name={selection.server.name} src={selection.server.icon} shape="square" />
      )}
      {selection.kind === 'user' && <Avatar name={displayName(selection.me)} src={selection.me.discord.avatar} />}
      {selection.kind === 'none' && <Icon of={CirclePlus} size={22} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 collapsed:sr-only">
        <span className="block truncate font-semibold">{nameOf(selection) ?? t('chooseShort')}</span>
        {selection.kind === 'server' && <ServerLine selection={selection} />}
        {selection.kind !== 'none' && <span className="sr-only">{t('chooseOther')}</span>}
        {selection.kind === 'user' && <span className="block truncate text-muted text-small">{t('yourAccount')}</span>}
      </span>
      <Icon of={ChevronsUpDown} size={14} className="shrink-0 text-muted collapsed:hidden" />
    </>
  );
}

function ServerLine({ selection }: { selection: Extract<Selection, { kind: 'server' }> }) {
  const t = useTranslations('shell');
  const server = useQuery({ ...serverQuery(selection.server.id), enabled: useIsSeen() });
  return (
    <span className="block truncate text-muted text-small">
      {server.data ? t('sidebar.serverTier', { tier: t(`tiers.${tierOf(server.data)}`) }) : t('sidebar.server')}
    </span>
  );
}
