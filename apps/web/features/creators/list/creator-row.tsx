'use client';

import type { Creator } from '@tally/contract/creators/calls';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { PenLine, Unlink } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { streamerPath } from '../../notifications/editor-path.ts';
import { memberKey } from '../editor/draft-of.ts';

type Member = Creator['channels'][number];

export function CreatorRow({
  creator,
  discord,
  onEdit,
  onRemove,
}: {
  creator: Creator;
  discord: DiscordGuildData | undefined;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations('creators');
  const { name } = creator;
  return (
    <li className="flex min-h-[60px] items-center gap-3 border-b border-line py-3 ps-4 pe-2 last:border-b-0 max-sm:flex-wrap">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h2 className="truncate font-semibold">
          <bdi>{name}</bdi>
        </h2>
        <ul aria-label={t('channelsOf', { name })} className="mt-1.5 flex flex-wrap gap-1.5">
          {inOrder(creator).map((member) => (
            <li key={memberKey(member)} className="min-w-0">
              <MemberLink serverId={creator.guildId} member={member} />
            </li>
          ))}
        </ul>
        <p className="mt-1.5 text-muted text-small wrap-anywhere">{useWhere(creator, discord)}</p>
      </div>
      <div className="flex shrink-0 max-sm:ms-auto">
        <IconButton icon={PenLine} label={t('edit', { name })} onClick={onEdit} />
        <IconButton icon={Unlink} label={t('remove', { name })} title={t('takeApart')} onClick={onRemove} />
      </div>
    </li>
  );
}

function MemberLink({ serverId, member }: { serverId: Creator['guildId']; member: Member }) {
  const { platform, displayName } = member;
  return (
    <Link
      href={streamerPath({ serverId, platform, name: addressOf(member) })}
      prefetch={false}
      className="inline-flex max-w-full items-center gap-2 rounded-[8px] bg-raised px-2 py-1 text-small hover:underline pointer-coarse:min-h-11"
    >
      <PlatformNotch platform={platform} />
      <span className="sr-only">{platformNames[platform]}: </span>
      <bdi className="truncate">{displayName}</bdi>
    </Link>
  );
}

/** The preferred channel comes first if an order is set. */
function inOrder({ channels, platformOrder }: Creator): readonly Member[] {
  const rank = ({ platform }: Member) => {
    const place = platformOrder.indexOf(platform);
    return place < 0 ? platformOrder.length : place;
  };
  return [...channels].sort((one, other) => rank(one) - rank(other));
}

function useWhere({ notificationChannelId, pingRoleId }: Creator, discord: DiscordGuildData | undefined): string {
  const t = useTranslations('creators');
  const channel = discord?.channels?.find((each) => each.id === notificationChannelId)?.name ?? notificationChannelId;
  const role = discord?.roles?.find((each) => each.id === pingRoleId)?.name ?? pingRoleId;
  const where = channel === null ? t('ownChannels') : t('postsIn', { channel: isolated(`#${channel}`) });
  return role === null ? where : `${where} · ${t('pings', { role: `\u2068@${role}\u2069` })}`;
}
