import { MOST_SERVER_PICTURE_BYTES } from '@tally/contract';
import { DatabaseDownError } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { AppError, days, defineFeature, minutes, say, seconds } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { branding } from '../branding/index.ts';
import { connections } from '../connections/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { ann, chat, discord, home, memberRole, talk } from './__fixtures__/chat.ts';
import { hallOf, posts, refusal, userOf } from './__fixtures__/hall.ts';
import { giveaways } from './index.ts';
import { openPaths } from './routes.ts';
import { readProof } from './service/draw/proof.ts';
import { reroll } from './service/draw/redraw.ts';
import { noticeMessage } from './service/entry/count-messages.ts';
import { takeOut } from './service/entry/leave.ts';
import { closeGiveaway } from './service/life/close.ts';
import { catchUp } from './service/life/due.ts';
import { createGiveaway, pauseGiveaway, removeGiveaway, resumeGiveaway, updateGiveaway } from './service/life/life.ts';
import { forgetUnusedPictures, uploadPicture } from './service/life/pictures.ts';
import { keepTemplate } from './service/life/templates.ts';
import { readListed, readOwn } from './service/read.ts';
import { countMessages } from './store/messages.ts';
import { saveSettings } from './store/settings.ts';
import { deleteTemplate } from './store/templates.ts';

