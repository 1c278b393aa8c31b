import { act } from '../../chaos/world/act.ts';
import { newChannel, type Play } from './world.ts';

/** The events that a plan may contain, in any order. `at` selects one of the existing objects. */
export const steps = {
  async goLive(play) {
    if (play.creator.stream) return;
    startStream(play);
    await play.push(play.tell('state'));
  },
  async goLiveUnheard(play) {
    if (!play.creator.stream) startStream(play);
    play.tell('state');
  },
  async goOffline(play) {
    play.creator.stream = null;
    await play.push(play.tell('state'));
  },
  async goOfflineUnheard(play) {
    play.creator.stream = null;
    play.tell('state');
  },
  async flap(play, at) {
    const { stream } = play.creator;
    if (!stream) return;
    play.creator.stream = null;
    await play.push(play.tell('state'));
    play.api.clock.move((at % 20) * 60_000);
    play.creator.stream = stream;
    await play.push(play.tell('state'));
  },
  async returnAsAnother(play, at) {
    if (!play.creator.stream) return;
    play.creator.stream = null;
    await play.push(play.tell('state'));
    play.api.clock.move((at % 4) * 60_000);
    startStream(play);
    await play.push(play.tell('state'));
  },
  async retitle(play, at) {
    const { stream } = play.creator;
    if (!stream) return;
    stream.title = `${stream.id} again ${at} @everyone <@&${play.chosen.roleId ?? '1'}> <@100000000000000001>`;
    await play.push(play.tell('news'));
  },
  /** Repeats an old push with the same id. */
  async duplicate(play, at) {
    const hint = play.creator.sent[at % Math.max(1, play.creator.sent.length)];
    if (hint) await play.push(hint);
  },
  /** Repeats an old push under a new id, as platforms do with unacknowledged pushes. */
  async repeatLate(play, at) {
    const hint = play.creator.sent[at % Math.max(1, play.creator.sent.length)];
    if (hint) await play.push({ ...hint, messageId: `late ${hint.messageId} ${play.creator.sent.push(hint)}` });
  },
  async poll(play) {
    play.api.clock.move(90_000);
    await play.poll();
  },
  async wait(play, at) {
    play.api.clock.move((at % 40) * 3 * 60_000);
  },
  async pollUnknown(play, at) {
    play.api.clock.move(90_000 + (at % 30) * 60_000);
    play.creator.mood = at % 2 === 0 ? 'unknown' : 'away';
    await play.poll().catch(expectTrouble);
    play.creator.mood = 'truthful';
  },
  async loseChannel(play) {
    tryTo(() => act(play.api.sim, 'discord', 'remove-channel', { channel_id: play.chosen.channelId }));
  },
  async chooseChannel(play) {
    const before = { ...play.chosen };
    choose(play, newChannel(play.api, play.guild));
    // While the bot is not in the server, a choice is refused and the previous one remains.
    const status = await play.edit({ notificationChannelId: play.chosen.channelId });
    if (status !== 200) Object.assign(play.chosen, before);
  },
  async chooseForeignChannel(play) {
    const status = await play.edit({ notificationChannelId: play.foreignChannel });
    if (status === 200) throw new Error('a channel of another server was accepted');
  },
  async choosePing(play) {
    const role = act(play.api.sim, 'discord', 'add-role', { guild_id: play.guild, name: 'fans' }) as { id: string };
    if ((await play.edit({ pingRoleId: role.id })) === 200) play.chosen.roleId = role.id;
  },
  async dropPing(play) {
    if ((await play.edit({ pingRoleId: null })) === 200) play.chosen.roleId = null;
  },
  async loseRole(play) {
    const { roleId } = play.chosen;
    if (roleId) tryTo(() => act(play.api.sim, 'discord', 'remove-role', { guild_id: play.guild, role_id: roleId }));
  },
  async removeBot(play) {
    tryTo(() => act(play.api.sim, 'discord', 'kick-bot', { guild_id: play.guild }));
  },
  async inviteBot(play) {
    tryTo(() => act(play.api.sim, 'discord', 'invite-bot', { guild_id: play.guild }));
  },
  async lapse(play) {
    Object.assign(play.api.ctx.config, { PLANS: 'tiers' });
  },
  async renew(play) {
    Object.assign(play.api.ctx.config, { PLANS: 'unlimited' });
  },
  async pause(play, at) {
    await play.edit({ paused: at % 2 === 0 });
  },
  async chooseEnd(play, at) {
    const onEnd = (['endCard', 'leave', 'delete'] as const)[at % 3];
    if (onEnd === 'leave') play.chosen.leaves = true;
    await play.edit({ onEnd });
  },
  async chooseGrace(play, at) {
    await play.edit({ offlineGraceMinutes: ([0, 5, 10, 15] as const)[at % 4] });
  },
  /** A moderator deletes the newest message. */
  async moderate(play) {
    const channel = play.api.sim.discord.state.channels.get(play.chosen.channelId);
    const messageId = channel?.order.at(-1);
    if (channel && messageId) {
      tryTo(() => act(play.api.sim, 'discord', 'delete', { channel_id: channel.id, message_id: messageId }));
    }
  },
  async loseReply(play) {
    play.api.sim.faults.add({ world: 'discord', kind: 'lost-reply', times: 1, route: 'POST /channels/*/messages' });
  },
  /** The process dies while it sends a message, so no process receives the reply. */
  async crash(play, at) {
    await play.die({ hasArrived: at % 2 === 0 });
  },
  async trouble(play, at) {
    const route = '* /channels/*';
    if (at % 2 === 0)
      play.api.sim.faults.add({ world: 'discord', kind: 'error', status: 502, times: 1 + (at % 3), route });
    else play.api.sim.faults.add({ world: 'discord', kind: 'outage', times: 1 + (at % 3), route });
  },
} satisfies Record<string, (play: Play, at: number) => Promise<void>>;

export type StepName = keyof typeof steps;

function startStream({ creator, api }: Play): void {
  const id = `stream-${crypto.randomUUID()}`;
  creator.stream = { id, startedAt: api.clock.now(), title: `${id} @everyone` };
  // Two streams never start in the same second.
  api.clock.move(1_000);
}

function choose({ chosen }: Play, channelId: string): void {
  chosen.former = chosen.channelId;
  chosen.channelId = channelId;
}

/** Ignores errors: the message or channel may already be deleted. */
function tryTo(doIt: () => unknown): void {
  try {
    doIt();
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error;
  }
}

/** Accepts the errors of a platform outage, because the sweep retries. */
function expectTrouble(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'UpstreamError') throw error;
}
