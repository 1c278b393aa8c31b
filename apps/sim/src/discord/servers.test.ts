import {
  ChannelType,
  type Client,
  DiscordAPIError,
  Events,
  type Guild,
  type GuildMember,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  PermissionFlagsBits,
  type TextChannel,
} from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sim } from '../start.ts';
import { act, ask, channel, empower, forbid, logIn, openSim, roleId, server } from './test-world.ts';

let sim: Sim;
let client: Client<true>;
let guild: Guild;
let general: TextChannel;

/** A server owner uses an unmodified discord.js client. */
beforeEach(async () => {
  sim = await openSim();
  empower(server(sim));
  client = await logIn(sim);
  guild = await client.guilds.fetch(server(sim).id);
  general = (await guild.channels.fetch(channel(sim).id)) as TextChannel;
});

const heard = <Data>(event: Events): Promise<Data> =>
  new Promise((resolve) => client.once(event as string, (data: Data) => resolve(data)));
const codeOf = async (call: Promise<unknown>): Promise<number | string> => {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof DiscordAPIError)) throw new Error(`Not refused: ${String(error)}`);
  return error.code;
};
/** Returns members without a role, below all others. */
async function ordinary(): Promise<GuildMember[]> {
  const members = await guild.members.fetch();
  return [
    ...members.filter(({ id, user, roles }) => id !== guild.ownerId && !user.bot && roles.cache.size === 1).values(),
  ];
}

describe('members', () => {
  it('the bot names itself by the address that discord.js writes, %40me', async () => {
    const me = await guild.members.fetchMe();
    expect((await me.setNickname('Tally of the night')).nickname).toBe('Tally of the night');
    expect((await guild.members.editMe({ nick: null })).nickname).toBeNull();
    expect(sim.unknownCalls).toEqual([]);
  });

  it("a ban is dispatched, removes the person's messages, and cannot reach members above", async () => {
    const [person, other] = await ordinary();
    await act(sim, 'say', { channel_id: general.id, user_id: person?.id, content: 'spam' });
    expect(channel(sim).order).toHaveLength(1);
    const banned = heard<{ reason?: string | null; user: { id: string } }>(Events.GuildBanAdd);
    await person?.ban({ deleteMessageSeconds: 3600, reason: 'spam' });
    expect((await banned).user.id).toBe(person?.id);
    expect(channel(sim).order).toEqual([]);
    expect((await guild.bans.fetch()).map(({ reason }) => reason)).toEqual(['spam']);
    const lifted = heard<{ user: { id: string } }>(Events.GuildBanRemove);
    await guild.bans.remove(person?.id ?? '');
    expect((await lifted).user.id).toBe(person?.id);
    const many = await guild.bans.bulkCreate([other?.id ?? '', guild.ownerId]);
    expect(many).toEqual({ bannedUsers: [other?.id], failedUsers: [guild.ownerId] });
    expect(await codeOf(guild.bans.bulkCreate([guild.ownerId]))).toBe(500_000);
    expect(await codeOf(guild.bans.create(client.user.id))).toBe(50013);
    const higher = guild.members.cache.find(({ id, manageable }) => id !== guild.ownerId && !manageable);
    expect(await codeOf(guild.bans.create(higher?.id ?? ''))).toBe(50013);
    const reasoned = { headers: { 'x-audit-log-reason': '100% spam' } };
    await ask(sim, `PUT /guilds/${guild.id}/bans/${person?.id}`, {}, reasoned);
    expect((await guild.bans.fetch(person?.id ?? '')).reason).toBe('100% spam');
    expect(await codeOf(guild.bans.create(person?.id ?? '', { deleteMessageSeconds: 604_801 }))).toBe(50035);
  });

  it('a timeout is a date, at most 28 days away, and a refusal changes nothing', async () => {
    const [person] = await ordinary();
    const path = `PATCH /guilds/${guild.id}/members/${person?.id}`;
    const until = (days: number) => new Date(sim.clock.ms() + days * 86_400_000).toISOString();
    const soon = until(27);
    const silenced = await ask(sim, path, { communication_disabled_until: soon });
    expect(silenced.get('communication_disabled_until')).toBe(soon);
    for (const wrong of [until(29), 'tomorrow', 5]) {
      const answer = await ask(sim, path, { nick: 'changed', communication_disabled_until: wrong });
      expect([answer.status, answer.get('code')]).toEqual([400, 50035]);
    }
    expect(server(sim).members.get(person?.id ?? '')?.nick).toBeNull();
  });
});

