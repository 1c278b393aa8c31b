import type { KickbotType } from '@tally/contract';
import { type Ctx, chatRolesOf, hours, type Video, type WebhookAnswer, type WebhookRequest } from '@tally/kernel';
import { listChannelsNamed, listVideos } from '@tally/pipeline/detection';
import { isSigned, PLATFORM, type PushedClip, readPushed } from '../match.ts';
import { isWanted } from '../store.ts';
import { nothing, tell } from './announce-clip.ts';

const NEWS_FOR_MS = hours(24);
const TITLE_LENGTH = 300;

/** Handles a partner's push about a clip or a recording. */
export async function handlePush(ctx: Ctx, kind: KickbotType, request: WebhookRequest): Promise<WebhookAnswer> {
  const { secret } = ctx.config.kickbot;
  if (secret === null) return { status: 404 };
  const { headers, rawBody } = request;
  const now = ctx.clock.now();
  const timestamp = headers['x-kickbot-timestamp'];
  const signature = headers['x-kickbot-signature'];
  if (!isSigned({ timestamp, signature, rawBody, secret, now }))
    return { status: 401, refused: "the partner's signature is missing, invalid or old" };
  const pushed = readPushed(rawBody, kind);
  // On a 400, the partner does not send the push again.
  if (!pushed) return { status: 400 };
  const [channel] = await listChannelsNamed(ctx.db, PLATFORM, pushed.streamer);
  const age = now.getTime() - pushed.createdAt.getTime();
  if (!channel || age > NEWS_FOR_MS) return { status: 202 };
  const video = videoOf(pushed, kind, channel.id);
  const [known] = await listVideos(ctx.db, [video]);
  if (known) return { status: 409 };
  if (kind === 'clip' ? !(await isWanted(ctx.db, channel.id)) : looksForRecordings(ctx)) return { status: 202 };
  await tell(ctx, video);
  return { status: 200 };
}

/** If we detect recordings ourselves, the partner's push would cause a second message. */
const looksForRecordings = (ctx: Ctx): boolean => ctx.platforms.with('recordings').has(PLATFORM);

function videoOf(pushed: PushedClip, kind: KickbotType, channelId: string): Video {
  const { id, title, url, durationSeconds, createdAt, clipper } = pushed;
  return {
    ...nothing,
    channelId,
    id,
    kind: kind === 'clip' ? 'partnerClip' : 'vod',
    title: title?.slice(0, TITLE_LENGTH) || null,
    url,
    publishedAt: createdAt,
    durationSeconds: durationSeconds == null ? null : Math.round(durationSeconds),
    clipper: clipper?.username
      ? { name: clipper.username, roles: chatRolesOf(clipper.badges, { isOwner: false }) }
      : null,
  };
}
