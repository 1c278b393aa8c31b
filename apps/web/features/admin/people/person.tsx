'use client';

import type { PersonFile } from '@tally/contract/admin/people';
import { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Ban as BanIcon } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { date, dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { NotFoundScreen } from '../../../shell/screens/not-found-screen.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { personQuery } from './api.ts';
import { BanDialog } from './ban-dialog.tsx';
import { EmailButton } from './email-dialog.tsx';
import { FileSections } from './file-sections.tsx';
import { Flags } from './flags.tsx';
import { BanFacts, EndBan } from './people.tsx';

export function PersonScreen({ id }: { id: string }) {
  const userId = UserId.safeParse(id).data;
  return userId ? <Known userId={userId} /> : <NotFoundScreen />;
}

function Known({ userId }: { userId: UserId }) {
  const { data, error, refetch } = useQuery(personQuery(userId));
  return data ? <Person person={data} /> : <Fetching error={error} refetch={refetch} className="h-64" />;
}

function Person({ person }: { person: PersonFile }) {
  const t = useTranslations('admin.people');
  const locale = useLocale();
  const [isBanAsked, askBan] = useState(false);
  const { userId, username, globalName, avatar, createdAt, lastLoginAt, isOwner, hasEmail, servers, flags, ban } =
    person;
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <Avatar name={username} src={avatar} size={36} />
            <bdi>{globalName ?? username}</bdi>
          </span>
        }
        description={t('facts', {
          name: username,
          id: userId,
          came: date(createdAt, locale),
          seen: dateTime(lastLoginAt, locale),
        })}
        actions={
          <>
            {hasEmail && <EmailButton userId={userId} name={username} label={t('email')} />}
            {ban ? (
              <EndBan kind="person" id={userId} name={username} />
            ) : (
              <Button icon={BanIcon} variant="danger" onClick={() => askBan(true)}>
                {t('ban')}
              </Button>
            )}
          </>
        }
      >
        {isOwner && <Badge tone="info">{t('owner')}</Badge>}
        {ban && <Badge tone="danger">{t('banned')}</Badge>}
      </PageHeader>
      {ban && (
        <p dir="auto" className="mb-5 wrap-anywhere">
          {ban.reason} <BanFacts ban={ban} />
        </p>
      )}
      <div className="grid gap-5">
        <Flags key={flags.join()} userId={userId} flags={flags} />
        <FileSections sections={person.sections} />
        <Card>
          <CardHeader title={t('servers')} description={t('serversText')} />
          <CardBody>
            {servers.length === 0 && <p className="text-muted">{t('noServers')}</p>}
            <ul className="divide-y divide-line">
              {servers.map(({ serverId, name, isOwner: isTheirs }) => (
                <li key={serverId} className="flex min-h-control items-center gap-3 py-1">
                  <Link
                    href={`/admin/servers/${serverId}`}
                    prefetch={false}
                    className="min-w-0 flex-1 truncate hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                  {isTheirs && <Badge>{t('theirs')}</Badge>}
                </li>
              ))}
            </ul>
          </CardBody>
        </Card>
      </div>
      {isBanAsked && <BanDialog kind="person" person={{ id: userId, name: username }} onClose={() => askBan(false)} />}
    </>
  );
}