describe('roles', () => {
  it('are moved with the whole list, as long as nothing above the bot changes its place', async () => {
    const made = await guild.roles.create({ name: 'Night owls', permissions: ['SendMessages'] });
    const [, second] = [...guild.roles.cache.values()].sort((one, other) => one.position - other.position).slice(1);
    await made.setPosition(second?.position ?? 2);
    expect(made.comparePositionTo(second?.id ?? '')).toBeGreaterThan(0);
    const top = server(sim).roles.size - 1;
    expect(await codeOf(made.setPosition(top))).toBe(50013);
  });

  it('are refused with a name too long, and with permissions that are no number', async () => {
    const path = `POST /guilds/${guild.id}/roles`;
    const refused = await ask(sim, path, { name: 'x', permissions: 'all' });
    expect(refused.get('errors.permissions._errors.0.code')).toBe('NUMBER_TYPE_COERCE');
    expect((await ask(sim, path, { name: 'x'.repeat(101) })).status).toBe(400);
    expect((await ask(sim, path, { name: 'x', permissions: '2048' })).get('permissions')).toBe('2048');
  });
});

describe('messages', () => {
  it('are forwarded, and a refused edit leaves them as they were', async () => {
    const message = await general.send('Robin is live');
    const forwarded = await message.forward(general);
    expect(forwarded.messageSnapshots.first()?.content).toBe('Robin is live');
    expect(await codeOf(message.edit({ content: '' }))).toBe(50006);
    expect((await general.messages.fetch({ message: message.id, force: true })).content).toBe('Robin is live');
  });

  it('wake a thread up, unless a moderator has locked it', async () => {
    const thread = await (await general.send('talk')).startThread({ name: 'Talk' });
    const [person] = await ordinary();
    const joined = new Promise((resolve) => client.once(Events.ThreadMembersUpdate, (now) => resolve(now.firstKey())));
    await thread.members.add(person?.id ?? '');
    expect(await joined).toBe(person?.id);
    expect((await thread.members.fetch()).has(person?.id ?? '')).toBe(true);
    const said = await thread.send('here');
    await thread.setArchived(true);
    expect((await general.threads.fetchArchived()).threads.has(thread.id)).toBe(true);
    expect(await codeOf(thread.members.remove(person?.id ?? ''))).toBe(50083);
    expect([await codeOf(said.edit('there')), await codeOf(said.react('👍'))]).toEqual([50083, 50083]);
    await thread.send('again');
    expect(server(sim).threads.get(thread.id)?.thread_metadata?.archived).toBe(false);
    await thread.members.remove(person?.id ?? '');
    await thread.leave();
    expect(server(sim).threads.get(thread.id)?.threadMembers.size).toBe(0);
    for (const role of server(sim).roles.values()) if (role.permissions === '8') role.permissions = '274878024704';
    Object.assign(server(sim).threads.get(thread.id)?.thread_metadata ?? {}, { locked: true });
    expect(await codeOf(thread.send('locked'))).toBe(160_005);
    expect(await codeOf(thread.edit({ name: 'Other', locked: false }))).toBe(50013);
    expect(server(sim).threads.get(thread.id)?.name).toBe('Talk');
  });

  it('of a webhook wake a thread up, too, and cannot be changed once it sleeps again', async () => {
    const thread = await (await general.send('talk')).startThread({ name: 'Talk' });
    const hook = await general.createWebhook({ name: 'Hook' });
    await thread.setArchived(true);
    const told = await hook.send({ content: 'live', threadId: thread.id });
    expect(server(sim).threads.get(thread.id)?.thread_metadata?.archived).toBe(false);
    await thread.setArchived(true);
    expect(await codeOf(hook.editMessage(told, { content: 'over', threadId: thread.id }))).toBe(50083);
    expect(await codeOf(thread.send({ content: 'no', stickers: ['1'] }))).toBe(50081);
    expect(server(sim).threads.get(thread.id)?.thread_metadata?.archived).toBe(true);
  });

  it('that are refused wake no thread up, and private ones one has joined are listed by id', async () => {
    const thread = await general.threads.create({ name: 'Aside', type: ChannelType.PrivateThread });
    await thread.setArchived(true);
    expect(await codeOf(thread.send(''))).toBe(50006);
    expect(server(sim).threads.get(thread.id)?.thread_metadata?.archived).toBe(true);
    const path = `GET /channels/${general.id}/users/@me/threads/archived/private`;
    const listed = await ask(sim, path);
    expect(listed.get('threads.0.id')).toBe(thread.id);
    expect((await ask(sim, `${path}?before=${thread.id}`)).get('threads')).toEqual([]);
  });

  it('begin the post of a forum under its own id, with tags that the forum has', async () => {
    const forum = await guild.channels.create({ name: 'ideas', type: ChannelType.GuildForum });
    await forum.setAvailableTags([{ name: 'done' }]);
    const [tag] = forum.availableTags;
    const post = await forum.threads.create({ name: 'Dark mode', message: { content: 'please' } });
    expect((await post.fetchStarterMessage())?.content).toBe('please');
    expect((await post.setAppliedTags([tag?.id ?? ''])).appliedTags).toEqual([tag?.id]);
    expect(await codeOf(post.setAppliedTags(['1']))).toBe(10087);
  });
});

