import {
  account,
  type MediaChanged,
  type MediaItem,
  type MediaRoom,
  type MediaShareBody,
  mediaSharing,
  type PlayerReport,
  type PlayerSnapshot,
  type PublicMediaRoom,
  UserId,
} from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { type Answer, demoUser, somebodyElse, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { type EventPage, openEvents } from '@tally/tests/event-page';
import { createTypist } from '@tally/tests/typist';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tests a streamer's room as the streamer, a helper, viewers and the source in OBS. */
let api: TestApi;
let owner: string;
let viewer: string;
let hall: string;
let typist: ReturnType<typeof createTypist>;
const waiting = { timeout: 60_000, interval: 20 };
const control = (world: string, action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const own = { params: { userId: UserId.parse(demoUser) } } as const;

beforeAll(async () => {
  api = await chatApi();
  hall = ((await discord('add-channel', { guild_id: '801000000000000000', name: 'videos' })) as { id: string }).id;
  typist = createTypist(api, hall);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.ctx.db.execute('delete from media_rooms');
  await api.ctx.db.execute('delete from teams');
  await api.ctx.db.execute('delete from bell_items');
  owner = await api.logIn();
  viewer = await api.logIn(somebodyElse);
  await set({ enabled: true, settings: { approval: 'nobody', secondsBetween: 0, perPerson: 9 } });
});
const pages: { leave(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.leave()));
});

const ok = (answer: Answer): Answer => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer;
};
const set = async (mediaShare: MediaShareBody) =>
  ok(await api.call(account.updateUser, { ...own, body: { mediaShare } }, owner));
const upload = (title: string, more: object = {}): string =>
  control('youtube', 'upload', { who: 'mkbhd', title, seconds: 200, ...more })['video_id'] ?? '';
const linkTo = (id: string): string => `https://youtu.be/${id}`;
const room = async (token = owner) => ok(await api.call(mediaSharing.getMediaRoom, own, token)).json.data as MediaRoom;
const publicRoom = async (token?: string) =>
  ok(await api.call(mediaSharing.getPublicRoom, { params: { name: await nameOf() } }, token)).json
    .data as PublicMediaRoom;
const nameOf = async (): Promise<string> => {
  const { rows } = await api.ctx.db.execute<{ name: string }>('select name from media_rooms');
  return rows[0]?.name ?? '';
};
const request = async (text: string, more: object = {}, token = viewer) =>
  await api.call(mediaSharing.requestMedia, { params: { name: await nameOf() }, body: { text, ...more } }, token);
const sentence = (answer: Answer): string =>
  [(answer.json.data ?? answer.json.error) as string | string[]]
    .flat()
    .join(' ')
    .replace(/[\u2068\u2069]/g, '');
const press = async (action: 'play' | 'pause' | 'skip' | 'stop' | 'clear', token = owner) =>
  await api.call(mediaSharing.controlPlayer, { params: { ...own.params, action }, body: {} }, token);

const tokenIn = (answer: Answer): string => (ok(answer).json.data as { url: string }).url.split('/').at(-1) ?? '';
const newAddress = async () => tokenIn(await api.call(mediaSharing.renewPlayerAddress, own, owner));
const base = () => `http://127.0.0.1:${api.ctx.config.API_PORT}`;

interface Player extends EventPage<PlayerSnapshot> {
  see(part: object): Promise<PlayerSnapshot>;
  tell(report: Partial<PlayerReport> & Pick<PlayerReport, 'type'>): Promise<Answer>;
}
/** Opens the source in OBS. */
async function openPlayer(token: string, tab = 'obs'): Promise<Player> {
  const page = await openEvents<PlayerSnapshot>(`${base()}/data/media/player/${token}/live?tab=${tab}`);
  pages.push(page);
  return {
    ...page,
    async see(part) {
      await vi.waitFor(() => expect(page.events.at(-1)).toMatchObject(part), waiting);
      return page.events.at(-1) as PlayerSnapshot;
    },
    tell: async (report) => {
      const itemId = page.events.at(-1)?.item?.itemId ?? null;
      const body = { tab, itemId, second: null, code: null, ...report };
      return await api.call(mediaSharing.reportPlayer, { params: { token }, body: body });
    },
  };
}

