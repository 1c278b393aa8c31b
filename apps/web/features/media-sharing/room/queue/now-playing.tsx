'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OctagonX, Pause, Play, SkipForward, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../ui/card.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { controlPlayer } from '../../api.ts';
import { FillerBadge, SenderLine, VideoLine } from '../../video-line.tsx';
import { PlayerLamp } from '../lamp.tsx';
import { ItemMenu } from './item-menu.tsx';
import { Progress } from './progress.tsx';
import { Volume } from './volume.tsx';

/** The video that the stream shows now, with playback controls. */
export function NowPlaying({
  userId,
  room,
  receivedAt,
  onSetUp,
}: {
  userId: UserId;
  room: MediaRoom;
  receivedAt: number;
  /** Opens the setup; null for a helper, who cannot change it. */
  onSetUp: (() => void) | null;
}) {
  const t = useTranslations('media-sharing.controls');
  const { playing, votes, player } = room;
  return (
    <Card aria-label={t('title')}>
      <CardHeader title={t('title')} actions={<PlayerLamp room={room} />} />
      <CardBody className="grid gap-4">
        {playing ? (
          <>
            <div className="flex items-start gap-1">
              <VideoLine
                isTall
                item={playing}
                badges={
                  <>
                    <FillerBadge item={playing} />
                    {room.paused && <Badge tone="warn">{t('paused')}</Badge>}
                    {votes && votes.given > 0 && <Badge tone="info">{t('votes', { ...votes })}</Badge>}
                  </>
                }
                under={<SenderLine item={playing} />}
              />
              <ItemMenu userId={userId} item={playing} action="remove" />
            </div>
            <Progress room={room} item={playing} receivedAt={receivedAt} />
          </>
        ) : (
          <div>
            <p className="font-semibold">
              {t('nothing')} {room.paused && <Badge tone="warn">{t('paused')}</Badge>}
            </p>
            <p className="text-muted">{t('nothingText')}</p>
          </div>
        )}
        <Trouble player={player} isOwner={room.isOwner} onSetUp={onSetUp} />
        <Buttons userId={userId} room={room} />
        <Volume userId={userId} volume={room.volume} />
      </CardBody>
    </Card>
  );
}

function Buttons({ userId, room: { playing, paused } }: { userId: UserId; room: MediaRoom }) {
  const t = useTranslations('media-sharing.controls');
  const control = useMutation(controlPlayer(useQueryClient(), userId));
  const isUnderWay = (action: string) => control.isPending && control.variables.action === action;
  const turn = paused ? 'play' : 'pause';
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <Button variant="primary" isPending={isUnderWay(turn)} onClick={() => control.mutate({ action: turn })}>
        <Icon of={paused ? Play : Pause} />
        {t(turn)}
      </Button>
      <Button
        disabled={playing === null}
        isPending={isUnderWay('skip')}
        onClick={() => playing && control.mutate({ action: 'skip', itemId: playing.itemId })}
      >
        <Icon of={SkipForward} className="rtl:-scale-x-100" />
        {t('skip')}
      </Button>
      <Button
        icon={OctagonX}
        variant="danger"
        title={t('stopHint')}
        isPending={isUnderWay('stop')}
        className="col-span-2 sm:ms-auto"
        onClick={() => control.mutate({ action: 'stop' })}
      >
        {t('stop')}
      </Button>
    </div>
  );
}

function Trouble({
  player: { trouble, isConnected },
  isOwner,
  onSetUp,
}: {
  player: MediaRoom['player'];
  isOwner: boolean;
  onSetUp: (() => void) | null;
}) {
  const t = useTranslations('media-sharing.controls');
  if (trouble === null && (isConnected || !isOwner)) return null;
  return (
    <div role={trouble === null ? undefined : 'alert'} className="rounded-card border border-warn/45 p-3">
      <p className="flex items-start gap-2.5 text-warn">
        <Icon of={TriangleAlert} className="mt-0.5 shrink-0" />
        <span>{trouble ?? t('noPlayer')}</span>
      </p>
      {onSetUp && (
        <Button size="compact" className="mt-2" onClick={onSetUp}>
          {t(trouble === null ? 'setUp' : 'mend')}
        </Button>
      )}
    </div>
  );
}
