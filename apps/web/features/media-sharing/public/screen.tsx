'use client';

import type { PublicMediaItem, PublicMediaRoom } from '@tally/contract/media-sharing/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send, Settings2, ThumbsDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import type { ShellData } from '../../../shell/shell-data.ts';
import { toast } from '../../../shell/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { publicRoomQuery, voteToSkip } from '../api.ts';
import { useLivePublicRoom } from '../use-live-room.ts';
import { FillerBadge, VideoLine } from '../video-line.tsx';
import { Waiting } from '../waiting.tsx';
import { OwnRequests } from './own-requests.tsx';
import { RequestForm } from './request-form.tsx';

/** Shows the current video, the next ones, and the request form. */
export function PublicRoomScreen({ name, shell }: { name: string; shell: ShellData }) {
  const t = useTranslations('media-sharing.public');
  const { data: room, error, refetch } = useQuery(publicRoomQuery(name));
  useLivePublicRoom(name);
  if (!room)
    return (
      <Fetching error={error} refetch={refetch}>
        <Waiting />
      </Fetching>
    );
  const { owner, queue } = room;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <Avatar name={owner.name} src={owner.avatar} size={44} />
        <h1 className="page-title min-w-0 flex-1 basis-52 text-balance wrap-anywhere">
          {t('title', { name: isolated(owner.name) })}
        </h1>
        {room.isOpen && (
          <ButtonLink href="#request" className="lg:hidden">
            <Icon of={Send} className="rtl:-scale-x-100" />
            {t('formTitle')}
          </ButtonLink>
        )}
        {room.mayManage && (
          <ButtonLink icon={Settings2} href={`/dashboard/user/${owner.userId}/media-sharing`}>
            {t('manage')}
          </ButtonLink>
        )}
      </header>
      {!room.isOpen && <EmptyState title={t('closedTitle')} text={room.closedBecause ?? t('closedText')} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          {(room.isOpen || room.playing) && <Playing room={room} shell={shell} />}
          {(room.isOpen || queue.length > 0) && <Queue queue={queue} />}
        </div>
        <div id="request" className="grid min-w-0 scroll-mt-20 gap-6">
          {room.isOpen && <RequestForm room={room} shell={shell} />}
          <OwnRequests room={room} />
        </div>
      </div>
    </div>
  );
}

/** More videos would push the form off a phone's screen. */
const SHOWN = 5;

function Queue({ queue }: { queue: readonly PublicMediaItem[] }) {
  const t = useTranslations('media-sharing.public');
  const rest = queue.slice(SHOWN);
  return (
    <section aria-label={t('queue')}>
      <h2 className="mb-2 flex items-baseline gap-2 font-semibold text-lead">
        {t('queue')}
        <span className="figures text-muted text-small">{queue.length}</span>
      </h2>
      {queue.length === 0 ? (
        <p className="text-muted">{t('empty')}</p>
      ) : (
        <QueueList items={queue.slice(0, SHOWN)} first={1} />
      )}
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-control cursor-pointer content-center text-muted">
            {t('moreInQueue', { count: rest.length })}
          </summary>
          <QueueList items={rest} first={SHOWN + 1} />
        </details>
      )}
    </section>
  );
}

function QueueList({ items, first }: { items: readonly PublicMediaItem[]; first: number }) {
  return (
    <ol start={first} className="rounded-panel border border-line bg-surface">
      {items.map((item, place) => (
        <li key={item.itemId} className="flex gap-2 border-b border-line px-3 py-3 last:border-b-0">
          <span aria-hidden className="figures w-6 shrink-0 pt-1 text-center text-muted">
            {item.place ?? first + place}
          </span>
          <PublicLine item={item} />
        </li>
      ))}
    </ol>
  );
}

function PublicLine({ item }: { item: PublicMediaItem }) {
  const t = useTranslations('media-sharing');
  return (
    <VideoLine
      item={item}
      badges={
        <>
          {item.isOwn && <Badge tone="info">{t('public.you')}</Badge>}
          <FillerBadge item={item} />
        </>
      }
      under={
        item.senderName !== null && (
          <p className="text-small wrap-anywhere">{t('item.from', { name: isolated(item.senderName) })}</p>
        )
      }
    />
  );
}

function Playing({ room, shell }: { room: PublicMediaRoom; shell: ShellData }) {
  const t = useTranslations('media-sharing.public');
  const { playing, votes } = room;
  return (
    <Card aria-label={t('nowPlaying')}>
      <CardHeader
        title={t('nowPlaying')}
        actions={
          votes &&
          votes.given > 0 && <Badge tone="info">{t('votes', { given: votes.given, needed: votes.needed })}</Badge>
        }
      />
      <CardBody className="grid gap-3">
        {playing ? <PublicLine item={playing} /> : <p className="text-muted">{t('nothingPlays')}</p>}
        {playing && votes && shell.isLoggedIn && <Vote name={room.name} item={playing} isGiven={votes.isGiven} />}
      </CardBody>
    </Card>
  );
}

function Vote({ name, item, isGiven }: { name: string; item: PublicMediaItem; isGiven: boolean }) {
  const t = useTranslations('media-sharing.public');
  const vote = useMutation(voteToSkip(useQueryClient(), name));
  return (
    <Button
      icon={ThumbsDown}
      className="justify-self-start"
      disabled={isGiven}
      isPending={vote.isPending}
      onClick={() => vote.mutate(item.itemId, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
    >
      {t(isGiven ? 'voted' : 'vote')}
    </Button>
  );
}