describe('invites and pictures', () => {
  it('an invite names its creator, is dispatched and listed, and expires', async () => {
    const made = heard<{ code: string }>(Events.InviteCreate);
    const invite = await general.createInvite({ maxAge: 60, maxUses: 3, unique: true });
    expect((await made).code).toBe(invite.code);
    expect((await general.createInvite({ maxAge: 60, maxUses: 3 })).code).toBe(invite.code);
    expect((await general.fetchInvites()).map(({ code, maxUses }) => [code, maxUses])).toEqual([[invite.code, 3]]);
    expect((await client.fetchInvite(invite.code)).inviter?.id).toBe(client.user.id);
    expect(await codeOf(general.createInvite({ maxAge: 604_801 }))).toBe(50035);
    const other = await general.createInvite({ unique: true });
    const roles = [...server(sim).roles.values()].filter(({ permissions }) => permissions === '8');
    for (const role of roles) role.permissions = `${PermissionFlagsBits.ViewAuditLog}`;
    const listed = await ask(sim, `GET /guilds/${guild.id}/invites`);
    expect([listed.get('1.code'), listed.get('1.max_uses')]).toEqual([other.code, undefined]);
    expect(await codeOf(other.delete())).toBe(50013);
    for (const role of roles) role.permissions = `${PermissionFlagsBits.ManageGuild}`;
    await other.delete();
    sim.clock.advance(61_000);
    expect((await ask(sim, `GET /invites/${invite.code}`)).get('code')).toBe(10006);
  });

  it('the bytes decide the type of a picture: discord.js calls every one image/jpg', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
    const emoji = await guild.emojis.create({ attachment: gif, name: 'wave' });
    // A single frame is not an animation.
    expect(emoji.animated).toBe(false);
    expect((await fetch(emoji.imageURL({ extension: 'gif' }))).headers.get('content-type')).toBe('image/gif');
    expect(await codeOf(guild.emojis.create({ attachment: Buffer.from('no picture'), name: 'no' }))).toBe(50035);
    expect((await guild.fetchPreview()).emojis.size).toBe(1);
  });
});

