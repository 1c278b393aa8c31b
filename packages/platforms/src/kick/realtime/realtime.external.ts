import { type ChatHappening, parseJson } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../../text.ts';
import { monthsOf } from '../subscriber-months.ts';

/** Undocumented calls and events of kick.com's own chat, as other programs use them. */

const credentials = z.object({
  provider: z.string(),
  credentials: z.object({
    url: z.url({ protocol: /^wss?$/ }).nullish(),
    app_key: z
      .string()
      .regex(/^\w{1,64}$/)
      .nullish(),
    cluster: z
      .string()
      .regex(/^[a-z0-9-]{1,20}$/)
      .nullish(),
  }),
});
/** The services that carry the chats now. An unreadable one is skipped. */
export const Connections = z.object({
  data: z.object({
    connections: z.array(z.unknown()).transform((all) => all.flatMap((each) => credentials.safeParse(each).data ?? [])),
  }),
});
export const GuestToken = z.object({ data: z.object({ token: z.string().min(1).max(4_000) }) });
export const RoomOfChannel = z.object({ chatroom: z.object({ id: z.number().int().positive() }) });

const person = z.object({ id: z.number().int(), username: z.string().min(1), slug: textOrNull });
const accountOf = ({ id, username, slug }: z.output<typeof person>) => ({
  id: String(id),
  name: slug ?? username.toLowerCase(),
  displayName: username,
});

const Months = z.number().int().positive();

/** The metadata is an object, or JSON within a text. */
const Metadata = z
  .union([z.string().transform(parse), z.unknown()])
  .pipe(
    z.object({
      sender_type: textOrNull,
      original_sender: z.object({ username: textOrNull }).nullish().catch(null),
      celebration: z
        .object({ type: z.literal('subscription_renewed'), total_months: Months })
        .nullish()
        .catch(null),
    }),
  )
  .catch({ sender_type: null, original_sender: null, celebration: null });

/** Only the level badge reveals something about the sender. */
const LevelBadge = z
  .object({
    name: z.literal('level'),
    image_url: z.url({ protocol: /^https?$/ }).max(500),
    selected: z.boolean().nullish(),
    metadata: z.object({ level: z.number().int().positive() }).nullish().catch(null),
  })
  .transform(({ image_url: url, selected, metadata }) =>
    selected === false ? null : { url, title: metadata ? `Level ${metadata.level}` : 'Level' },
  );

const Line = z.object({
  id: z.string().min(1).max(100),
  content: z.string(),
  created_at: z.coerce.date(),
  sender: person.extend({
    identity: z
      .object({
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i)
          .nullish()
          .catch(null),
        badges: z.array(z.object({ type: z.string().max(50), count: Months.nullish().catch(null) })).catch([]),
        badges_v2: z
          .array(z.unknown())
          .transform((all) => all.flatMap((each) => LevelBadge.safeParse(each).data ?? []))
          .catch([]),
      })
      .nullish()
      .catch(null),
  }),
  metadata: Metadata,
});
const Deleted = z.object({ message: z.object({ id: z.string() }) });
const Banned = z.object({ user: person });

/** Parses a chat event. Returns null if we do not follow or understand it. */
export function happeningOf(channelId: string, event: string, data: unknown): ChatHappening | null {
  switch (event) {
    case 'ChatMessageEvent': {
      const { data: line } = Line.safeParse(data);
      if (!line) return null;
      const { sender, metadata } = line;
      const badges = sender.identity?.badges.map(({ type }) => type) ?? [];
      if (metadata.sender_type === 'bot' && !badges.includes('bot')) badges.push('bot');
      const message = {
        platform: 'kick',
        messageId: line.id,
        channelId,
        sender: accountOf(sender),
        badges,
        subscribedMonths: monthsOf(sender.identity?.badges),
        pictures: sender.identity?.badges_v2 ?? [],
        renewedMonths: metadata.celebration?.total_months,
        colour: sender.identity?.color ?? null,
        text: line.content,
        replyTo: metadata.original_sender?.username ?? null,
        sentAt: line.created_at,
      } as const;
      return { kind: 'line', message };
    }
    case 'MessageDeletedEvent': {
      const read = Deleted.safeParse(data);
      return read.success ? { kind: 'removed', messageId: read.data.message.id } : null;
    }
    case 'UserBannedEvent': {
      const read = Banned.safeParse(data);
      return read.success
        ? { kind: 'ban', ban: { platform: 'kick', channelId, banned: accountOf(read.data.user) } }
        : null;
    }
    case 'ChatroomClearEvent':
      return { kind: 'cleared' };
    default:
      return null;
  }
}

/** Parses the content of a frame or of its `data`. Returns undefined if it is not JSON. */
export function parse(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(text) : text;
}
