import type { MediaItemId } from '@tally/contract';
import type { TestWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  asAda,
  ask,
  asked,
  asMo,
  linkTo,
  mediaWorld,
  openAdasRoom,
  playing,
  playingId,
  putPeople,
  queued,
  roomOf,
  special,
  viewer,
  withVideos,
} from './__fixtures__/room.ts';
import { type Refusal, sayRefusal } from './service/explain.ts';
import { actOnItem, cancelOwn, controlPlayer, moveItem } from './service/player/act.ts';
import { forgetOld } from './service/player/keep-time.ts';
import { addBan, readBans, removeBan } from './service/request/bans.ts';
import { addFiller } from './service/request/fillers.ts';
import { countTalker, voteToSkip } from './service/request/vote.ts';
import { exportUser, forgetUser } from './service/room/people.ts';
import { readHistory } from './service/room/read.ts';
import { readPublicRoom } from './service/room/read-public.ts';
import { changeShare, userParts } from './service/room/settings.ts';
import { listChanges } from './store/changes.ts';
import { listWaiting } from './store/items.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await mediaWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  special.clear();
  await putPeople(world);
  await openAdasRoom(world);
});

const first = async (): Promise<MediaItemId> => {
  const item = (await listWaiting(world.db, ada, ['pending', 'queued']))[0];
  if (!item) throw new Error('nothing waits');
  return item.id;
};
const fan = (id: string) => ({ sender: { origin: 'kick', id, name: id } }) as const;

describe('the queue', () => {
  it('plays the first at once, and the others in turn', async () => {
    expect(await asked(world, 'one')).toBe('playing');
    expect(await ask(world, 'two')).toMatchObject({ is: 'queued', place: 1 });
    expect(await ask(world, 'three')).toMatchObject({ is: 'queued', place: 2 });
    await controlPlayer(asAda(world), ada, { action: 'skip' });
    expect(await playingId(world)).toBe('two________');
    expect(await queued(world)).toEqual(['three______']);
  });

  it('loses and doubles nothing when many requests arrive at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, async (_, at) => await asked(world, `v${at % 20}`)));
    expect(all.filter((each) => each === 'playing')).toHaveLength(1);
    expect(all.filter((each) => each === 'queued')).toHaveLength(19);
    expect(all.filter((each) => each === 'isQueued')).toHaveLength(10);
    expect(await queued(world)).toHaveLength(19);
  });

  it('two presses on skip skip one', async () => {
    for (const text of ['one', 'two', 'three']) await ask(world, text);
    const itemId = (await playing(world))?.id;
    await Promise.all([1, 2].map(() => controlPlayer(asMo(world), ada, { action: 'skip', itemId })));
    expect(await playingId(world)).toBe('two________');
  });

  it('starts nothing new while paused; clear removes waiting requests and keeps the current video', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    await controlPlayer(asAda(world), ada, { action: 'stop' });
    expect(await playingId(world)).toBeNull();
    expect(await queued(world)).toEqual(['two________']);
    await controlPlayer(asAda(world), ada, { action: 'play' });
    await ask(world, 'three');
    expect(await controlPlayer(asAda(world), ada, { action: 'clear' })).toBe(1);
    expect([await playingId(world), await queued(world)]).toEqual(['two________', []]);
  });

  it('moves in front of another one, and next', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await ask(world, text);
    const [two, three, four] = await listWaiting(world.db, ada, ['queued']);
    const which = (item = four) => ({ ownerId: ada, itemId: item?.id as MediaItemId });
    await moveItem(asAda(world), which(), two?.id ?? null);
    expect(await queued(world)).toEqual(['four_______', 'two________', 'three______']);
    await moveItem(asAda(world), which(), null);
    await actOnItem(asAda(world), which(three), { action: 'playNext' });
    expect(await queued(world)).toEqual(['three______', 'two________', 'four_______']);
  });

  it('plays a filler while it is empty, and a request replaces it', async () => {
    await addFiller(withVideos(asAda(world)), ada, linkTo('calm'));
    expect(await playingId(world)).toBe('calm_______');
    await ask(world, 'one');
    expect(await playingId(world)).toBe('one________');
    await controlPlayer(asAda(world), ada, { action: 'skip' });
    expect(await playingId(world)).toBe('calm_______');
    // The history does not contain fillers.
    expect((await readHistory(asAda(world), ada, {})).items.map(({ videoId }) => videoId)).toEqual(['one________']);
  });
});

