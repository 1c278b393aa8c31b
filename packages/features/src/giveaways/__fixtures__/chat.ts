import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { permissionSet } from '@tally/discord/permissions';
import { firstIdAt, UpstreamError } from '@tally/kernel';

export const ann = UserId.parse('111111111111111111');
export const home = ServerId.parse('900000000000000001');
export const talk = ChannelId.parse('910000000000000001');
/** The bot's user id, which equals the application's id. */
const botId = '900000000000000001';
const gone = (code: number) =>
  new UpstreamError({ world: 'discord', kind: 'gone', message: 'no', status: 404, upstreamCode: code });

interface Posted {
  content: string;
  repliesTo: string | undefined;
  /** The roles, keywords and reply authors that the message pings. The tests check winners by their names. */
  pings: readonly string[];
  text: string;
  buttons: { label: string; disabled: boolean }[];
}
type Payload = {
  content?: string;
  message_reference?: { message_id: string };
  allowed_mentions?: { parse: string[]; roles: string[]; replied_user?: boolean };
  embeds?: { title?: string; description?: string; footer?: { text: string } }[];
  components?: { components: { label?: string; disabled?: boolean }[] }[];
};

const everyone = { id: home, name: '@everyone', permissions: permissionSet('ViewChannel', 'SendMessages'), position: 0, managed: false, color: 0 };
export const prizeRole = { ...everyone, id: RoleId.parse('920000000000000001'), name: 'Lucky', permissions: 0n, position: 1 };
/** Every person in the server has this role, which ranks below the bot's role. */
export const memberRole = RoleId.parse('920000000000000002');
const member = { ...prizeRole, id: memberRole, name: 'Member', position: 2 };

/** The bot's role, with which it can post everywhere. */
const botRole = { ...everyone, id: RoleId.parse('920000000000000003'), name: 'Bot', permissions: permissionSet('Administrator'), position: 3 };

/** The state of a channel at the simulated Discord. */
export const chat = { posts: new Map<string, Posted>(), edits: 0, left: new Set<string>(), lucky: new Set<string>(), isAway: false, isMuted: false, letters: [] as string[], mayInvite: true, next: 1n, pace: () => {}, now: () => new Date() };
const shownAs = ({ content = '', message_reference: answered, allowed_mentions: wanted, embeds: [embed] = [], components = [] }: Payload): Posted => ({
  content,
  repliesTo: answered?.message_id,
  pings: [
    ...(wanted?.parse ?? []),
    ...(wanted?.roles ?? []),
    ...(answered && wanted?.replied_user !== false ? ['who is answered'] : []),
  ],
  text: [embed?.title, embed?.description, embed?.footer?.text].filter(Boolean).join('\n'),
  buttons: components.flatMap((row) => row.components.map(({ label = '', disabled = false }) => ({ label, disabled }))),
});
const muted = new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', status: 403, upstreamCode: 50013 });
const away = new UpstreamError({ world: 'discord', kind: 'down', message: 'away', status: 503 });
export const discord = {
  messages: {
    openDm: async (userId: string) => ({ id: `dm ${userId}` }),
    async create({ channelId, payload }: { channelId: string; payload: Payload }) {
      if (channelId.startsWith('dm ')) {
        chat.letters.push(`${channelId.slice(3)}: ${payload.content}`);
        return { id: String(chat.next++) };
      }
      if (chat.isAway) throw away;
      if (chat.isMuted) throw muted;
      chat.pace();
      // Like Discord's ids, it contains the time and then a number.
      const id = String(BigInt(firstIdAt(chat.now().getTime())) + chat.next++);
      chat.posts.set(id, shownAs(payload));
      return { id };
    },
    async edit({ messageId, payload }: { messageId: string; payload: Payload }) {
      if (chat.isAway) throw away;
      if (!chat.posts.has(messageId)) throw gone(10008);
      chat.pace();
      chat.edits += 1;
      chat.posts.set(messageId, shownAs(payload));
    },
    async delete({ messageId }: { messageId: string }) {
      if (!chat.posts.delete(messageId)) throw gone(10008);
    },
  },
  servers: {
    channels: async () => [
      { id: talk, name: 'talk', type: 0, kind: 'text', parentId: null, position: 0, overwrites: [] },
    ],
    channel: async (id: string) => ({ id, kind: 'text', parentId: null, isForAdults: false, overwrites: [] }),
    get: async () => ({ id: home, name: 'Home', ownerId: ann, roles: [everyone, prizeRole, member, botRole], emojis: [] }),
    emojis: async () => [],
    async createInvite({ channelId }: { channelId: string }) {
      if (!chat.mayInvite) throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', status: 403 });
      return { code: `to-${channelId}` };
    },
  },
  members: {
    async get({ userId }: { userId: string }) {
      if (chat.isAway) throw away;
      if (chat.left.has(userId)) throw gone(10007);
      const user = { id: userId, username: `u${userId}`, displayName: 'U', avatar: null, isBot: false };
      return {
        user,
        nick: null,
        roleIds: [userId === botId ? botRole.id : member.id, ...(chat.lucky.has(userId) ? [prizeRole.id] : [])],
        timedOutUntil: null,
        joinedAt: new Date(0),
        boostingSince: null,
      };
    },
    giveRole: async ({ userId }: { userId: string }) => void chat.lucky.add(userId),
    takeRole: async ({ userId }: { userId: string }) => void chat.lucky.delete(userId),
  },
};
