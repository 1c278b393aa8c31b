'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { cx } from '../../../../ui/cx.ts';
import { Chats } from '../chats.tsx';
import type { PlayerOrigins } from '../frames.ts';
import { NowPlaying } from './now-playing.tsx';
import { Pending } from './pending.tsx';
import { Queue } from './queue.tsx';

const column = 'contents lg:grid lg:min-w-0 lg:content-start lg:gap-4';

/** All controls that a moderator needs during a stream. On a phone, requests to approve come first. */
export function QueueTab({
  userId,
  room,
  players,
  receivedAt,
  viewersPage,
  onSetUp,
}: {
  userId: UserId;
  room: MediaRoom;
  players: PlayerOrigins;
  receivedAt: number;
  viewersPage: string | null;
  /** Opens the setup; null for a helper. */
  onSetUp: (() => void) | null;
}) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className={column}>
        <div className={cx('min-w-0', room.pending.length > 0 && 'max-lg:order-1')}>
          <NowPlaying userId={userId} room={room} receivedAt={receivedAt} onSetUp={onSetUp} />
        </div>
        <div className="min-w-0 max-lg:order-2">
          <Queue userId={userId} room={room} />
        </div>
      </div>
      <div className={column}>
        <div className="min-w-0">
          <Pending userId={userId} room={room} players={players} />
        </div>
        <div className="min-w-0 max-lg:order-3">
          <Chats userId={userId} room={room} viewersPage={viewersPage} />
        </div>
      </div>
    </div>
  );
}