let plan = unlimited;
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, plan]]) });
let world: TestWorld;
beforeAll(async () => {
  const features = [account, servers, branding, connections, errorLogs, premium, votes, giveaways];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, {
    posts: new Map(),
    edits: 0,
    left: new Set(),
    lucky: new Set(),
    isAway: false,
    mayInvite: true,
  });
  plan = unlimited;
  await world.reset();
  world.clock.move(minutes(1));
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

const { asAnn, create, drawNow, ended, enter, enterMany, verdictOf, row, work } = hallOf(() => world);

describe('terms', () => {
  it('only loosen once a person has entered', async () => {
    const id = await create();
    const change = async (patch: object, version?: string) =>
      await refusal(updateGiveaway(asAnn(), id, { patch, version, byId: ann }));
    expect(await change({ name: 'Another' }, 'stale')).toBe('changedMeanwhile');
    expect(await change({ maxEntries: 5 })).toBeNull();
    await enterMany(id, 1);
    expect(await change({ maxEntries: 4 })).toBe('termsFrozen');
    expect(await change({ winnerCount: 1 })).toBe('termsFrozen');
    expect(await change({ durationMinutes: 30 })).toBe('termsFrozen');
    expect(await change({ durationMinutes: 90, winnerCount: 3, name: 'Two lamps' })).toBeNull();
    await work();
    expect(posts()[0]?.text).toMatch(/^Two lamps\n.*3 winners/s);
  });

  it('a full one accepts no more entries, and may end because of it', async () => {
    const id = await create({ maxEntries: 2, endWhenFull: true });
    const answers = await enterMany(id, 4);
    expect(answers.map(({ kind }) => kind)).toEqual(['in', 'in', 'full', 'full']);
    await drawNow(id);
    expect((await row(id)).state).toBe('ended');
  });

  it('the host and managers win only if the giveaway lets them enter', async () => {
    const prizes = async (body: object) => {
      const id = await create({ winnerCount: 2, hostId: userOf(0), ...body });
      await enterMany(id, 2);
      await drawNow(await ended(id));
      return posts().at(-1)?.content ?? '';
    };
    expect(await prizes({})).not.toContain(userOf(0));
    expect(await prizes({ managersMayEnter: true })).toContain(userOf(0));
    await saveSettings(world.inside, home, { managersMayEnter: true });
    expect(await prizes({}), 'the default of the server').toContain(userOf(0));
    expect(await prizes({ managersMayEnter: false })).not.toContain(userOf(0));
    await saveSettings(world.inside, home, { managersMayEnter: false, managerRoles: [memberRole] });
    expect(await prizes({}), 'everyone here has the role').toContain('eligible to win');
  });

  it('one that stores nothing about managers is older, and lets them enter', async () => {
    const id = await create({ hostId: userOf(0), winnerCount: 1 });
    await world.db.execute(sql`update giveaways set settings = settings - 'managersMayEnter' where id = ${id}`);
    await enterMany(id, 1);
    await drawNow(await ended(id));
    expect(posts().at(-1)?.content).toContain(userOf(0));
  });

  it('a drop is won by the people who press first', async () => {
    const id = await create({ mode: 'drop', winnerCount: 1 });
    const answers = await enterMany(id, 3);
    expect(answers.map(({ kind }) => kind).filter((kind) => kind === 'in')).toHaveLength(1);
    await drawNow(id);
    expect(posts()[1]?.content).toContain(userOf(0));
  });

  it('a step that its state does not allow is refused with that state', async () => {
    const id = await create();
    const said = async (step: Promise<unknown>) =>
      await step.then(
        () => 'done',
        (error: unknown) => (error instanceof AppError ? (error.fields[0] ?? error.code) : String(error)),
      );
    const byAnn = { byId: ann };
    expect(await said(resumeGiveaway(asAnn(), id, byAnn))).toBe('This giveaway is already running.');
    await pauseGiveaway(asAnn(), id, byAnn);
    expect(await said(pauseGiveaway(asAnn(), id, byAnn))).toBe('This giveaway is already paused.');
    await resumeGiveaway(asAnn(), id, byAnn);
    await enterMany(id, 1);
    await ended(id);
    const drawing = 'This giveaway is being drawn. The winners follow in a few seconds.';
    expect(await said(closeGiveaway(asAnn(), id, byAnn))).toBe(drawing);
    expect(await said(pauseGiveaway(asAnn(), id, byAnn))).toBe(drawing);
    expect(await said(reroll(asAnn(), id, byAnn))).toBe(drawing);
    await drawNow(id);
    expect(await said(pauseGiveaway(asAnn(), id, byAnn))).toBe('giveawayEnded');
  });

  it('a pause refuses entries and postpones the end by its duration', async () => {
    const id = await create();
    const endsAt = (await row(id)).endsAt?.getTime() ?? 0;
    await pauseGiveaway(asAnn(), id, { byId: ann });
    expect((await enter(id, 1)).kind).toBe('paused');
    world.clock.move(days(1));
    await catchUp(world.ctx());
    await resumeGiveaway(asAnn(), id, { byId: ann });
    expect((await enter(id, 1)).kind).toBe('in');
    expect(((await row(id)).endsAt?.getTime() ?? 0) - endsAt).toBe(days(1));
  });
});

describe('impossible giveaways', () => {
  const sentenceOf = ({ code, fields, values }: AppError) =>
    [code, ...(fields.length > 0 ? fields : [say('en-US', `errors.${code}`, values)])].join(': ');
  const why = async (body: object) => {
    const made = createGiveaway(asAnn(), home, {
      body: { channelId: talk, name: 'A lamp', durationMinutes: 60, winnerCount: 1, ...body },
      isLater: false,
      byId: ann,
    });
    return await made.then(
      () => null,
      (error: unknown) => (error instanceof AppError ? sentenceOf(error) : String(error)),
    );
  };

  it('is refused before it starts, with its reason', async () => {
    const past = { endsAt: new Date(world.clock.now().getTime() - 1) };
    expect(await why(past)).toMatch(/^invalidFields: A giveaway must last at least one minute/);
    expect(await why({ durationMinutes: 1441 * 60 })).toMatch(
      /^planLimit: Your plan allows giveaways of up to 60 days/,
    );
    expect(await why({ name: '\u202e\u200b' })).toBe('invalidFields: name: Enter a prize.');
    expect(await why({ emojiUnicodeOrId: '<:far:123456789012345678>' })).toMatch(/^invalidFields: emojiUnicodeOrId: /);
    expect(await why({ emojiUnicodeOrId: 'lamp' })).toMatch(/^invalidFields: emojiUnicodeOrId: /);
    plan = free;
    expect(await why({ winnerCount: 21 })).toBe('planLimit: Your plan allows 20 winners in a giveaway.');
    expect(await why({ winnerCount: 20 })).toBeNull();
    expect(posts()).toHaveLength(0);
  });

  it('a prize pings no one and does not reverse a sentence', async () => {
    await drawNow(await ended(await create({ name: '@everyone \u202elamp' })));
    expect(posts()[0]?.text.split('\n')[0]).toBe('@everyone lamp');
    expect(posts()[1]?.content).toBe('No one entered the giveaway for **@\u200beveryone lamp**.');
    expect(posts().flatMap(({ pings }) => pings)).toEqual([]);
  });

  it('a hundred end at the same time, each of them once', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 100; place += 1) {
      const body = { channelId: talk, name: `Lamp ${place}`, durationMinutes: 60, winnerCount: 1 };
      ids.push(await createGiveaway(asAnn(), home, { body, isLater: false, byId: ann }));
    }
    await work();
    world.clock.move(minutes(60));
    await Promise.all([catchUp(world.ctx()), catchUp(world.ctx())]);
    await work();
    world.clock.move(seconds(15));
    await catchUp(world.ctx());
    await work();
    const states = await Promise.all(ids.map(async (id) => (await row(id)).state));
    expect(states.filter((state) => state !== 'ended')).toEqual([]);
    const ends = posts()
      .filter(({ content }) => content.startsWith('No one entered'))
      .map(({ content }) => content);
    expect(ends).toHaveLength(100);
    expect(new Set(ends).size).toBe(100);
  });

  it('a press without effect gets the reason', async () => {
    const id = await create();
    expect((await enter('gw_none', 1)).kind).toBe('gone');
    const planned = await createGiveaway(asAnn(), home, {
      body: { channelId: talk, name: 'Later', durationMinutes: 60, winnerCount: 1, startInMinutes: 60 },
      isLater: true,
      byId: ann,
    });
    expect((await enter(planned, 1)).kind).toBe('notYet');
    expect(await enter(id, 1, undefined, true)).toEqual({ kind: 'refused', refusal: { why: 'bot' } });
  });
});