async function openRoomPage(token: string): Promise<EventPage<MediaChanged>> {
  const page = await openEvents<MediaChanged>(`${base()}/data/media/${demoUser}/live`, {
    authorization: `Bearer ${token}`,
  });
  pages.push(page);
  return page;
}

/** Gives a helper the right, as the team's page does. */
async function appoint(userId: string): Promise<void> {
  await api.ctx.db.execute(
    `insert into teams (id, leader_id, name, created_at) values ('t1', '${demoUser}', 'T', now())`,
  );
  await api.ctx.db.execute(
    `insert into team_members (team_id, user_id, bitfield, joined_at) values ('t1', '${userId}', 1, now())`,
  );
}
async function dismiss(userId: string): Promise<void> {
  await api.ctx.db.execute(`delete from team_members where user_id = '${userId}'`);
  await api.ctx.db.execute(`select pg_notify('tally_teams', '${demoUser} ${userId}')`);
}

describe('a request on the page of viewers', () => {
  it('plays in OBS at once, and then the next one', async () => {
    const player = await openPlayer(await newAddress());
    expect(player.headers).toMatchObject({ 'x-accel-buffering': 'no' });
    expect(player.text()).toMatch(/^retry: 2000\n\n/);
    const [first, second] = [upload('A lighthouse'), upload('A harbour')];
    expect(sentence(ok(await request(linkTo(first))))).toBe('A lighthouse plays now.');
    expect(sentence(ok(await request(linkTo(second))))).toBe('A harbour is number 1 in the queue.');
    await player.see({ item: { videoId: first, title: 'A lighthouse', endSecond: 300 }, second: 0, isSilent: false });
    expect(await publicRoom()).toMatchObject({
      isOpen: true,
      playing: { videoId: first, isOwn: false },
      queue: [{ videoId: second, place: 1 }],
      own: [],
    });
    await player.tell({ type: 'started', second: 0 });
    await press('skip');
    await player.see({ item: { videoId: second } });
  });

  it('waits if the streamer wants to approve it first, and is approved or refused with a reason', async () => {
    await set({ settings: { approval: 'everyone' } });
    const [good, bad] = [upload('Good'), upload('Bad')];
    expect(sentence(ok(await request(linkTo(good))))).toBe('Good is waiting for approval.');
    ok(await request(linkTo(bad)));
    const { pending, queue } = await room();
    expect([pending.map(({ title }) => title), queue]).toEqual([['Good', 'Bad'], []]);
    const act = async (item: MediaItem | undefined, action: 'approve' | 'refuse', body: object = {}) =>
      ok(
        await api.call(
          mediaSharing.actOnMedia,
          { params: { ...own.params, itemId: item?.itemId as never, action }, body: body },
          owner,
        ),
      );
    await act(pending[0], 'approve');
    await act(pending[1], 'refuse', { reason: 'Not tonight.' });
    expect(await publicRoom(viewer)).toMatchObject({
      playing: { title: 'Good' },
      own: [
        { title: 'Bad', state: 'refused', explanation: 'Not tonight.' },
        { title: 'Good', state: 'playing' },
      ],
    });
    const { items } = ok(await api.call(mediaSharing.listMediaHistory, { ...own, query: {} }, owner)).json.data as {
      items: MediaItem[];
    };
    expect(items).toMatchObject([{ title: 'Bad', state: 'refused', sender: { origin: 'web', id: somebodyElse } }]);
  });

  it('can be canceled, and voted away', async () => {
    const [one, two] = [upload('One'), upload('Two')];
    await request(linkTo(one));
    await request(linkTo(two));
    const { playing, queue } = await publicRoom(viewer);
    const name = await nameOf();
    const itemId = queue[0]?.itemId as never;
    expect(sentence(ok(await api.call(mediaSharing.cancelMedia, { params: { name, itemId } }, viewer)))).toBe(
      'Your request has been canceled.',
    );
    const vote = async () =>
      sentence(
        ok(
          await api.call(
            mediaSharing.voteToSkip,
            { params: { name }, body: { itemId: playing?.itemId as never } },
            viewer,
          ),
        ),
      );
    expect(await vote()).toBe('Your vote counts: 1 of 3.');
    expect(await vote()).toBe('You have already voted: 1 of 3.');
    expect((await publicRoom(viewer)).votes).toEqual({ given: 1, needed: 3, isGiven: true });
  });

  it('asks for the password, if there is one', async () => {
    await set({ password: 'sesame' });
    const id = upload('Behind a door');
    expect((await publicRoom()).needsPassword).toBe(true);
    expect((await request(linkTo(id))).json.code).toBe('mediaPasswordWrong');
    expect(sentence(ok(await request(linkTo(id), { password: 'sesame' })))).toBe('Behind a door plays now.');
    const me = ok(await api.call(account.me, {}, owner)).text;
    expect(me).toContain('"hasPassword":true');
    expect(me).not.toContain('sesame');
  });
});

