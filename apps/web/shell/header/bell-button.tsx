'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { Bell } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Dot } from '../../ui/lamp.tsx';

export function BellButton({ me, ...rest }: { me: CurrentUser } & Omit<ComponentProps<'button'>, 'children'>) {
  const t = useTranslations('shell.bell');
  const unread = me.database.notifications.list.filter((item) => !item.isRead).length;
  return (
    <IconButton label={unread > 0 ? t('unread', { count: unread }) : t('label')} {...rest}>
      <Icon of={Bell} />
      {unread > 0 && <Dot className="absolute end-1.5 top-1.5" />}
    </IconButton>
  );
}
