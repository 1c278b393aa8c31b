import { defaultLocale, placeholdersFor } from '@tally/contract';
import { say } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { fill } from '@tally/message/template';
import type { RoleChange } from '@tally/pipeline/roles';
import type { ServerSummary } from '../servers/index.ts';

const GIVEN = 0x4c_c3_8a;
const TAKEN = 0x8f_85_7f;
/** Ten lines of this length fit into the 6,000 characters that all embeds of a message may have. */
const LINE_LENGTH = 580;
const asPlaceholders = { member: '{member}', role: '{role}' };

/** Renders one card per change, in order. Mentions of members ping no one. */
export function renderNews(about: {
  readonly lines: readonly Pick<RoleChange, 'userId' | 'roleId' | 'isGiven'>[];
  readonly server: ServerSummary | null;
  /** The server's own text for a role that was given, or null for the default. */
  readonly template: string | null;
}): MessagePayload {
  const { server } = about;
  const locale = server?.locale ?? defaultLocale;
  const placeholders = placeholdersFor('linkedRole');
  return {
    embeds: about.lines.map(({ userId, roleId, isGiven }) => {
      const own = say(locale, isGiven ? 'linkedRoles.given' : 'linkedRoles.taken', asPlaceholders);
      const values = {
        server: server?.name ?? null,
        server_icon: server?.iconUrl ?? null,
        member_count: server?.memberCount ?? null,
        member: `<@${userId}>`,
        member_id: userId,
        role: `<@&${roleId}>`,
      };
      const template = isGiven ? (about.template ?? own) : own;
      const { text } = fill(template, { placeholders, values, place: 'markdown', limit: LINE_LENGTH });
      return { description: text.trim() === '' ? `<@${userId}>` : text, color: isGiven ? GIVEN : TAKEN };
    }),
    allowed_mentions: { parse: [], roles: [], users: [] },
  };
}