describe('approval', () => {
  it('by type of sender', async () => {
    await changeShare(asAda(world), ada, { settings: { approval: 'notSupporters' } });
    expect(await asked(world, 'one')).toBe('pending');
    expect(await asked(world, 'two', { rank: 'sub' })).toBe('playing');
    await changeShare(asAda(world), ada, { settings: { approval: 'everyone' } });
    expect(await asked(world, 'three', { rank: 'mod' })).toBe('pending');
    expect(await asked(world, 'four', { rank: 'owner', by: ada })).toBe('queued');
  });

  it('an approved request plays, a refused one shows the reason; a second press changes nothing', async () => {
    await changeShare(asAda(world), ada, { settings: { approval: 'everyone' } });
    await ask(world, 'one', { sender: { origin: 'web', id: viewer, name: 'viewer' } });
    const itemId = await first();
    await actOnItem(asMo(world), { ownerId: ada, itemId }, { action: 'approve' });
    await actOnItem(asMo(world), { ownerId: ada, itemId }, { action: 'approve' });
    await actOnItem(asMo(world), { ownerId: ada, itemId }, { action: 'refuse', reason: 'too loud' });
    expect(await playing(world)).toBeNull();
    const [item] = (await readHistory(asAda(world), ada, {})).items;
    expect(item).toMatchObject({ state: 'removed', explanation: 'too loud', decidedBy: 'mo' });
    const page = await readPublicRoom(world.ctx({ caller: { kind: 'user', userId: viewer } as never }), 'ada');
    expect(page.own).toMatchObject([{ state: 'removed', explanation: 'too loud', isOwn: true }]);
  });

  it('five approved requests make a person trusted', async () => {
    await changeShare(asAda(world), ada, { settings: { approval: 'notTrusted' } });
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      expect(await asked(world, text, fan('fan'))).toBe('pending');
      await actOnItem(asMo(world), { ownerId: ada, itemId: await first() }, { action: 'approve' });
      await controlPlayer(asMo(world), ada, { action: 'skip' });
    }
    expect(await asked(world, 'f', fan('fan'))).toBe('playing');
    expect(await asked(world, 'g', fan('other'))).toBe('pending');
  });
});

describe('a request is refused', () => {
  it('while the room is closed, which keeps its content', async () => {
    await ask(world, 'one');
    await changeShare(asAda(world), ada, { enabled: false });
    expect(await asked(world, 'two')).toBe('closed');
    await changeShare(asAda(world), ada, { enabled: true });
    expect(await playingId(world)).toBe('one________');
  });

  it('for its length, its views or its words, and when the queue is full', async () => {
    await changeShare(asAda(world), ada, {
      settings: { longestSeconds: 90, fewestViews: 500, bannedWords: ['Fuß Ball'], queueLimit: 1, modes: ['youtube'] },
    });
    special.set('short', { lengthSeconds: 80 });
    special.set('live0', { lengthSeconds: 0 });
    special.set('rare', { lengthSeconds: 80, views: 3 });
    special.set('word', { lengthSeconds: 80, title: 'FUSS\u200b ball \u{1F3C0}' });
    special.set('last', { lengthSeconds: 80 });
    special.set('over', { lengthSeconds: 80 });
    expect(await asked(world, 'long')).toBe('tooLong');
    expect(await asked(world, 'live0')).toBe('noLength');
    expect(await asked(world, 'rare')).toBe('tooFewViews');
    expect(await asked(world, '', { text: 'https://www.youtube.com/shorts/aaaaaaaaaaa' })).toBe('modeOff');
    expect(await asked(world, 'short')).toBe('playing');
    expect(await asked(world, 'last')).toBe('queued');
    expect(await asked(world, 'over')).toBe('queueFull');
  });

  it('for a banned word in any spelling', async () => {
    await changeShare(asAda(world), ada, { settings: { bannedWords: ['bad word'] } });
    special.set('word', { title: 'Ａ BAD\u200b  Ｗord' });
    expect(await asked(world, 'word')).toBe('bannedWord');
    expect(await asked(world, 'good', { sender: { origin: 'kick', id: '1', name: 'bad word' } })).toBe('bannedWord');
  });

  it('too soon after a refusal, also where requests need no pause', async () => {
    await openAdasRoom(world, { settings: { secondsBetween: 0, bannedWords: ['bad word'] } });
    special.set('word', { title: 'a bad word' });
    expect(await asked(world, 'word', fan('fan'))).toBe('bannedWord');
    const { refusal } = (await ask(world, 'one', fan('fan'))) as { refusal: Refusal };
    expect(sayRefusal('en-US', refusal)).toBe('Your last request was refused. You can request again in 5 seconds.');
  });

  it('too soon, too many, or repeated, each with the time of the next try', async () => {
    await openAdasRoom(world, {
      settings: { secondsBetween: 60, perPerson: 1, perSupporter: 2, repeatAfterMinutes: 30 },
    });
    await ask(world, 'zero');
    await ask(world, 'one', fan('fan'));
    expect(await asked(world, 'two', fan('fan'))).toBe('tooManyOfYours');
    expect(await ask(world, 'two', { ...fan('fan'), rank: 'sub' })).toMatchObject({
      refusal: { reason: 'tooSoon', values: { seconds: 60, refused: 0 } },
    });
    world.clock.move(61_000);
    expect(await asked(world, 'two', { ...fan('fan'), rank: 'sub' })).toBe('queued');
    expect(await asked(world, 'two')).toBe('isQueued');
    await controlPlayer(asAda(world), ada, { action: 'skip' });
    expect(await ask(world, 'zero')).toMatchObject({ refusal: { reason: 'playedLately', values: { minutes: 30 } } });
    world.clock.move(31 * 60_000);
    expect(await asked(world, 'zero')).toBe('queued');
  });

  it('from an account that is too young, or of unknown age', async () => {
    await changeShare(asAda(world), ada, { settings: { leastAccountDays: 30 } });
    const now = world.clock.now().getTime();
    const young = { origin: 'twitch', id: '5', name: 'y', accountCreatedAt: new Date(now - 86_400_000) } as const;
    expect(await asked(world, 'one', { sender: young })).toBe('accountTooYoung');
    expect(await asked(world, 'one', fan('silent'))).toBe('accountAgeUnknown');
    const id = String((BigInt(now - 1_420_070_400_000) << 22n) - ((40n * 86_400_000n) << 22n));
    expect(await asked(world, 'one', { sender: { origin: 'discord', id, name: 'old' } })).toBe('playing');
  });

  it('without the password, and after five wrong ones even with it, for ten minutes', async () => {
    await changeShare(asAda(world), ada, { password: 'open sesame' });
    const sender = { origin: 'web', id: viewer, name: 'viewer' } as const;
    const by = (password?: string) => asked(world, 'one', { sender, password });
    await expect(by()).rejects.toMatchObject({ code: 'mediaPasswordWrong' });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(by('wrong')).rejects.toMatchObject({ code: 'mediaPasswordWrong' });
    await expect(by('open sesame')).rejects.toMatchObject({ code: 'mediaPasswordTries' });
    world.clock.move(10 * 60_000 + 1);
    expect(await by('open sesame')).toBe('playing');
    expect(JSON.stringify(await userParts(world.ctx(), ada))).not.toContain('sesame');
    expect((await roomOf(world)).password).not.toContain('sesame');
  });

  it('and only refusals that matter to the owner leave a line', async () => {
    special.set('long', { lengthSeconds: 9_000 });
    await ask(world, 'long');
    await ask(world, 'one');
    await ask(world, 'one');
    expect((await readHistory(asAda(world), ada, {})).items).toMatchObject([{ state: 'refused', reason: 'tooLong' }]);
  });
});