it('a start time counts to the second, and one that has passed starts at once', async () => {
  const body = { channelId: talk, name: 'Later', durationMinutes: 60, winnerCount: 1 };
  const plan = async (startsAt: Date) =>
    await createGiveaway(asAnn(), home, { body: { ...body, startsAt }, isLater: true, byId: ann });
  const now = world.clock.now();
  const soon = new Date(now.getTime() + 90_500);
  expect((await row(await plan(soon))).startsAt).toEqual(soon);
  expect((await row(await plan(new Date(now.getTime() - 60_000)))).startsAt).toEqual(now);
});

describe('the public list', () => {
  const invites = async () => (await readListed(world.ctx(), {})).map(({ inviteUrl }) => inviteUrl);

  it('has an invite to the server of a giveaway, from its start or from when it is listed', async () => {
    await create({ listed: true });
    expect(await invites()).toEqual([`https://discord.gg/to-${talk}`]);
    const quiet = await create();
    expect(await invites()).toHaveLength(1);
    await updateGiveaway(asAnn(), quiet, { patch: { listed: true }, byId: ann });
    await work();
    expect(await invites()).toEqual([`https://discord.gg/to-${talk}`, `https://discord.gg/to-${talk}`]);
  });

  it('has no invite if the bot may not create one', async () => {
    chat.mayInvite = false;
    await create({ listed: true });
    expect(await invites()).toEqual([null]);
  });
});

describe('people', () => {
  it('keep the messages that they wrote while the database was down', async () => {
    await create({ requirements: { roles: [], messageCount: 5 } });
    let isAway = false;
    const db = new Proxy(world.db, {
      get(target, name, receiver) {
        if (isAway && name === 'insert') throw new DatabaseDownError('away');
        return Reflect.get(target, name, receiver);
      },
    });
    const write = async () => {
      await noticeMessage({ ...world.ctx(), db }, { serverId: home, userId: userOf(1) });
      world.clock.move(seconds(10));
    };
    await write();
    isAway = true;
    await write();
    await write();
    isAway = false;
    await write();
    expect(await countMessages(world.db, { serverId: home, userId: userOf(1) })).toBe(4);
  });

  it('can leave, return with another receipt, and are counted once', async () => {
    const id = await create();
    const first = await enter(id, 1);
    const again = await enter(id, 1);
    expect(again).toMatchObject({ kind: 'in', isNew: false, receipt: first.kind === 'in' ? first.receipt : '' });
    expect(await takeOut(world.ctx(), id, { userId: userOf(1), removed: null })).toBe(true);
    expect((await row(id)).people).toBe(0);
    expect((await enter(id, 1)).kind).toBe('in');
    expect(await row(id)).toMatchObject({ people: 1, tickets: 1 });
  });

  it('see odds that count every prize, on their page and after a press', async () => {
    const id = await create({ winnerCount: 2 });
    await enterMany(id, 7);
    expect(await enter(id, 7)).toMatchObject({ tickets: 1, odds: 4 });
    expect(await readOwn(world.ctx(), userOf(7))).toMatchObject([{ tickets: 1, odds: 4 }]);
  });

  it('who deleted their account keep an anonymous line, so the sheet still verifies', async () => {
    const id = await create();
    await enterMany(id, 4);
    await drawNow(await ended(id));
    for (let place = 0; place < 4; place += 1) await giveaways.forgetUser?.(world.ctx(), userOf(place));
    expect(await verdictOf(id)).toBe('right');
    expect(await readOwn(world.ctx(), userOf(0))).toEqual([]);
    expect(JSON.stringify(await readProof(world.ctx(), await row(id)))).not.toContain('3000000000000000');
  });
});