describe('the player', () => {
  it('obeys within half a second of a press: pause, volume, skip', async () => {
    const player = await openPlayer(await newAddress());
    await request(linkTo(upload('One')));
    await player.see({ item: { title: 'One' } });
    ok(await press('pause'));
    await player.see({ paused: true });
    ok(await api.call(mediaSharing.setMediaVolume, { ...own, body: { volume: 7 } }, owner));
    await player.see({ volume: 7 });
    ok(await press('play'));
    ok(await press('skip'));
    await player.see({ item: null, paused: false });
    const loud = await api.request('PUT', `/data/media/${demoUser}/volume`, { token: owner, body: { volume: 101 } });
    expect(loud.status).toBe(400);
  });

  it('a new address stops the old one, which no longer works', async () => {
    const token = await newAddress();
    const player = await openPlayer(token);
    await player.see({ isOver: false });
    const copied = tokenIn(await api.call(mediaSharing.copyPlayerAddress, own, owner));
    expect(copied).toBe(token);
    const other = await newAddress();
    await player.see({ isOver: true });
    await vi.waitFor(() => expect(player.isOver()).toBe(true), waiting);
    expect((await player.tell({ type: 'second', second: 1 })).status).toBe(404);
    await (await openPlayer(other)).see({ isOver: false });
    expect((await api.call(mediaSharing.copyPlayerAddress, own, viewer)).status).toBe(403);
  });

  it('skips a video that cannot be embedded, with its reason', async () => {
    const player = await openPlayer(await newAddress());
    await request(linkTo(upload('Broken')));
    await request(linkTo(upload('Whole')));
    await player.see({ item: { title: 'Broken' } });
    ok(await player.tell({ type: 'error', code: 150 }));
    await player.see({ item: { title: 'Whole' } });
    expect((await publicRoom(viewer)).own).toMatchObject([
      { title: 'Whole' },
      { title: 'Broken', explanation: 'Its owner does not allow it on other sites.' },
    ]);
  });

  it('our clock ends a video that the page does not end', async () => {
    const player = await openPlayer(await newAddress());
    await request(linkTo(upload('Long', { seconds: 30 })));
    await request(linkTo(upload('Next')));
    await player.see({ item: { title: 'Long' } });
    await player.tell({ type: 'started', second: 0 });
    for (let passed = 0; passed < 40; passed += 5) {
      api.clock.move(seconds(5));
      await player.tell({ type: 'second', second: 3 });
    }
    expect((await player.see({ item: { title: 'Next' } })).second).toBe(0);
  });
});

