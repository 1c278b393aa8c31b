'use client';

import { giveawayMessageTypes, type StreamerMessageType } from '@tally/contract/message-editor/types';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { defaultMessage } from '@tally/message/defaults';
import { parseMarkdown, plainText } from '@tally/message/markdown';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Reach, sentTypes } from '../reach.ts';
import { Unwatched } from '../unwatched.tsx';
import { draftOf } from './draft-of.ts';
import { useGroupName } from './group-name.ts';
import { type MessageGroup, messageGroups, type ServerMessageType } from './groups.ts';
import { useTypeName } from './type-name.ts';

/** Lists every message kind that is sent, by platform, with the source of its text. */
export function ServerMessages({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('message-editor.server');
  const server = useQuery(serverQuery(serverId)).data;
  const nameOf = useGroupName();
  const reach = useReach(serverId);
  const isSent = (group: MessageGroup, type: StreamerMessageType) =>
    group.platforms.some((platform) => sentTypes(platform, reach(platform)).includes(type));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={isLocked(server, 'AnyMessageEditor') ? <PremiumCrown flag="AnyMessageEditor" /> : undefined}
      />
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {messageGroups.map((group) => (
          <Card key={group.types[0]}>
            <h2 className="flex items-center gap-2 px-5 pt-4 pb-2 font-semibold text-lead">
              {group.platforms.map((platform) => (
                <PlatformNotch key={platform} platform={platform} />
              ))}
              {nameOf(group)}
            </h2>
            <ul aria-label={t('list', { group: nameOf(group) })} className="pb-2">
              {group.types
                .filter((type) => isSent(group, type) || (server && hasWords(server, type)))
                .map((type) => (
                  <li key={type}>
                    <Entry serverId={serverId} type={type} server={server} />
                  </li>
                ))}
            </ul>
            {group.platforms.map((platform) => (
              <Unwatched
                key={platform}
                className="px-5 pb-4"
                platform={platform}
                reach={reach(platform)}
                types={group.types}
              />
            ))}
          </Card>
        ))}
        <OfGiveaways serverId={serverId} server={server} />
      </div>
    </>
  );
}

function OfGiveaways({ serverId, server }: { serverId: ServerId; server: GuildInfo | undefined }) {
  const t = useTranslations('message-editor.server');
  const group = t('giveaways.title');
  return (
    <Card>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-lead">{group}</h2>
      <ul aria-label={t('list', { group })} className="pb-2">
        {giveawayMessageTypes.map((type) => (
          <li key={type}>
            <Entry serverId={serverId} type={type} server={server} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Returns the content that this installation can watch on each platform. */
function useReach(serverId: ServerId): (platform: Platform) => Reach {
  const counts = useQueries({ queries: allCounts(serverId) });
  return (platform) => counts[platforms.indexOf(platform)]?.data?.capabilities;
}

/** Custom texts stay listed, even if the message is not sent. */
function hasWords(server: GuildInfo, type: StreamerMessageType): boolean {
  const { message, variants } = draftOf(server, type);
  return message !== null || variants.length > 0;
}

function Entry({
  serverId,
  type,
  server,
}: {
  serverId: ServerId;
  type: ServerMessageType;
  server: GuildInfo | undefined;
}) {
  const nameOf = useTypeName();
  return (
    <Link
      href={`/dashboard/server/${serverId}/messages/${type}`}
      prefetch={false}
      className="flex min-h-11 items-center gap-3 px-5 hover:bg-raised"
    >
      <span className="min-w-0 flex-1 py-2">
        <span className="block">{nameOf(type)}</span>
        {server && (
          <span dir="auto" className="block truncate text-muted text-small">
            {firstWords(server, type)}
          </span>
        )}
      </span>
      {server ? <State server={server} type={type} /> : <Skeleton className="h-5 w-16" />}
      <Icon of={ChevronRight} className="shrink-0 text-faint rtl:-scale-x-100" />
    </Link>
  );
}

/** Returns the first words of the default or custom message, without its ping. */
function firstWords(server: GuildInfo, type: ServerMessageType): string {
  const { message, variants } = draftOf(server, type);
  const { content, embed } = message ?? defaultMessage(type, server.locale);
  const words = [variants[0], content, embed?.description, embed?.title].map((text) =>
    (text ?? '').replace('{ping}', '').trim(),
  );
  return plainText(parseMarkdown(words.find((text) => text !== '') ?? '')).replaceAll('\n', ' ');
}

function State({ server, type }: { server: GuildInfo; type: ServerMessageType }) {
  const t = useTranslations('message-editor.server');
  const { message, variants } = draftOf(server, type);
  if (!message && variants.length === 0) return null;
  return (
    <span className="flex shrink-0 flex-wrap justify-end gap-1">
      {message && <Badge tone="info">{t('own')}</Badge>}
      {variants.length > 0 && <Badge>{t('variants', { count: variants.length })}</Badge>}
    </span>
  );
}