describe('a server', () => {
  it('is renamed, and every client receives it', async () => {
    const renamed = new Promise((resolve) => client.once(Events.GuildUpdate, (_, now) => resolve(now.name)));
    await guild.edit({ name: 'Later City', description: null });
    expect(await renamed).toBe('Later City');
    expect(await codeOf(guild.edit({ name: 'x' }))).toBe(50035);
    expect(await codeOf(guild.setOwner(client.user.id))).toBe(50013);
  });

  it('has stickers, which are sent by their id', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
    const sticker = await guild.stickers.create({
      file: { attachment: gif, name: 'hi.gif' },
      name: 'hi',
      tags: 'wave',
    });
    expect((await guild.stickers.fetch()).map(({ name }) => name)).toEqual(['hi']);
    expect((await general.send({ stickers: [sticker] })).stickers.map(({ id }) => id)).toEqual([sticker.id]);
    expect(await codeOf(general.send({ stickers: ['1'] }))).toBe(50081);
    expect((await fetch(sticker.url.replace('https://media.discordapp.net', `${sim.url}/discord/cdn`))).status).toBe(
      200,
    );
    expect((await sticker.edit({ name: 'hello' })).name).toBe('hello');
    expect(await codeOf(sticker.edit({ name: 'x' }))).toBe(50035);
    await sticker.delete();
    expect(await codeOf(guild.stickers.fetch(sticker.id, { force: true }))).toBe(10060);
  });

  it('plans events: outside Discord with a place and an end, never in the past; ended ones stay ended', async () => {
    const hour = 3_600_000;
    const plan = {
      name: 'Night drive',
      scheduledStartTime: sim.clock.ms() + hour,
      scheduledEndTime: sim.clock.ms() + 2 * hour,
      privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
      entityType: GuildScheduledEventEntityType.External,
      entityMetadata: { location: 'kick.com/robin' },
    } as const;
    const made = heard<{ name: string }>(Events.GuildScheduledEventCreate);
    const event = await guild.scheduledEvents.create(plan);
    expect((await made).name).toBe('Night drive');
    expect((await guild.scheduledEvents.fetch()).get(event.id)?.entityMetadata?.location).toBe('kick.com/robin');
    const { scheduledEndTime: _, ...endless } = plan;
    expect(await codeOf(guild.scheduledEvents.create(endless))).toBe(50035);
    expect(await codeOf(guild.scheduledEvents.create({ ...plan, scheduledStartTime: sim.clock.ms() - hour }))).toBe(
      50035,
    );
    expect(await codeOf(event.setStatus(GuildScheduledEventStatus.Completed as never))).toBe(50035);
    await event.setStatus(GuildScheduledEventStatus.Active);
    await event.setStatus(GuildScheduledEventStatus.Completed);
    expect(await codeOf(event.edit({ name: 'Later' }))).toBe(180_000);
    expect(await codeOf(event.setStatus(GuildScheduledEventStatus.Active))).toBe(180_000);
    await event.delete();
    expect((await guild.scheduledEvents.fetch()).size).toBe(0);
  });

  it('schedules events in a voice channel, for members who may join it', async () => {
    const hidden = await guild.channels.create({ name: 'lounge', type: ChannelType.GuildVoice });
    const plan = {
      name: 'Late talk',
      channel: hidden,
      scheduledStartTime: sim.clock.ms() + 3_600_000,
      privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
      entityType: GuildScheduledEventEntityType.Voice,
    } as const;
    const event = await guild.scheduledEvents.create(plan);
    const path = `PATCH /guilds/${guild.id}/scheduled-events/${event.id}`;
    const offset = new Date(sim.clock.ms() + 7_200_000).toISOString().replace('Z', '+00:00');
    const moved = await ask(sim, path, { id: '1', scheduled_start_time: offset });
    expect([moved.status, moved.get('id')]).toEqual([200, event.id]);
    const broken = { name: 'Changed', image: 'data:image/png;base64,AAAA' };
    for (const wrong of [broken, { entity_type: 7 }, { scheduled_start_time: 'soon' }])
      expect((await ask(sim, path, wrong)).get('code')).toBe(50035);
    expect(server(sim).events.get(event.id)?.name).toBe('Late talk');
    expect(await codeOf(guild.scheduledEvents.create({ ...plan, channel: general.id }))).toBe(50024);
    for (const role of server(sim).roles.values())
      if (role.permissions === '8') role.permissions = `${PermissionFlagsBits.CreateEvents}`;
    const lounge = server(sim).channels.get(hidden.id);
    if (!lounge) throw new Error('no lounge');
    forbid(lounge, PermissionFlagsBits.Connect);
    expect(await codeOf(event.edit({ name: 'Later talk' }))).toBe(50013);
    expect(await codeOf(event.delete())).toBe(50013);
    forbid(lounge, PermissionFlagsBits.ViewChannel);
    expect((await guild.scheduledEvents.fetch()).size).toBe(0);
  });

  it('has no permissions for a command', async () => {
    const command = await guild.commands.create({ name: 'hello', description: 'says hello' });
    expect((await guild.commands.permissions.fetch({})).size).toBe(0);
    expect(await codeOf(command.permissions.fetch({}))).toBe(10066);
  });
});

it.each([
  ['GET', '/guilds/:guild/members?after=abc'],
  ['GET', '/users/@me/guilds?before=abc'],
  ['GET', '/channels/:channel/messages?around=abc'],
  ['POST', '/guilds/:guild/roles', null],
  ['PATCH', '/channels/:channel', null],
  ['PATCH', '/channels/:channel', { topic: 5 }],
  ['PUT', '/channels/:channel/permissions/:role', { type: 0, allow: 'x', deny: 'y' }],
  ['POST', '/channels/:channel/messages/bulk-delete', { messages: ['abc', 'def'] }],
  ['PATCH', '/guilds/:guild/members/@me', { nick: 5 }],
])('%s %s %j is refused as a form that is wrong, never a fault of the world', async (method, path, body?: unknown) => {
  const address = path
    .replace(':guild', guild.id)
    .replace(':channel', general.id)
    .replace(':role', roleId(sim, 'Moderator'));
  const answer = await ask(sim, `${method} ${address}`, body);
  expect([answer.status, answer.get('code')]).toEqual([400, 50035]);
});
