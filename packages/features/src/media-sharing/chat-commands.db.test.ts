import type { MediaShareBody } from '@tally/contract';
import type { TestWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  asAda,
  ask,
  linkTo,
  mediaWorld,
  openAdasRoom,
  playingId,
  putPeople,
  queued,
  roomOf,
  withVideos,
} from './__fixtures__/room.ts';
import type { ChatRole } from './match/who-may.ts';
import { runChatCommand } from './service/chat/chat-command.ts';
import { changeShare, settingsOf } from './service/room/settings.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await mediaWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putPeople(world);
  await openAdasRoom(world);
});

/** Returns the answer in the chat, or null. */
async function say(line: string, { id = 'fan', roles = [] }: { id?: string; roles?: ChatRole[] } = {}) {
  const [command = '', ...rest] = line.split(' ');
  const about = { owner: ada, origin: 'kick', sender: { id, name: id, roles } } as const;
  const text = await runChatCommand(withVideos(world.ctx()), { ...about, command, argument: rest.join(' ') });
  return text?.replace(/[\u2068\u2069]/g, '') ?? null;
}
const mod = { id: 'mod', roles: ['mod'] } satisfies { id: string; roles: ChatRole[] };
const permit = async (permissions: MediaShareBody['permissions']) =>
  await changeShare(asAda(world), ada, { permissions });

describe('a line in a chat', () => {
  it('requests a video, shows when it plays, and cancels it', async () => {
    expect(await say(`sr ${linkTo('one')}`, { id: 'other' })).toBe('Title of one plays now.');
    expect(await say(`request ${linkTo('two')}`)).toBe('Title of two is number 1 in the queue.');
    expect(await say('when')).toBe('Your video is number 1, in about 2 minutes.');
    expect(await say('queue')).toBe('Now: Title of one. 1 video is waiting. Next: Title of two.');
    expect(await say('cancel')).toBe('Your request has been canceled.');
    expect(await say('cancel')).toBe('You have no requests waiting.');
    expect(await say('sr')).toContain('Write a YouTube, Shorts or TikTok link');
  });

  it('of a mod pauses, plays, skips and clears; of anybody else it does nothing, and skip is a vote', async () => {
    for (const text of ['one', 'two', 'three']) await ask(world, text);
    for (const word of ['pause', 'play', 'clear', 'mode shorts', 'rban x', 'runban x'])
      expect([word, await say(word)]).toEqual([word, null]);
    expect(await say('skip')).toBe('Your vote counts: 1 of 3.');
    expect([await say('pause', mod), (await roomOf(world)).paused]).toEqual(['Paused.', true]);
    expect([await say('play', mod), (await roomOf(world)).paused]).toEqual(['Playing.', false]);
    expect([await say('skip', mod), await playingId(world)]).toEqual(['Skipped.', 'two________']);
    expect([await say('clear', mod), await queued(world)]).toEqual(['1 request has been removed.', []]);
  });

  it('is allowed per command and platform', async () => {
    await permit([{ command: 'skip', onKick: ['vip'], onTwitch: ['everyone'] }]);
    await ask(world, 'one');
    expect(await say('skip', mod)).toBe('Your vote counts: 1 of 3.');
    expect(await say('skip', { id: 'vip', roles: ['vip'] })).toBe('Skipped.');
    await permit([{ command: 'request', onKick: ['sub'], onTwitch: [] }]);
    expect(await say(`sr ${linkTo('two')}`)).toBeNull();
    expect(await say(`sr ${linkTo('two')}`, { id: 'sub', roles: ['sub'] })).toBe('Title of two plays now.');
    // The streamer may use every command, even without a permission.
    expect(await say('skip', { id: 'ada', roles: ['broadcaster'] })).toBe('Skipped.');
  });

  it('bans by name, and lifts it', async () => {
    await say(`sr ${linkTo('one')}`);
    expect([await say('rban @Fan', mod), await playingId(world)]).toEqual(['fan is banned.', null]);
    expect(await say(`sr ${linkTo('two')}`)).toContain('You are banned from requesting here.');
    expect(await say('runban fan', mod)).toBe('The ban has been lifted.');
    expect(await say('runban fan', mod)).toBe('No ban with this name was found.');
    expect(await say(`sr ${linkTo('two')}`)).toBe('Title of two plays now.');
  });

  it('sets the kinds of requests, and the volume', async () => {
    expect(await say('mode shorts, tiktok', mod)).toBe('From now on viewers can request: shorts, tiktok.');
    expect(await say(`sr ${linkTo('one')}`)).toBe('Videos of this kind cannot be requested right now.');
    expect(await say('mode nonsense', mod)).toBe(
      'Name the kinds that viewers can request: youtube, shorts, tiktok, all.',
    );
    expect(await say('volume 30')).toBe('The volume is 50%.');
    expect(await say('volume 30', mod)).toBe('The volume is 30%.');
    expect(await say('volume ٣٠', mod), 'in Arabic digits').toBe('The volume is 30%.');
    expect(await say('volume 300', mod)).toBe('The volume must be from 0 to 100.');
    expect(settingsOf(await roomOf(world))).toMatchObject({ volume: 30, modes: ['shorts', 'tiktok'] });
  });

  it('is answered in the owner’s language', async () => {
    await world.db.execute(`update users set locale = 'ar-SA' where id = '${ada}'`);
    expect(await say('pause', mod)).toBe('تم الإيقاف مؤقتًا.');
  });

  it('that floods is answered once in five seconds', async () => {
    expect(await say('queue')).toBe('The queue is empty.');
    expect(await say('queue', { id: 'other' })).toBeNull();
    expect(await say('sr https://evil.example/x')).toBe('Only links to YouTube and TikTok can be requested.');
    expect(await say('sr https://evil.example/x')).toBeNull();
    world.clock.move(5_001);
    expect(await say('queue')).toBe('The queue is empty.');
  });

  it('where the room is closed, or for no word of ours, does nothing', async () => {
    expect(await say('hello')).toBeNull();
    expect(await say('constructor')).toBeNull();
    await changeShare(asAda(world), ada, { enabled: false });
    expect(await say(`sr ${linkTo('one')}`)).toBeNull();
  });
});
