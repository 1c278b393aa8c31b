import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, startTestYoutube, type TestYoutube } from './test-world.ts';

const mkbhd = 'UCBJycsmduvYEL83R_U4JriQ';
const topicOf = (channelId: string, path = 'feeds') =>
  `https://www.youtube.com/${path}/videos.xml?channel_id=${channelId}`;
const secret = 'ten letters or more';
const DAY = 86_400_000;
let youtube: TestYoutube;

beforeEach(async () => {
  youtube = await startTestYoutube();
});
afterEach(() => youtube.close());

const form = (more: Record<string, string> = {}) => ({
  'hub.mode': 'subscribe',
  'hub.topic': topicOf(mkbhd),
  'hub.callback': youtube.callback,
  'hub.verify': 'async',
  'hub.secret': secret,
  ...more,
});
const states = () => pickList(youtube.summary(), 'subscriptions').map((each) => pick(each, 'state'));

async function subscribe(more: Record<string, string> = {}): Promise<void> {
  const before = youtube.asked.length;
  expect((await youtube.hub(form(more))).status).toBe(202);
  await expect.poll(() => youtube.asked.length).toBe(before + 1);
  await expect.poll(states).toContain('running');
}
async function arrived(count: number): Promise<void> {
  await expect.poll(() => youtube.received.length).toBe(count);
}

describe('a subscription', () => {
  test('works after the callback has repeated the challenge', async () => {
    await subscribe({ 'hub.lease_seconds': '1000' });
    const [asked] = youtube.asked;
    expect(Object.fromEntries(asked ?? [])).toEqual({
      'hub.mode': 'subscribe',
      'hub.topic': topicOf(mkbhd),
      'hub.challenge': expect.stringMatching(/^\w{32}$/),
      'hub.lease_seconds': '1000',
    });
  });

  test('with another answer is refused, and nothing is pushed', async () => {
    youtube.isHonest = false;
    await youtube.hub(form());
    await expect.poll(states).toEqual(['refused']);
    youtube.control('upload', { who: 'mkbhd' });
    expect(pickList(youtube.summary(), 'deliveries')).toEqual([]);
  });

  test.each([
    ['432000', ''],
    ['828000', '9999999'],
  ])('lasts %s seconds when %s are wished for, and not a second more', async (lasts, wished) => {
    await subscribe({ 'hub.lease_seconds': wished });
    expect(youtube.asked[0]?.get('hub.lease_seconds')).toBe(lasts);
    youtube.clock.advance(Number(lasts) * 1_000 - 1);
    expect(states()).toEqual(['running']);
    youtube.clock.advance(1);
    expect(states()).toEqual(['over']);
    youtube.control('upload', { who: 'mkbhd' });
    expect(pickList(youtube.summary(), 'deliveries')).toEqual([]);
  });

  test('a repeated request starts a new lease', async () => {
    await subscribe();
    youtube.clock.advance(4 * DAY);
    await subscribe();
    youtube.clock.advance(4 * DAY);
    expect(states()).toEqual(['running']);
  });

  test('ends when the callback confirms that', async () => {
    await subscribe();
    await youtube.hub(form({ 'hub.mode': 'unsubscribe' }));
    await expect.poll(states).toEqual([]);
  });

  test.each([
    ['hub.mode', 'watch'],
    ['hub.topic', ''],
    ['hub.callback', 'not an address'],
    ['hub.callback', 'http://127.0.0.1:1/a#b'],
    ['hub.verify', 'never'],
    ['hub.lease_seconds', 'long'],
    ['hub.secret', 'x'.repeat(200)],
  ])('is refused with 400 when %s is %s', async (name, value) => {
    const { status, text } = await youtube.hub(form({ [name]: value }));
    expect([status, text.includes(name)]).toEqual([400, true]);
  });

  test('cannot start while the hub is down, but running ones continue', async () => {
    await subscribe();
    youtube.control('trouble', { kind: 'hub', minutes: 60 });
    const { status, text, headers } = await youtube.hub(form());
    expect([status, text, headers.get('retry-after')]).toEqual([
      503,
      expect.stringContaining('Transient error'),
      '120',
    ]);
    youtube.control('upload', { who: 'mkbhd' });
    await arrived(1);
  });
});

