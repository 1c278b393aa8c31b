'use client';

import type { PersonFile } from '@tally/contract/admin/people';
import { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { NotFoundScreen } from '../../../shell/screens/not-found-screen.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { personQuery } from './api.ts';
import { BanDialog } from './ban-dialog.tsx';
import { EmailButton } from './email-dialog.tsx';
import { FileSections } from './file-sections.tsx';
import { Flags } from './flags.tsx';
import { EndBan } from './people.tsx';

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
  const { userId, username, globalName, avatar, createdAt, lastLoginAt, isOwner, hasEmail, servers, flags } = person;
  return (
    <>
      <PageHeader
        title={<bdi>{globalName ?? username}</bdi>}
        description={t('facts', {
          name: username,
          id: userId,
          came: dateTime(createdAt, locale),
          seen: dateTime(lastLoginAt, locale),
        })}
        actions={hasEmail && <EmailButton userId={userId} name={username} label={t('email')} />}
      >
        <Avatar name={username} src={avatar} size={34} />
        {isOwner && <Badge tone="info">{t('owner')}</Badge>}
      </PageHeader>
      <div className="grid gap-5">
        <Flags key={flags.join()} userId={userId} flags={flags} />
        <BanCard person={person} />
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
    </>
  );
}

function BanCard({ person: { userId, username, ban } }: { person: PersonFile }) {
  const t = useTranslations('admin.bans');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <CardHeader
        className={ban ? undefined : 'pb-4'}
        title={t('ofPerson')}
        description={ban ? t('isBanned') : t('isNotBanned')}
        actions={
          ban ? (
            <EndBan kind="person" id={userId} name={username} />
          ) : (
            <Button variant="danger" onClick={() => setOpen(true)}>
              <Icon of={Ban} />
              {t('banYes')}
            </Button>
          )
        }
      />
      {ban && (
        <CardBody>
          <p dir="auto" className="wrap-anywhere">
            {ban.reason}
          </p>
          <p className="text-muted text-small">
            {[
              t('since', { at: dateTime(ban.since, locale) }),
              ban.until ? t('until', { at: dateTime(ban.until, locale) }) : t('untilEnded'),
            ].join(' · ')}
          </p>
        </CardBody>
      )}
      {isOpen && <BanDialog kind="person" person={{ id: userId, name: username }} onClose={() => setOpen(false)} />}
    </Card>
  );
}