describe('a helper', () => {
  it('with the right can moderate; without it the open page closes', async () => {
    expect((await api.call(mediaSharing.getMediaRoom, own, viewer)).status).toBe(403);
    await appoint(somebodyElse);
    expect(await room(viewer)).toMatchObject({ isOwner: false });
    const { data } = ok(await api.call(mediaSharing.listMediaRooms, {}, viewer)).json;
    expect(data).toMatchObject([
      { userId: somebodyElse, isOwn: true },
      { userId: demoUser, isOwn: false },
    ]);
    await request(linkTo(upload('One')));
    ok(await press('skip', viewer));
    const page = await openRoomPage(viewer);
    await vi.waitFor(() => expect(page.events).toContainEqual({ changed: true, isOver: false }), waiting);
    await dismiss(somebodyElse);
    await vi.waitFor(() => expect(page.events.at(-1)).toEqual({ changed: true, isOver: true }), waiting);
    await vi.waitFor(() => expect(page.isOver()).toBe(true), waiting);
    expect((await press('skip', viewer)).status).toBe(403);
    expect((await api.call(mediaSharing.renewPlayerAddress, own, viewer)).status).toBe(403);
  });

  it('learns that the room has changed', async () => {
    const page = await openRoomPage(owner);
    await vi.waitFor(() => expect(page.events).toHaveLength(1), waiting);
    await request(linkTo(upload('One')));
    await vi.waitFor(() => expect(page.events.length).toBeGreaterThan(1), waiting);
  });
});

describe('in Discord', () => {
  it('the same queue: submit, queue, skip, clear, cancel', async () => {
    const streamer = await nameOf();
    const say = async (path: string, options: object = {}, userId?: string) =>
      (await typist.say(path, { streamer, ...options }, userId)).replace(/[\u2068\u2069]/g, '');
    const [one, two, three] = [upload('One'), upload('Two **loud** <@&1>'), upload('Three')];
    const loud = 'Two \\*\\*loud\\*\\* \\<@&1\\>';
    expect(await say('media submit', { link: linkTo(one) }, somebodyElse)).toBe('One plays now.');
    expect(await say('media submit', { link: linkTo(two) }, somebodyElse)).toBe(`${loud} is number 1 in the queue.`);
    expect(await say('media queue')).toContain(`Now: One. 1 video is waiting. Next: ${loud}.`);
    expect(await say('media skip', {}, somebodyElse)).toBe('Your vote counts: 1 of 3.');
    expect(await say('media pause', {}, somebodyElse)).toMatch(/^Only <@\d+> and team members with the right/);
    expect(await say('media cancel', {}, somebodyElse)).toBe('Your request has been canceled.');
    expect(await say('media submit', { link: linkTo(three) }, somebodyElse)).toContain('number 1');
    expect(await say('media skip')).toBe('Skipped.');
    expect((await publicRoom(viewer)).playing).toMatchObject({ title: 'Three', isOwn: true });
    expect(await say('media pause')).toBe('Paused.');
    expect(await say('media play')).toBe('Playing.');
    expect(await say('media clear')).toBe('Nothing was waiting.');
  });

  it('a person banned there is banned on the page, until the ban is lifted', async () => {
    const streamer = await nameOf();
    expect(await typist.say('media ban', { streamer, user: somebodyElse })).toContain('is banned');
    const id = upload('Never');
    const banned = sentence(await request(linkTo(id)));
    expect(banned).toBe('You are banned from requesting here. The streamer can lift the ban.');
    expect(await typist.say('media unban', { streamer, user: somebodyElse })).toBe('The ban has been lifted.');
    ok(await request(linkTo(id)));
  });
});

