import { defaultLocale, type RoleId, type UserId } from '@tally/contract';
import { say } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { type Filling, fill, type Values } from '@tally/message/template';
import type { ServerSummary } from '../servers/index.ts';

export type LogWord = 'autoLive' | 'status';

export interface NewsLine {
  readonly type: `${LogWord}Role${'Added' | 'Removed'}`;
  readonly userId: UserId;
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  readonly about: string | null;
  readonly userName: string;
  readonly avatarUrl: string | null;
  /** The server's own text, or null for the default. */
  readonly template: string | null;
  readonly placeholders: Filling['placeholders'];
}

const GIVEN = 0x4c_c3_8a;
const TAKEN = 0x8f_85_7f;
/** Ten lines of this length fit into the 6,000 characters that all embeds of a message may have. */
const LINE_LENGTH = 580;

/** The default text uses placeholders, too, like a server's own template. */
const asPlaceholders = { member: '{member}', role: '{role}', status_text: '{status_text}' };

/** Renders one card per member, in order. Mentions of members ping no one. */
export function renderNews(about: {
  lines: readonly NewsLine[];
  server: ServerSummary | null;
  now: Date;
}): MessagePayload {
  const { lines, server, now } = about;
  const locale = server?.locale ?? defaultLocale;
  return {
    embeds: lines.map((line) => ({
      description: textOf(line, { server, now, locale }),
      color: line.isGiven ? GIVEN : TAKEN,
    })),
    allowed_mentions: { parse: [], roles: [], users: [] },
  };
}

function textOf(line: NewsLine, known: { server: ServerSummary | null; now: Date; locale: ServerSummary['locale'] }) {
  const { placeholders } = line;
  const template = line.template ?? say(known.locale, `liveRole.${line.type}`, asPlaceholders);
  const { text } = fill(template, {
    placeholders,
    values: valuesOf(line, known),
    place: 'markdown',
    limit: LINE_LENGTH,
  });
  return text.trim() === '' ? `<@${line.userId}>` : text;
}

const valuesOf = (line: NewsLine, { server, now }: { server: ServerSummary | null; now: Date }): Values => ({
  server: server?.name ?? null,
  server_icon: server?.iconUrl ?? null,
  member_count: server?.memberCount ?? null,
  now: `<t:${Math.floor(now.getTime() / 1000)}:f>`,
  member: `<@${line.userId}>`,
  member_name: line.userName,
  member_id: line.userId,
  member_avatar: line.avatarUrl,
  role: `<@&${line.roleId}>`,
  status_text: line.about,
});
