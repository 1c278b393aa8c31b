'use client';

import type { MediaChatState, MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { goAndConnect } from '../../connections/api.ts';
import { refreshRoom } from '../api.ts';
import { copyText } from '../copy.ts';

const chats = ['kick', 'twitch'] as const;

/** Shows which chats the bot reads and answers, or the reason why not and the fix. */
export function Chats({ userId, room, viewersPage }: { userId: UserId; room: MediaRoom; viewersPage: string | null }) {
  const t = useTranslations('media-sharing.chats');
  return (
    <Card aria-label={t('title')}>
      <CardHeader title={t('title')} description={t('everywhere')} />
      <CardBody className="grid gap-4">
        {chats.map((platform) => {
          const { hears, answers, channel } = room.chats[platform];
          const isWell = hears === 'works' && answers === 'works';
          return (
            <section key={platform} aria-label={platformNames[platform]} className="grid gap-1.5">
              <h3 className="flex flex-wrap items-center gap-2 font-medium">
                <PlatformNotch platform={platform} />
                {platformNames[platform]}
                {isWell && <Badge tone="ok">{t('works')}</Badge>}
                {channel !== null && (
                  <span className="min-w-0 font-normal text-muted text-small wrap-anywhere">
                    {t('channel', { name: isolated(channel) })}
                  </span>
                )}
              </h3>
              {!isWell && (
                <>
                  <Line isWell={hears === 'works' || hears === 'waiting'}>{t(`hears.${hears}`)}</Line>
                  <Line isWell={answers === 'works'}>{t(`answers.${answers}`)}</Line>
                  <Remedy
                    userId={userId}
                    platform={platform}
                    state={hears === 'works' || hears === 'waiting' ? answers : hears}
                    isOwner={room.isOwner}
                    viewersPage={viewersPage}
                  />
                </>
              )}
            </section>
          );
        })}
      </CardBody>
    </Card>
  );
}

const Line = ({ isWell, children }: { isWell: boolean; children: string }) => (
  <p className="flex items-start gap-2 text-small">
    <Icon
      of={isWell ? Check : TriangleAlert}
      size={14}
      className={`mt-0.5 shrink-0 ${isWell ? 'text-ok' : 'text-warn'}`}
    />
    <span>{children}</span>
  </p>
);

/** The fix for a chat. A helper sees fixes that only the owner can apply as text. */
function Remedy({
  userId,
  platform,
  state,
  isOwner,
  viewersPage,
}: {
  userId: UserId;
  platform: (typeof chats)[number];
  state: MediaChatState;
  isOwner: boolean;
  viewersPage: string | null;
}) {
  const t = useTranslations('media-sharing.chats.action');
  const words = useTranslations('media-sharing.share');
  const client = useQueryClient();
  const connect = useMutation(goAndConnect());
  switch (state) {
    case 'works':
    case 'waiting':
      return null;
    case 'notLinked':
    case 'needsGrant':
      return isOwner ? (
        <Button
          size="compact"
          className="justify-self-start"
          isPending={connect.isPending}
          onClick={() => connect.mutate({ platform, depth: 'chat', comesBack: true })}
        >
          {t(state === 'notLinked' ? 'link' : 'grant')}
        </Button>
      ) : null;
    case 'off':
    case 'noBot':
      return viewersPage === null ? null : (
        <Button
          size="compact"
          className="justify-self-start"
          onClick={() =>
            void copyText(async () => viewersPage, {
              copied: words('copied'),
              failed: words('notCopied'),
              failedText: viewersPage,
            })
          }
        >
          {t('share')}
        </Button>
      );
    case 'full':
    case 'platformDown':
      return (
        <Button size="compact" className="justify-self-start" onClick={() => void refreshRoom(client, userId)}>
          {t('look')}
        </Button>
      );
    default:
      return state satisfies never;
  }
}