describe('a request is refused in plain words', () => {
  it.each([
    ['javascript:alert(1)', 'That is not a link to a YouTube or TikTok video.'],
    ['//youtube.com@evil.example/watch?v=aaaaaaaaaaa', 'That is not a link to a YouTube or TikTok video.'],
    ['https://youtube.com@evil.example/watch?v=aaaaaaaaaaa', 'Only links to YouTube and TikTok can be requested.'],
    ['https://youtube.com.evil.example/watch?v=aaaaaaaaaaa', 'Only links to YouTube and TikTok can be requested.'],
    ['https://youtu.be/aaaaaaaaaa', 'That is not a link to a YouTube or TikTok video.'],
    ['https://youtu.be/aaaaaaaaaaaa', 'That is not a link to a YouTube or TikTok video.'],
    ['https://www.youtube.com/playlist?list=PL123', 'That is not a link to a YouTube or TikTok video.'],
    ['https://www.youtube.com/@mkbhd', 'That is not a link to a YouTube or TikTok video.'],
    ['https://youtu.be/aaaaaaaaaaa https://youtu.be/bbbbbbbbbbb', 'Request one video at a time.'],
    ['https://youtu.be/aaaaaaaaaaa', 'This video does not exist or has been deleted.'],
  ])('%s', async (text, why) => {
    const answer = await request(text);
    expect([answer.status, sentence(answer)]).toEqual([409, why]);
  });

  it('too long, live, private, age-restricted, repeated: each with the reason, and when to retry', async () => {
    await set({ settings: { longestSeconds: 90, repeatAfterMinutes: 30 } });
    // After a refusal, a person may try again after five seconds.
    const refusal = async (id: string): Promise<string> => {
      const said = sentence(await request(linkTo(id)));
      api.clock.move(seconds(5));
      return said;
    };
    expect(await refusal(upload('Long'))).toBe('It is too long. Videos here can be at most 1 minute 30 seconds long.');
    const hidden = upload('Hidden', { seconds: 50 });
    control('youtube', 'make-private', { who: 'mkbhd', video: hidden });
    expect(await refusal(hidden)).toBe('The video is private.');
    const mature = upload('Mature', { seconds: 50 });
    control('youtube', 'allow', { who: 'mkbhd', video: mature, mature: true });
    expect(await refusal(mature)).toBe('The video is age-restricted.');
    const live = control('youtube', 'go-live', { who: 'mkbhd' })['video_id'] ?? '';
    expect(await refusal(live)).toBe('Live streams and premieres cannot be requested.');
    expect(await refusal(live)).toBe('Live streams and premieres cannot be requested.');
    expect(sentence(await request(linkTo(live)))).toContain('Live streams');
    expect(sentence(await request(linkTo(live)))).toBe(
      'Your last request was refused. You can request again in 5 seconds.',
    );
    api.clock.move(seconds(5));
    const short = upload('Short', { seconds: 50 });
    ok(await request(linkTo(short)));
    expect(sentence(await request(linkTo(short)))).toBe('It is already in the queue.');
    await press('skip');
    expect(sentence(await request(linkTo(short)))).toBe(
      'It was played recently. It can be requested again in 30 minutes.',
    );
    api.clock.move(minutes(31));
    ok(await request(linkTo(short)));
  });
});

it('a lapsed plan closes the room and keeps everything', async () => {
  const player = await openPlayer(await newAddress());
  await request(linkTo(upload('Kept')));
  await player.see({ item: { title: 'Kept' } });
  const config = api.ctx.config as { PLANS: string };
  const held = config.PLANS;
  try {
    config.PLANS = 'from the table';
    expect(sentence(await request(linkTo(upload('Refused'))))).toBe(
      'Media share is closed, because the streamer’s plan no longer includes it.',
    );
    expect(await publicRoom()).toMatchObject({ isOpen: false, playing: { title: 'Kept' } });
  } finally {
    config.PLANS = held;
  }
  expect(await publicRoom()).toMatchObject({ isOpen: true, playing: { title: 'Kept' } });
});
