import { sql } from '@tally/infra/sql';
import { minutes, seconds } from '@tally/kernel';
import type { TestWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  asAda,
  ask,
  asked,
  mediaWorld,
  openAdasRoom,
  playingId,
  putPeople,
  queued,
  search,
  special,
  viewer,
  withVideos,
} from './__fixtures__/room.ts';
import { addBan } from './service/request/bans.ts';
import { offerVideos } from './service/request/request.ts';
import { countTalker, voteToSkip } from './service/request/vote.ts';
import { changeShare } from './service/room/settings.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await mediaWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  special.clear();
  search.finds = [];
  search.asked.length = 0;
  await putPeople(world);
  await openAdasRoom(world);
});

const settings = async (change: object) => await changeShare(asAda(world), ada, { settings: change });
const kick = { origin: 'kick', id: '77', name: 'Vi on Kick' } as const;
const twitch = { origin: 'twitch', id: '88', name: 'Vi on Twitch' } as const;
const page = { origin: 'web', id: viewer, name: 'Vi' } as const;
const link = async () =>
  await world.db.execute(sql`
    insert into linked_accounts (user_id, platform, account_id, username, display_name, way, checked_at, linked_at)
    values (${viewer}, 'kick', '77', 'vi', 'Vi', 'login', now(), now()),
           (${viewer}, 'twitch', '88', 'vi', 'Vi', 'login', now(), now())`);

describe('a viewer who searches', () => {
  const look = async (text: string, sender: typeof kick | typeof page = kick) =>
    await asked(world, '', { text, sender });

  it('waits between words that find nothing, and uses a small share of the day', async () => {
    await settings({ secondsBetween: 30 });
    const flood = await Promise.all(Array.from({ length: 20 }, (_, n) => look(`nothing ${n}`)));
    expect(flood.toSorted()).toEqual(['nothingFound', ...Array.from({ length: 19 }, () => 'tooSoon')]);
    const outcomes: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      world.clock.move(seconds(30));
      outcomes.push(await look(`more ${n}`));
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 3 }, () => 'nothingFound'),
      ...Array.from({ length: 3 }, () => 'noSearchLeft'),
    ]);
    expect(search.asked).toHaveLength(4);
    expect(await look('somebody else', { ...kick, id: '99' } as unknown as typeof kick)).toBe('nothingFound');
  });

  it('has one share for all linked accounts', async () => {
    await link();
    expect(await look('first')).toBe('nothingFound');
    expect(await look('second', page)).toBe('tooSoon');
  });

  it('gets the first result that the room allows', async () => {
    await settings({ longestSeconds: 200, fewestViews: 500 });
    search.finds = ['long', 'unseen', 'private', 'good', 'also'];
    special.set('long', { lengthSeconds: 201 });
    special.set('unseen', { views: 3 });
    special.set('private', { isPublic: false });
    expect(await look('a song')).toBe('playing');
    expect(await playingId(world)).toBe('good_______');
    expect(search.asked).toEqual([{ region: null, longestSeconds: 200 }]);
  });

  it('gets three results that the room allows, without requesting any of them', async () => {
    await settings({ longestSeconds: 200 });
    search.finds = ['long', 'one', 'two', 'three', 'four'];
    special.set('long', { lengthSeconds: 201 });
    const request = { ownerId: ada, sender: kick, rank: 'viewer', text: 'a song' } as const;
    const offers = await offerVideos(withVideos(world.ctx()), request);
    expect('reason' in offers ? offers : offers.map(({ videoId }) => videoId)).toEqual([
      'one________',
      'two________',
      'three______',
    ]);
    expect(await playingId(world)).toBeNull();
    // Choosing one of the results needs no pause, but another search does.
    expect(await offerVideos(withVideos(world.ctx()), { ...request, text: 'another' })).toMatchObject({
      reason: 'tooSoon',
    });
    expect(await asked(world, 'two', { sender: kick })).toBe('playing');
  });

  it('gets the reason for the best result if none may play', async () => {
    await settings({ longestSeconds: 200 });
    search.finds = ['long', 'longer'];
    for (const each of search.finds) special.set(each, { lengthSeconds: 500 });
    expect(await look('a symphony')).toBe('tooLong');
  });
});

describe('linked accounts of one person', () => {
  it('count as one vote, by one of the present viewers', async () => {
    await link();
    await ask(world, 'one');
    await ask(world, 'two');
    for (const sender of [kick, twitch])
      await countTalker(world.ctx(), { ownerId: ada, sender, at: world.clock.now() });
    const vote = async (sender: typeof kick | typeof twitch | typeof page) =>
      await voteToSkip(world.ctx(), ada, { sender });
    expect(await vote(kick)).toMatchObject({ is: 'counted', given: 1 });
    expect(await vote(twitch)).toMatchObject({ is: 'again', given: 1 });
    expect(await vote(page)).toMatchObject({ is: 'again', given: 1 });
    expect(await playingId(world)).toBe('one________');
  });

  it('are banned together, and their requests are removed', async () => {
    await link();
    await ask(world, 'other');
    await ask(world, 'one', { sender: kick });
    await ask(world, 'two', { sender: twitch });
    await addBan(asAda(world), ada, { toBan: { kind: 'person', where: 'discord', name: viewer }, by: ada });
    expect(await queued(world)).toEqual([]);
    for (const sender of [kick, twitch, page]) expect(await asked(world, 'three', { sender })).toBe('bannedPerson');
  });

  it('share the limit of requests and the pause', async () => {
    await settings({ perPerson: 1, secondsBetween: 0 });
    await link();
    await ask(world, 'other');
    expect(await asked(world, 'one', { sender: kick })).toBe('queued');
    expect(await asked(world, 'two', { sender: twitch })).toBe('tooManyOfYours');
    await settings({ perPerson: 9, secondsBetween: 600 });
    world.clock.move(minutes(1));
    expect(await asked(world, 'three', { sender: page })).toBe('tooSoon');
  });
});
