'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { BirthdaySettings } from '../../birthday/settings.tsx';
import { LinkedAccounts } from '../../connections/linked-accounts.tsx';
import { Appearance } from './appearance.tsx';
import { Sessions } from './sessions.tsx';
import { YourData } from './your-data.tsx';

export function Settings() {
  const t = useTranslations('account');
  const words = useTranslations('ui');
  const me = useQuery(meQuery());
  if (!me.data) {
    return (
      <Fetching {...me}>
        <Loading label={words('loading')} className="flex flex-col gap-4">
          {['a', 'b', 'c', 'd'].map((card) => (
            <Skeleton key={card} className="h-40 w-full rounded-panel" />
          ))}
        </Loading>
      </Fetching>
    );
  }
  const { discord } = me.data;
  const name = discord.globalName ?? discord.username;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Card>
        <CardHeader title={t('profile')} description={t('profileText')} />
        <CardBody className="flex items-center gap-4">
          <Avatar name={name} src={discord.avatar} size={52} />
          <div className="min-w-0">
            <div className="truncate font-semibold text-lead">
              <bdi>{name}</bdi>
            </div>
            <div className="truncate text-muted">
              <bdi>{`@${discord.username}`}</bdi>
            </div>
            {discord.email !== null && <div className="truncate text-muted text-small">{discord.email}</div>}
          </div>
        </CardBody>
      </Card>
      <LinkedAccounts me={me.data} />
      <BirthdaySettings me={me.data} />
      <Appearance me={me.data} />
      <Sessions />
      <YourData me={me.data} />
    </div>
  );
}