describe('a push', () => {
  beforeEach(() => subscribe());

  test('is Atom, signed over its bytes', async () => {
    youtube.control('upload', { who: 'mkbhd', title: 'Pliers & <tongs>' });
    await arrived(1);
    const [{ headers, body }] = youtube.received as [(typeof youtube.received)[0]];
    expect(headers['content-type']).toBe('application/atom+xml');
    expect(headers['user-agent']).toContain('FeedFetcher-Google');
    expect(headers).toMatchObject({ from: 'googlebot(at)googlebot.com', 'cache-control': 'no-cache,max-age=0' });
    expect(headers['x-hub-signature']).toBe(`sha1=${createHmac('sha1', secret).update(body).digest('hex')}`);
    expect(body).toMatch(/<yt:videoId>[\w-]{11}<\/yt:videoId><yt:channelId>UCBJycsmduvYEL83R_U4JriQ<\/yt:channelId>/);
    expect(body).toContain('<title>Pliers &#38; &#60;tongs&#62;</title>');
  });

  test('arrives only for new, planned, retitled and deleted videos', async () => {
    youtube.control('upload', { who: 'mkbhd' });
    youtube.control('short', { who: 'mkbhd' });
    youtube.control('premiere', { who: 'mkbhd', minutes: 100 });
    youtube.control('schedule', { who: 'mkbhd' });
    await arrived(4);
    youtube.control('change-title', { who: 'mkbhd', title: 'Another' });
    youtube.control('change-description', { who: 'mkbhd', description: 'Another' });
    await arrived(6);
    // The real hub does not push these changes.
    youtube.control('go-live', { who: 'mkbhd', as: 'scheduled' });
    youtube.control('change-title', { who: 'mkbhd', title: 'Another' });
    youtube.control('change-category', { who: 'mkbhd', category: 'Music' });
    youtube.control('set-viewers', { who: 'mkbhd', viewers: 5 });
    youtube.control('end', { who: 'mkbhd' });
    youtube.control('make-private', { who: 'mkbhd' });
    await arrived(7);
    expect(youtube.received[6]?.body).toMatch(/<at:deleted-entry ref="yt:video:[\w-]{11}" when="/);
    expect(youtube.received[6]?.body).not.toContain('<yt:channelId>');
  });

  test('about an unscheduled stream arrives when it begins', async () => {
    youtube.control('go-live', { who: 'mkbhd', title: 'Surprise' });
    await arrived(1);
    youtube.control('end', { who: 'mkbhd' });
    youtube.control('go-live', { who: 'gravelclub' });
    expect(youtube.received).toHaveLength(1);
  });

  test('is repeated until it is accepted', async () => {
    youtube.replies.push(500, 503);
    youtube.control('upload', { who: 'mkbhd' });
    await arrived(1);
    youtube.clock.advance(2_000);
    await arrived(2);
    youtube.clock.advance(10_000);
    await arrived(3);
    await expect
      .poll(() => pickList(youtube.summary(), 'deliveries')[0])
      .toMatchObject({ outcome: 'delivered', attempts: 3 });
    expect(new Set(youtube.received.map(({ body }) => body)).size).toBe(1);
  });

  test('can be lost, late, doubled and forged', async () => {
    youtube.control('webhooks', { do: 'lose' });
    youtube.control('upload', { who: 'mkbhd' });
    youtube.control('webhooks', { do: 'duplicate', amount: 2 });
    youtube.control('upload', { who: 'mkbhd' });
    await arrived(3);
    youtube.control('webhooks', { do: 'delay', amount: 60 });
    youtube.control('upload', { who: 'mkbhd' });
    youtube.clock.advance(60_000);
    await arrived(4);
    youtube.control('webhooks', { do: 'forge' });
    youtube.control('upload', { who: 'mkbhd' });
    await arrived(5);
    const { headers, body } = youtube.received[4] as (typeof youtube.received)[0];
    expect(headers['x-hub-signature']).not.toBe(`sha1=${createHmac('sha1', secret).update(body).digest('hex')}`);
  });

  test.each(['x'.repeat(10_000), '\u202Eright to left', 'half \ud800 a pair', 'nothing\u0000 in between'])(
    'is well-formed with any title',
    async (title) => {
      youtube.control('upload', { who: 'mkbhd', title });
      await arrived(1);
      expect(youtube.received[0]?.body).not.toContain('\u0000');
      expect(youtube.received[0]?.body.isWellFormed()).toBe(true);
    },
  );
});

test('both forms of a topic are the same feed', async () => {
  await subscribe({ 'hub.topic': topicOf(mkbhd, 'xml/feeds') });
  youtube.control('upload', { who: 'mkbhd' });
  await arrived(1);
  expect(youtube.received[0]?.headers.link).toContain(topicOf(mkbhd, 'xml/feeds'));
});
