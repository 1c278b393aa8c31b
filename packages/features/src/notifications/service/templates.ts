import type { StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listMessages } from '../store.ts';
import type { MessageBody, StreamerRow } from '../tables.ts';

/** The owners' own messages, looked up once for everybody who hears of an event. */
export interface Templates {
  find(streamer: StreamerRow, type: StreamerMessageType): MessageBody | null;
}

export async function loadTemplates(ctx: Ctx, streamers: readonly StreamerRow[]): Promise<Templates> {
  const saved = await listMessages(
    ctx.db,
    streamers.map((streamer) => streamer.id),
  );
  const byKey = new Map(saved.map((message) => [`${message.streamerId} ${message.type}`, message.body]));
  return {
    find: (streamer, type) => byKey.get(`${streamer.id} ${type}`) ?? null,
  };
}