describe('bans', () => {
  it('of a person use the platform’s id, stop that person’s video, and can be lifted', async () => {
    await ask(world, 'one', { sender: { origin: 'kick', id: '77', name: 'Loud' } });
    await ask(world, 'two', { sender: { origin: 'kick', id: '77', name: 'Loud' } });
    await addBan(asMo(world), ada, { toBan: { kind: 'person', where: 'kick', name: '@loud' }, by: null });
    expect([await playing(world), await queued(world)]).toEqual([null, []]);
    expect(await asked(world, 'three', { sender: { origin: 'kick', id: '77', name: 'Renamed' } })).toBe('bannedPerson');
    const [ban] = await readBans(asAda(world), ada, {});
    expect(ban).toMatchObject({ kind: 'person', where: 'kick', id: '77', name: 'Loud' });
    await removeBan(asAda(world), ada, ban?.banId ?? '');
    expect(await asked(world, 'three', { sender: { origin: 'kick', id: '77', name: 'Renamed' } })).toBe('playing');
  });

  it('of the current video need one press, for its video and its channel', async () => {
    special.set('two', { channelId: 'UC_other' });
    await ask(world, 'one');
    const itemId = (await playing(world))?.id as MediaItemId;
    await actOnItem(asMo(world), { ownerId: ada, itemId }, { action: 'remove', ban: 'channel' });
    expect(await playing(world)).toBeNull();
    expect(await asked(world, 'new')).toBe('bannedChannel');
    expect(await asked(world, 'two')).toBe('playing');
  });

  it('on the page and in Discord people are the same', async () => {
    await addBan(asAda(world), ada, { toBan: { kind: 'person', where: 'discord', name: viewer }, by: ada });
    expect(await asked(world, 'one', { sender: { origin: 'web', id: viewer, name: 'v' } })).toBe('bannedPerson');
    const self = addBan(asMo(world), ada, { toBan: { kind: 'person', where: 'discord', name: ada }, by: ada });
    await expect(self).rejects.toMatchObject({ code: 'mediaBanYourself' });
  });
});

