'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';

export function UserButton({ me, ...rest }: { me: CurrentUser } & Omit<ComponentProps<'button'>, 'children'>) {
  const t = useTranslations('shell.header');
  const name = me.discord.globalName ?? me.discord.username;
  return (
    <IconButton label={t('account', { name })} {...rest}>
      <Avatar name={name} src={me.discord.avatar} size={28} />
    </IconButton>
  );
}
