import { setTimeout as pause } from 'node:timers/promises';
import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import type { Stack } from '@tally/tests/stack';

export async function until(words: string, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain: ${words}`);
    await pause(200);
  }
}

/**
 * Sets up a server in the middle of its evening: some streamers are live, one channel was deleted, one streamer is
 * paused, and two channels are one creator.
 */
export async function liveThrough(stack: Stack, token: string): Promise<void> {
  const call = (path: string, method = 'GET', body?: object) =>
    fetch(`${stack.server.url}/data/guild/${nightCity}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const platform = (name: string) => stack.sim.worlds.get(name)?.controls ?? {};
  const room = (name: string) =>
    [...stack.sim.discord.state.channels.values()].find((each) => each.name === name && each.guildId === nightCity)?.id;
  const gone = (stack.discord('add-channel', { guild_id: nightCity, name: 'old-alerts' }) as { id: string }).id;

  platform('twitch')['add-creator']?.({ name: 'nordwind_live' });
  const follow = (path: string, body: object) =>
    until(`following ${path}`, async () => (await call(path, 'POST', body)).status === 200);
  await follow('/kick/xqc', { notificationChannelId: room('live-now') });
  await follow('/kick/lumi-vale', { notificationChannelId: room('live-now') });
  await follow('/kick/pixelpastor', { notificationChannelId: room('live-now') });
  await follow('/kick/kettlecorn', { notificationChannelId: room('clips') });
  await follow('/kick/nordwind', { notificationChannelId: gone });
  await follow('/twitch/shroud', { notificationChannelId: room('live-now') });
  await follow('/twitch/nordwind_live', { notificationChannelId: room('live-now') });
  await call('/kick/pixelpastor', 'PATCH', { paused: true });
  await call('/creators', 'POST', {
    name: 'Nordwind everywhere',
    channels: [
      { platform: 'kick', streamerUserName: 'nordwind' },
      { platform: 'twitch', streamerUserName: 'nordwind_live' },
    ],
    platformOrder: ['twitch', 'kick'],
  });
  await call('/kick/kettlecorn', 'PUT');
  stack.discord('remove-channel', { channel_id: gone });
  stack.kick('go-live', { who: 'nordwind', title: 'Rain, wind and chess' });
  stack.kick('go-live', { who: 'lumi-vale', title: 'Songs you ask for' });
  platform('twitch')['go-live']?.({ who: 'shroud', title: 'One more round' });
  stack.kick('go-live', { who: 'xqc', title: 'REACTING TO EVERYTHING' });
  await until('three posts and a failure', async () => {
    const { data } = (await (await call('/journal?limit=50')).json()) as { data: { rows: { outcome: string }[] } };
    const count = (...outcomes: string[]) => data.rows.filter((row) => outcomes.includes(row.outcome)).length;
    // The bot edits a message when the first viewers are counted, so "edited" counts as posted.
    return count('posted', 'edited', 'late') >= 4 && count('failed', 'skipped') > 0;
  });
}

/** Adds viewers' requests and a queue. Returns the name of the viewers' page. */
export async function request(stack: Stack, token: string): Promise<string> {
  const call = async (path: string, method = 'GET', body?: object, who = token) => {
    const headers = { authorization: `Bearer ${who}`, 'content-type': 'application/json' };
    const answer = await fetch(stack.server.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const upload = (title: string, seconds: number) => {
    const control = stack.sim.worlds.get('youtube')?.controls['upload'];
    return (control?.({ who: 'mkbhd', title, seconds }) as { url: string } | undefined)?.url;
  };
  const room = `/data/media/${demoUser}`;
  await call(`/data/user/${demoUser}`, 'PATCH', {
    mediaShare: { enabled: true, settings: { perPerson: 5, secondsBetween: 0 } },
  });
  for (const [title, seconds] of [
    ['A night train, filmed from the window', 214],
    ['Three chords and the truth', 187],
    ['How a foghorn works', 262],
  ] as const) {
    await call(`${room}/items`, 'POST', { text: upload(title, seconds) });
  }
  const { name } = (await call(room)) as { name: string };
  const viewer = await stack.logIn(somebodyElse);
  for (const [title, seconds] of [
    ['Rain on a lighthouse', 142],
    ['Songs from the harbour', 233],
  ] as const) {
    await call(`/data/media/rooms/${name}/requests`, 'POST', { text: upload(title, seconds) }, viewer);
  }
  return name;
}
