import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { BOT_PERMISSIONS } from '../seed/seed.ts';
import { makeUser } from '../state/make.ts';
import type { User } from '../state/types.ts';
import { memberWire, presenceWire, userWire } from '../state/wire.ts';
import { dispatchGuild, dispatchMember } from '../work/dispatch.ts';
import { joinGuild, leaveGuild } from '../work/members.ts';
import { action, guildOf, Id, userOf } from './ask.ts';

const InGuild = z.object({ guild_id: Id, user_id: Id });
/** `pending` means that the server has rules that the member has not accepted yet. */
const Joining = InGuild.extend({ pending: z.boolean().default(false) });
const NewUser = z.object({
  username: z.string().min(2).max(32),
  global_name: z.string().max(32).nullable().default(null),
  is_bot: z.boolean().default(false),
  is_demo: z.boolean().default(false),
});
const ChangedMember = InGuild.extend({
  roles: z.array(Id).optional(),
  nick: z.string().max(32).nullable().optional(),
  premium_since: z.iso.datetime().nullable().optional(),
  pending: z.boolean().optional(),
});
const Presence = z.object({
  user_id: Id,
  status: z.enum(['online', 'idle', 'dnd', 'offline']).optional(),
  activities: z.array(z.record(z.string(), z.unknown())).optional(),
});
const Bot = z.object({
  guild_id: Id,
  application_id: Id.optional(),
  permissions: z.string().regex(/^\d+$/).default(BOT_PERMISSIONS),
});

const OtherBot = z.object({ guild_id: Id, user_id: Id.optional(), username: z.string().min(2).max(32) });

/** Creates the actions on memberships and presences. */
export const peopleControls = (core: Core): Record<string, Control> => ({
  join: action(Joining, ({ guild_id, user_id, pending }) => {
    const guild = guildOf(core, guild_id);
    if (guild.bans.has(user_id)) throw new ControlError(403, 'This person is banned from that server');
    return memberWire(joinGuild(core, guild, userOf(core, user_id), { member: { pending } }));
  }),
  leave: action(InGuild, ({ guild_id, user_id }) => {
    const guild = guildOf(core, guild_id);
    if (guild.owner_id === user_id) throw new ControlError(409, 'The owner cannot leave their own server');
    leaveGuild(core, guild, user_id);
    return {};
  }),
  'add-user': action(NewUser, ({ is_bot, is_demo, ...given }) =>
    userWire(makeUser(core.state, { ...given, bot: is_bot, isDemo: is_demo })),
  ),
  'close-dms': action(z.object({ user_id: Id, closed: z.boolean() }), ({ user_id, closed }) => {
    userOf(core, user_id).dmsClosed = closed;
    return {};
  }),
  member: action(ChangedMember, (asked) => {
    const guild = guildOf(core, asked.guild_id);
    const member = guild.members.get(asked.user_id);
    if (!member) throw new ControlError(404, 'Not a member of this server');
    const unknown = asked.roles?.find((id) => !guild.roles.has(id));
    if (unknown) throw new ControlError(404, 'There is no such role');
    if (asked.roles) member.roles = [...asked.roles];
    if (asked.nick !== undefined) member.nick = asked.nick;
    if (asked.premium_since !== undefined) member.premium_since = asked.premium_since;
    if (asked.pending !== undefined) member.pending = asked.pending;
    dispatchMember(core, guild, 'GUILD_MEMBER_UPDATE', member);
    return memberWire(member);
  }),
  presence: action(Presence, (asked) => {
    const user = userOf(core, asked.user_id);
    if (asked.status) user.status = asked.status;
    if (asked.activities) user.activities = asked.activities;
    for (const guild of core.state.guilds.values()) {
      if (guild.members.has(user.id))
        dispatchGuild(core, guild, 'PRESENCE_UPDATE', Intent.GUILD_PRESENCES, presenceWire(guild, user));
    }
    return {};
  }),
  'invite-bot': action(Bot, ({ guild_id, application_id, permissions }) => {
    joinGuild(core, guildOf(core, guild_id), botOf(core, application_id), { permissions });
    return {};
  }),
  /** Adds another bot, which does not run here. `user_id` is the id of an existing bot. */
  'add-bot': action(OtherBot, ({ guild_id, user_id, username }) => {
    const same = [...core.state.users.values()].find((user) =>
      user_id ? user.id === user_id : isBotOf(user, username),
    );
    if (same && !same.bot) throw new ControlError(409, 'This ID belongs to a person');
    const bot = same ?? makeUser(core.state, { username, bot: true, ...(user_id ? { id: user_id } : {}) });
    return memberWire(joinGuild(core, guildOf(core, guild_id), bot, { permissions: BOT_PERMISSIONS }));
  }),
  'kick-bot': action(Bot, ({ guild_id, application_id }) => {
    leaveGuild(core, guildOf(core, guild_id), botOf(core, application_id).id);
    return {};
  }),
});

const isBotOf = ({ bot, username }: User, name: string): boolean => bot && username === name;

/** Returns the bot of the named application, or of the first one. */
function botOf(core: Core, applicationId: string | undefined) {
  const [first] = core.state.applications.values();
  const application = applicationId ? core.state.applications.get(applicationId) : first;
  if (!application) throw new ControlError(404, 'There is no such application');
  return userOf(core, application.botId);
}
