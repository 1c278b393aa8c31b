import type { Core } from '../discord.ts';
import { memberCount } from '../state/state.ts';
import { channelWire, emojiWire, guildWire, memberWire, roleWire, userWire } from '../state/wire.ts';

const SHOWN_REQUESTS = 200;

/** Returns what applications reported about a person, for Discord's own linked roles. */
const connectionsOf = ({ state }: Core, userId: string) =>
  [...state.applications.keys()].flatMap((id) => state.roleConnections.get(`${id}:${userId}`) ?? []);

/** Returns this world's part of `/control/state`. */
export function summary(core: Core): unknown {
  const { state } = core;
  const applicationIds = new Map(
    [...state.applications.values()].map((application) => [application.botId, application.id]),
  );
  return {
    applications: [...state.applications.values()].map((application) => ({
      id: application.id,
      name: application.name,
      public_key: application.publicKey,
      bot: application.botId,
      redirect_uris: application.redirectUris,
      interactions_endpoint_url: application.interactionsEndpointUrl,
    })),
    users: [...state.users.values()].map((user) => ({
      ...userWire(user),
      is_demo: user.isDemo,
      status: user.status,
      activities: user.activities,
      role_connections: connectionsOf(core, user.id),
    })),
    demo_user_id: state.demoUserId,
    guilds: [...state.guilds.values()].map((guild) => ({
      ...guildWire(state, guild),
      member_count: memberCount(guild),
      channels: [...guild.channels.values(), ...guild.threads.values()].map((channel) => channelWire(state, channel)),
      roles: [...guild.roles.values()].map(roleWire),
      members: [...guild.members.values()].map(memberWire),
      emojis: [...guild.emojis.values()].map((emoji) => emojiWire(state, emoji)),
      bot_in: [...guild.members.keys()].flatMap((id) => applicationIds.get(id) ?? []),
    })),
    dms: [...state.dms.values()].map((channel) => ({
      ...channelWire(state, channel),
      recipient_ids: channel.recipients,
    })),
    commands: [...state.commands.values()],
    sessions: [...core.gateway.sessions.values()].map((session) => ({
      id: session.id,
      application_id: session.application.id,
      shard: session.shard,
      intents: session.intents,
      connected: session.connection !== null,
      seq: session.seq,
    })),
    limits: core.limits.settings,
    stats: core.stats,
    requests: state.requests.slice(-SHOWN_REQUESTS),
  };
}