describe('votes', () => {
  const vote = async (id: string) => (await voteToSkip(world.ctx(), ada, { sender: { origin: 'kick', id } })).is;

  it('three skip, once each', async () => {
    await ask(world, 'one');
    expect([await vote('a'), await vote('a'), await vote('b'), await vote('c')]).toEqual([
      'counted',
      'again',
      'counted',
      'skipped',
    ]);
    expect(await playing(world)).toBeNull();
    expect(await vote('d')).toBe('nothingPlays');
  });

  it('need 30 of 100 who wrote in a busy chat, and only the last five minutes count', async () => {
    await ask(world, 'one');
    const talk = async (count: number) => {
      for (let at = 0; at < count; at += 1)
        await countTalker(world.ctx(), {
          ownerId: ada,
          sender: { origin: 'kick', id: `t${at}` },
          at: world.clock.now(),
        });
    };
    await talk(20);
    expect(await voteToSkip(world.ctx(), ada, { sender: { origin: 'kick', id: 't1' } })).toMatchObject({
      given: 1,
      needed: 6,
    });
    // A viewer who has voted but not written also counts as present.
    expect(await voteToSkip(world.ctx(), ada, { sender: { origin: 'web', id: viewer } })).toMatchObject({
      given: 2,
      needed: 7,
    });
    world.clock.move(5 * 60_000 + 1_000);
    expect(await voteToSkip(world.ctx(), ada, { sender: { origin: 'kick', id: 't1' } })).toMatchObject({
      is: 'again',
      needed: 3,
    });
  });

  it('at the same moment skip one video', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    const all = await Promise.all(['a', 'b', 'c'].map(vote));
    expect(all.filter((each) => each === 'skipped')).toHaveLength(1);
    expect(await playingId(world)).toBe('two________');
  });
});

describe('settings', () => {
  it('have the contract’s defaults, and each change is recorded with its author', async () => {
    await changeShare(asMo(world), ada, { settings: { modes: ['shorts'] } });
    const { mediaShare } = await userParts(world.ctx(), ada);
    expect(mediaShare).toMatchObject({
      enabled: true,
      settings: { prefix: '!', volume: 50, modes: ['shorts'], queueLimit: 50 },
    });
    expect(mediaShare?.modList).toEqual(['222222222222222222']);
    const [change] = await listChanges(world.db, ada);
    expect(change).toMatchObject({
      userId: '222222222222222222',
      before: { modes: ['youtube', 'shorts', 'tiktok'] },
      after: { modes: ['shorts'] },
    });
  });

  it('an older version is refused, and a volume change makes no version older', async () => {
    const version = (await userParts(world.ctx(), ada)).mediaShare?.version;
    await changeShare(asAda(world), ada, { settings: { volume: 10 } });
    await changeShare(asAda(world), ada, { settings: { prefix: '?' }, version });
    const late = changeShare(asAda(world), ada, { settings: { prefix: '#' }, version });
    await expect(late).rejects.toMatchObject({ code: 'changedMeanwhile' });
  });
});

describe('the stored data of a person', () => {
  it('is deleted: the room disappears, requests elsewhere stay without a name', async () => {
    await ask(world, 'one', { sender: { origin: 'web', id: viewer, name: 'viewer' } });
    expect(JSON.stringify(await exportUser(world.ctx(), viewer))).toContain('Title of one');
    await forgetUser(world.ctx(), viewer);
    expect(await playing(world)).toMatchObject({ videoId: 'one________', senderId: null, senderName: null });
    expect(await exportUser(world.ctx(), viewer)).toEqual({});
    expect(Object.keys(await exportUser(world.ctx(), ada))).toEqual(['room', 'changes', 'bans', 'fillers', 'queue']);
    await forgetUser(world.ctx(), ada);
    expect(await exportUser(world.ctx(), ada)).toEqual({});
  });

  it('is kept for 30 days once it is over', async () => {
    await ask(world, 'one');
    await ask(world, 'two');
    await controlPlayer(asAda(world), ada, { action: 'skip' });
    world.clock.move(31 * 86_400_000);
    await forgetOld(world.ctx());
    expect((await readHistory(asAda(world), ada, {})).items).toEqual([]);
    expect(await playingId(world)).toBe('two________');
  });
});

it('only its sender can cancel a request, and only while it waits', async () => {
  await ask(world, 'one', fan('fan'));
  await ask(world, 'two', fan('fan'));
  const itemId = await first();
  const cancel = (id: string, which = itemId) =>
    cancelOwn(world.ctx(), { ownerId: ada, itemId: which }, ({ senderId }) => senderId === id);
  await expect(cancel('other')).rejects.toMatchObject({ code: 'mediaItemNotFound' });
  await cancel('fan');
  expect(await queued(world)).toEqual([]);
  const current = (await playing(world))?.id as MediaItemId;
  await expect(cancel('fan', current)).rejects.toMatchObject({ code: 'mediaItemGone' });
});
