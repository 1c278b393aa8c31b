'use client';

import type { ServerFile } from '@tally/contract/admin/cockpit';
import { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Ban, Eye } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { NotFoundScreen } from '../../../shell/screens/not-found-screen.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { serverFileQuery } from './api.ts';
import { BanDialog } from './ban-dialog.tsx';
import { FileSections } from './file-sections.tsx';
import { LookDialog } from './look-dialog.tsx';
import { EndBan } from './people.tsx';

export function ServerFileScreen({ id }: { id: string }) {
  const serverId = ServerId.safeParse(id).data;
  return serverId ? <Known serverId={serverId} /> : <NotFoundScreen />;
}

function Known({ serverId }: { serverId: ServerId }) {
  const { data, error, refetch } = useQuery(serverFileQuery(serverId));
  return data ? <File server={data} /> : <Fetching error={error} refetch={refetch} className="h-64" />;
}

function File({ server }: { server: ServerFile }) {
  const t = useTranslations('admin.servers');
  const locale = useLocale();
  const [open, setOpen] = useState<'look' | 'ban' | null>(null);
  const { serverId, name, icon, memberCount, joinedAt, leftAt, owner, ban, lookUntil, sections } = server;
  const mayLook = lookUntil !== null;
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        description={t('facts', {
          id: serverId,
          count: memberCount,
          came: dateTime(joinedAt, locale),
        })}
        actions={
          <>
            {mayLook ? (
              <ButtonLink icon={Eye} variant="primary" href={`/dashboard/server/${serverId}`}>
                {t('open')}
              </ButtonLink>
            ) : (
              leftAt === null && (
                <Button icon={Eye} variant="primary" onClick={() => setOpen('look')}>
                  {t('look')}
                </Button>
              )
            )}
            {ban ? (
              <EndBan kind="server" id={serverId} name={name} />
            ) : (
              <Button icon={Ban} variant="danger" onClick={() => setOpen('ban')}>
                {t('ban')}
              </Button>
            )}
          </>
        }
      >
        <Avatar name={name} src={icon} size={34} shape="square" />
        {leftAt && <Badge tone="warn">{t('left', { at: dateTime(leftAt, locale) })}</Badge>}
        {ban && <Badge tone="danger">{t('banned')}</Badge>}
      </PageHeader>
      <p className="mb-5 flex flex-wrap gap-x-4 text-muted">
        {owner && (
          <span>
            {t('owner')}{' '}
            <Link href={`/admin/people/${owner.userId}`} prefetch={false} className="font-semibold text-text underline">
              <bdi>{owner.username ?? owner.userId}</bdi>
            </Link>
          </span>
        )}
        {ban && <bdi className="wrap-anywhere">{ban.reason}</bdi>}
        {lookUntil && <span>{t('until', { at: dateTime(lookUntil, locale) })}</span>}
      </p>
      <FileSections sections={sections} canOpen={mayLook} />
      {open === 'look' && <LookDialog serverId={serverId} onClose={() => setOpen(null)} />}
      {open === 'ban' && <BanDialog kind="server" person={{ id: serverId, name }} onClose={() => setOpen(null)} />}
    </>
  );
}
