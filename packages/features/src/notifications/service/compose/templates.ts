import { createHash } from 'node:crypto';
import { hasFlag, type Locale, type ServerId, type StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { defaultMessage, type MessageBody } from '@tally/message/defaults';
import { loadBranding } from '../../../branding/index.ts';
import type { MessagesDraft } from '../../../journal/index.ts';
import { loadServerMessages } from '../../../message-editor/index.ts';
import { listSummaries, plansOf, type ServerPlan, type ServerSummary } from '../../../servers/index.ts';
import { listMessages, type StreamerRow } from '../../../streamers/index.ts';

/** Message sources for many streamers, loaded for all of them at once. */
export interface Templates {
  looks(serverId: ServerId): ServerSummary;
  plan(serverId: ServerId): ServerPlan;
  /** Finds the streamer's own message, or else the server's, or else our default. */
  find(streamer: StreamerRow, about: Wanted, draft?: MessagesDraft): MessageBody;
}

interface Wanted {
  readonly type: StreamerMessageType;
  /** The seed that decides which variant is used. */
  readonly draw: string;
  /** True for a video that can only be watched from a certain time on. */
  readonly isPremiere?: boolean;
}

const nowhere: ServerSummary = { name: '', iconUrl: null, memberCount: 0, locale: 'en-US' };

export async function loadTemplates(
  ctx: Ctx,
  streamers: readonly Pick<StreamerRow, 'id' | 'serverId'>[],
  types: readonly StreamerMessageType[],
): Promise<Templates> {
  const ids = [...new Set(streamers.map((streamer) => streamer.id))];
  const serverIds = [...new Set(streamers.map((streamer) => streamer.serverId))];
  const [saved, ofServers, looks, plan, shows] = await Promise.all([
    listMessages(ctx.db, ids),
    loadServerMessages(ctx, serverIds, types),
    listSummaries(ctx, serverIds),
    plansOf(ctx, serverIds),
    loadBranding(ctx, serverIds),
  ]);
  const own = new Map(saved.map((message) => [`${message.streamerId} ${message.type}`, message.body]));
  const looksOf = (serverId: ServerId) => looks.get(serverId) ?? nowhere;

  /** A message written under a lapsed plan stays stored but is not used. */
  function written(
    streamer: StreamerRow,
    { type, draw, isPremiere }: Wanted,
    { own: drafts, ofServer = {} }: MessagesDraft,
  ): MessageBody | null {
    const { settings, serverId } = streamer;
    const has = (flag: Parameters<typeof hasFlag>[1]) => hasFlag(plan(serverId).bitfield, flag);
    const ownBody = drafts ? drafts.find((each) => each.type === type) : own.get(`${streamer.id} ${type}`);
    if (ownBody && settings.usePerStreamerEmbeds !== false && has('SwitchStreamerAndGuildEmbeds')) return ownBody;
    if (!has('AnyMessageEditor')) return null;
    const body = ofServer.message === undefined ? ofServers.message(serverId, type) : ofServer.message;
    const content = drawVariant(ofServer.variants ?? ofServers.variants(serverId, type), draw);
    if (content === null) return body;
    return {
      ...(body ?? defaultMessage(type, looksOf(serverId).locale, { isPremiere: isPremiere ?? false })),
      content,
    };
  }

  const fallbackOf = once((type: StreamerMessageType, locale: Locale, isPremiere: boolean) =>
    defaultMessage(type, locale, { isPremiere }),
  );
  /** Makes servers with equal messages share one object, so the renderer renders it once. */
  const finish = once(
    (body: MessageBody, fallback: MessageBody, showsWatch: boolean, showsName: boolean, mayOwn: boolean) => {
      const buttons = mayOwn || body === fallback ? (body.buttons ?? []) : [];
      return {
        ...body,
        buttons: withWatchButton(buttons, fallback, showsWatch),
        embed: showsName ? withFooter(body.embed, ctx.config.SITE_NAME) : body.embed,
      };
    },
  );

  return {
    looks: looksOf,
    plan,
    find(streamer, wanted, draft = {}) {
      const { serverId } = streamer;
      const { type, isPremiere = false } = wanted;
      const fallback = fallbackOf(type, looksOf(serverId).locale, isPremiere);
      const body = written(streamer, wanted, draft) ?? fallback;
      const mayOwnButtons = hasFlag(plan(serverId).bitfield, 'UseCustomButtons');
      return finish(body, fallback, shows(serverId, 'watchOnButton'), shows(serverId, areaOf(type)), mayOwnButtons);
    },
  };
}

/** Returns the same result object for the same arguments. */
function once<A extends readonly unknown[], T>(make: (...about: A) => T): (...about: A) => T {
  interface Step {
    readonly next: Map<unknown, Step>;
    made?: T;
  }
  const first: Step = { next: new Map() };
  return (...about) => {
    let step = first;
    for (const each of about) {
      const next = step.next.get(each) ?? { next: new Map() };
      step.next.set(each, next);
      step = next;
    }
    step.made ??= make(...about);
    return step.made;
  };
}

/** Returns the area, by message type, in which a server may switch our name off. */
function areaOf(type: StreamerMessageType): 'notifications' | 'vods' | 'clips' {
  if (type === 'vod') return 'vods';
  return type === 'clip' || type === 'kickBuiltInClip' ? 'clips' : 'notifications';
}

/** A message without its own buttons gets our button to the stream. A server may switch that off. */
function withWatchButton(
  buttons: NonNullable<MessageBody['buttons']>,
  fallback: MessageBody,
  shows: boolean,
): NonNullable<MessageBody['buttons']> {
  const ours = fallback.buttons ?? [];
  if (shows) return buttons.length > 0 ? buttons : ours;
  return buttons === ours ? [] : buttons;
}

const withFooter = (embed: MessageBody['embed'], name: string): MessageBody['embed'] =>
  embed && !embed.footer ? { ...embed, footer: name } : embed;

/**
 * Picks a variant, the same one for every edit of a message, without storing the choice. Each variant is hashed with
 * the message's random id, and the highest hash wins. Adding or removing variants seldom changes the winner.
 */
export function drawVariant(variants: readonly string[], draw: string): string | null {
  let winner: { text: string; weight: string } | null = null;
  for (const text of variants) {
    const weight = createHash('sha256').update(`${draw} ${text}`).digest('hex');
    if (!winner || weight > winner.weight) winner = { text, weight };
  }
  return winner?.text ?? null;
}
