/**
 * KickBot, a third-party chat bot, replies to `!clip` with a link to a clip, and its pages describe the clip. The
 * pushes from a partner are our own convention: docs/kickbot.md.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createUuid } from '../platform/ids.ts';
import { ControlError } from '../world.ts';
import { writeInChat } from './audience.ts';
import { type Answer, answerJson, missing, type Route } from './call.ts';
import { addCreator } from './seed.ts';
import { getStanding } from './standings.ts';
import { findBySlug, type KickWorld, type Person } from './world.ts';

export const kickbotKeys = { accountId: 990_001, secret: 'sim-kickbot-secret' } as const;

export interface KickbotClip {
  readonly id: string;
  readonly title: string;
  readonly by: string;
  readonly slug: string;
  readonly seconds: number;
  readonly views: number;
  readonly createdAt: Date;
}

const who = z.string();
/** With `none`, only the page exists. */
const ways = ['chat', 'push', 'both', 'none'] as const;
/** How a push is damaged. `twice` means that it is sent again, `reordered` that its keys have another order. */
const spoilt = ['forged', 'stale', 'early', 'twice', 'tampered', 'unsigned'] as const;

export const kickbotBodies = {
  'kickbot-clip': z.strictObject({
    who,
    by: who,
    title: z.string().min(1).max(10_000).default('What a moment'),
    seconds: z.coerce.number().int().min(5).max(180).default(30),
    way: z.enum(ways).default('chat'),
    /** If false, the line contains no name. */
    names: z.boolean().default(true),
    spoilt: z.enum(spoilt).optional(),
  }),
  'kickbot-vod': z.strictObject({ who, title: z.string().min(1).max(200).default('The whole stream') }),
} as const;

export function kickbotRoutes(world: KickWorld): Route[] {
  return [{ method: 'GET', path: '/kickbot/clip/:id/__data.json', run: (_call, { id = '' }) => showPage(world, id) }];
}

/** Shows the page in SvelteKit's format: https://github.com/sveltejs/devalue */
function showPage(world: KickWorld, id: string): Answer {
  const clip = world.kickbot.get(id);
  if (!clip) return missing();
  const values = [
    { clip: 1, og_title: 11 },
    { clip_name: 2, clipper_username: 3, length: 4, created_at: 5, views: 6, download_exists: 7, streamer: 8 },
    clip.title,
    clip.by,
    clip.seconds,
    ['Date', clip.createdAt.toISOString()],
    clip.views,
    true,
    { kick_slug: 9, kick_username: 10 },
    clip.slug,
    findBySlug(world, clip.slug)?.username ?? clip.slug,
    `${clip.title} clipped by ${clip.by}`,
  ];
  return answerJson(200, { type: 'data', nodes: [null, { type: 'data', data: values, uses: { params: ['id'] } }] });
}

function bot(world: KickWorld): Person {
  return world.people.get(kickbotKeys.accountId) ?? addCreator(world, 'KickBot', kickbotKeys.accountId);
}

type ClipBody = z.output<(typeof kickbotBodies)['kickbot-clip']>;

/** A viewer writes `!clip`, and KickBot replies. */
export function makeKickbotClip(
  world: KickWorld,
  { channel, maker }: { readonly channel: Person; readonly maker: Person },
  { title, seconds, way, names, spoilt: how }: Omit<ClipBody, 'who' | 'by'>,
): { clip_id: string } {
  const id = createUuid(world.doors);
  const by = maker.username;
  const clip = { id, title, by, slug: channel.slug, seconds, views: 1, createdAt: world.doors.now() };
  world.kickbot.set(id, clip);
  if (way === 'chat' || way === 'both') {
    writeInChat(world, channel, maker, { content: `!clip ${seconds}` });
    const content = `${names ? `@${by} ` : ''}here is your clip: https://kickbot.com/clip/${id}`;
    writeInChat(world, channel, bot(world), { content, badges: ['bot', 'moderator'] });
  }
  if (way === 'push' || way === 'both')
    push(world, 'clip', {
      body: {
        id,
        streamer: channel.slug,
        clipper: { username: by, badges: getStanding(channel, maker).badges },
        title,
        url: `https://kickbot.com/clip/${id}`,
        durationSeconds: seconds,
        createdAt: clip.createdAt.toISOString(),
      },
      how,
    });
  return { clip_id: id };
}

export function pushKickbotVod(world: KickWorld, channel: Person, title: string): { vod_id: string } {
  const id = createUuid(world.doors);
  const createdAt = world.doors.now().toISOString();
  const url = `https://kickbot.com/vod/${id}`;
  push(world, 'vod', {
    body: { id, streamer: channel.slug, clipper: null, title, url, durationSeconds: 3_600, createdAt },
    how: undefined,
  });
  return { vod_id: id };
}

interface Letter {
  readonly body: object;
  readonly how: (typeof spoilt)[number] | undefined;
}

/** Sends to the same host as Kick's webhooks, but to another path. */
function push(world: KickWorld, kind: 'clip' | 'vod', { body, how }: Letter): void {
  if (!world.callbackUrl) throw new ControlError(409, 'Nobody has said where pushes go.');
  const url = new URL(`/hooks/kickbot/${kind}`, world.callbackUrl).href;
  const text = JSON.stringify(body);
  const offset = how === 'stale' ? -301 : how === 'early' ? 302 : 0;
  const timestamp = String(Math.floor(world.doors.now().getTime() / 1_000) + offset);
  const secret = how === 'forged' ? 'somebody else' : kickbotKeys.secret;
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-kickbot-timestamp': timestamp };
  if (how !== 'unsigned') headers['x-kickbot-signature'] = `sha256=${signature}`;
  const sent = how === 'tampered' ? text.replace('"title":"', '"title":"!') : text;
  const send = async (): Promise<void> => {
    const { status } = await world.doors.fetch(url, { method: 'POST', headers, body: sent });
    world.kickbotPushes.push({ kind, how: how ?? 'well', status });
    world.doors.changed('kick');
  };
  // The list shows whether the push was delivered. An unreachable receiver is not an error.
  const first = send().catch(() => undefined);
  if (how === 'twice') void first.then(send).catch(() => undefined);
}