describe('pictures', () => {
  const png = async (width = 8) =>
    await sharp({ create: { width, height: 8, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
  const upload = async (bytes?: Buffer) => await uploadPicture(asAnn(), home, { bytes: bytes ?? (await png()) });
  /** Returns the bytes at the public URL, or null. */
  const seen = async (url: string) => {
    const segments = new URL(url).pathname.split('/').slice(3);
    const answer = await openPaths[0]?.answer(world.ctx(), { segments, query: {}, userAgent: '' });
    return answer && 'file' in answer ? await world.ctx().files.get(answer.file) : null;
  };
  const sweepAfter = async (ms: number) => {
    world.clock.move(ms);
    await forgetUnusedPictures(world.ctx());
  };

  it('are stored without their hidden data, under a public address', async () => {
    const photo = await sharp(await png())
      .jpeg()
      .withExif({ IFD0: { Copyright: 'where-we-live' } })
      .toBuffer();
    const { url } = await upload(photo);
    expect(url).toMatch(/^https?:\/\/[^/]+\/files\/pictures\/\d+\/[0-9a-f]{32}\.jpeg$/);
    const bytes = (await seen(url)) ?? Buffer.alloc(0);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 8 });
    expect(bytes.toString('latin1')).not.toContain('where-we-live');
    await expect(seen(`${url}/..`)).rejects.toMatchObject({ code: 'notFound' });
  });

  it.each([
    ['a page', '<script>1</script>', 'notAPicture'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'fileSvg'],
    ['half a picture', '\x89PNG\r\n\x1a\n', 'fileUnlike'],
  ])('%s is refused', async (_, text, code) => {
    expect(await refusal(upload(Buffer.from(text, 'latin1')))).toBe(code);
  });

  it('are limited in bytes per server, and in uploads an hour per person', async () => {
    await upload();
    await world.db.execute(sql`update giveaway_pictures set bytes = ${MOST_SERVER_PICTURE_BYTES}`);
    expect(await refusal(upload())).toBe('picturesFull');
    await world.db.execute(sql`delete from giveaway_pictures`);
    const codes: (string | null)[] = [];
    for (let place = 2; place <= 60; place += 1) codes.push(await refusal(upload(await png(1))));
    expect([codes.at(-2), codes.at(-1), await refusal(upload())]).toEqual([null, 'rateLimited', 'rateLimited']);
  });

  it('stay while a giveaway or a template shows them, and are deleted a day later', async () => {
    const [loose, inGiveaway, inTemplate] = [await upload(), await upload(), await upload()];
    const id = await create({ image: inGiveaway.url });
    const settings = { name: 'A lamp', image: inTemplate.url };
    await keepTemplate(asAnn(), home, { templateId: 't1', title: 'Lamps', settings });
    const left = async () =>
      await Promise.all([loose, inGiveaway, inTemplate].map(async ({ url }) => (await seen(url)) !== null));
    await sweepAfter(days(1) - 1);
    expect(await left()).toEqual([true, true, true]);
    await sweepAfter(1);
    expect(await left()).toEqual([false, true, true]);

    await updateGiveaway(asAnn(), id, { patch: { name: 'Another lamp' }, byId: ann });
    await removeGiveaway(world.ctx(), id);
    await deleteTemplate(world.db, home, 't1');
    await sweepAfter(minutes(1));
    await sweepAfter(days(1) - 1);
    expect(await left()).toEqual([false, true, true]);
    await sweepAfter(1);
    expect(await left()).toEqual([false, false, false]);
  });

  it('that are missing are named, instead of a message with a gap', async () => {
    const { url } = await upload();
    await sweepAfter(days(1));
    const refused = { code: 'invalidFields', fields: ['image: This picture is no longer stored. Upload it again.'] };
    await expect(create({ image: url })).rejects.toMatchObject(refused);
    const id = await create({ image: 'https://example.com/lamp.png' });
    await expect(updateGiveaway(asAnn(), id, { patch: { image: url }, byId: ann })).rejects.toMatchObject(refused);
  });

  it('are deleted with the server', async () => {
    const { url } = await upload();
    await giveaways.forgetServer(world.ctx(), home);
    expect(await seen(url)).toBeNull();
    expect((await world.db.execute(sql`select name from giveaway_pictures`)).rows).toEqual([]);
  });
});
