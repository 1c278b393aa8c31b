import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { PlatformDoors, Push } from '@tally/kernel';
import { workedMs } from '@tally/tests/effort';
import { asyncProperty, assert as check, integer, nat } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPush, tokenFor, topicOf } from './read-push.ts';

const secret = 'a secret of the test';
const channelId = 'UCBJycsmduvYEL83R_U4JriQ';
const videoId = 'dQw4w9WgXcQ';
const said: string[] = [];
const doors = {
  log: { warn: (_: unknown, text: string) => said.push(text) },
  config: { youtube: { hubSecret: secret } },
} as unknown as PlatformDoors;
beforeEach(() => {
  said.length = 0;
});

const entry = (more = '', id = videoId) => `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId>
  <yt:channelId>${channelId}</yt:channelId><title>Pliers &amp; tongs</title><link rel="alternate" href="https://www.youtube.com/watch?v=${id}"/>
  <author><name>Ada</name><uri>https://www.youtube.com/channel/${channelId}</uri></author>
  <published>2026-11-21T17:00:00+00:00</published><updated>2026-11-21T17:59:00.123456789+00:00</updated>${more}</entry>`;
const feed = (inner = entry()) => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="https://pubsubhubbub.appspot.com"/><title>YouTube video feed</title>${inner}</feed>`;
const tombstone = `<at:deleted-entry xmlns:at="http://purl.org/atompub/tombstones/1.0" ref="yt:video:${videoId}" when="2026-11-21T18:00:00+00:00"><link href="https://www.youtube.com/watch?v=${videoId}"/><at:by><name>Ada</name><uri>https://www.youtube.com/channel/${channelId}</uri></at:by></at:deleted-entry>`;

const sign = (body: string | Uint8Array, key = secret, algorithm = 'sha1') =>
  `${algorithm}=${createHmac(algorithm, key).update(body).digest('hex')}`;
function push(body: string | Uint8Array = feed(), signature: string | undefined = sign(body)): Push {
  return { headers: { 'x-hub-signature': signature }, body: Buffer.from(body), query: {} };
}
const read = (sent: Push) => readPush(doors, sent);

describe('a push of YouTube', () => {
  it('names the video to check, and nothing else', async () => {
    expect(await read(push())).toEqual({
      kind: 'hints',
      hints: [
        {
          platform: 'youtube',
          messageId: expect.stringMatching(/^[\w-]{43}\.0$/),
          channelId,
          occurredAt: new Date('2026-11-21T17:59:00.123Z'),
          snapshot: null,
          about: [videoId],
        },
      ],
    });
  });

  it('a repeated push is the same message; with another title it is a new one', async () => {
    const idOf = async (body: string) => {
      const reading = await read(push(body));
      return reading.kind === 'hints' ? reading.hints[0]?.messageId : undefined;
    };
    expect(await idOf(feed())).toBe(await idOf(feed()));
    expect(await idOf(feed())).not.toBe(await idOf(feed().replace('tongs', 'rings')));
  });

  it('of something deleted hints at its channel', async () => {
    expect(await read(push(feed(tombstone)))).toMatchObject({ hints: [{ channelId, about: [videoId] }] });
  });

  it('may have several entries; an odd one does not hide the others', async () => {
    const body = feed(`${entry('', 'too short')}${entry()}${entry('', 'AAAAAAAAAAA')}`);
    expect(await read(push(body))).toMatchObject({ hints: [{ about: [videoId] }, { about: ['AAAAAAAAAAA'] }] });
  });

  it.each([
    ['a title of 10,000 characters', feed(entry(`<media>${'x'.repeat(10_000)}</media>`))],
    ['marks that turn the writing', feed().replace('Pliers', '\u202E\u200Fsreilp')],
    ['NULs', feed().replace('Pliers', 'Pli\u0000ers')],
    ['half a pair', feed().replace('Pliers', 'Pli\uD800ers')],
    ['a title in raw text', feed().replace('Pliers &amp; tongs', '<![CDATA[<b>]] > & </entry>]]>')],
    ['comments', feed().replace('<entry>', '<!-- <entry> --><entry>')],
    ['@everyone and markdown', feed().replace('Pliers', '@everyone **[x](javascript:0)**')],
  ])('is understood with %s', async (_, body) => {
    expect(await read(push(body))).toMatchObject({ hints: [{ about: [videoId] }] });
  });

  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  it.each([
    ['empty', ''],
    ['NULs alone', '\u0000'.repeat(5_000)],
    ['no XML', '{"feed":[]}'],
    ['another document', '<html><body></body></html>'],
    ['a feed without entries', feed('')],
    ['an entity bomb', feed().replace('<feed', `${laughs}<feed`)],
    ['a file of ours', feed().replace('<feed', '<!DOCTYPE f SYSTEM "file:///etc/passwd"><feed')],
    ['tags that are not closed', feed().replace('</entry>', '')],
    ['tags in each other', `<feed>${'<a>'.repeat(100_000)}`],
    ['a tag without an end', `<feed ${'a'.repeat(200_000)}`],
    ['6,000 elements', feed('<a/>'.repeat(6_000))],
    ['2 MB', feed(entry(`<media>${'x'.repeat(2_000_000)}</media>`))],
    ['300 KB of which all but a feed is nothing', `${feed()}${' '.repeat(300_000)}`],
    ['a video that is none', feed(entry('', '../../../x'))],
    ['a time that is none', feed().replace(/<updated>.*<\/updated>/, '<updated>soon</updated>')],
    ['comments without an end', '<!--'.repeat(60_000)],
  ])('with a signature that says %s gives no hint, at once', async (_, body) => {
    const before = workedMs();
    expect(await read(push(body))).toEqual({ kind: 'ignored' });
    expect(workedMs() - before).toBeLessThan(1_000);
    expect(said).toEqual(['a push of YouTube has an unexpected form']);
  });
});

describe('a forged push gets the usual answer, and has no effect', () => {
  const genuine = push();
  const signature = sign(feed());
  const refused = { kind: 'refused', reason: 'it is not signed by the hub', isHidden: true };
  const withSignature = (text: string | undefined): Push => ({ ...genuine, headers: { 'x-hub-signature': text } });
  const hex = signature.slice('sha1='.length);

  it.each([
    ['without a signature', withSignature(undefined)],
    ['with an empty one', withSignature('')],
    ['with the name of one', withSignature('sha1=')],
    ['signed by a stranger', push(feed(), sign(feed(), 'another secret'))],
    ['signed with nothing', push(feed(), sign(feed(), ''))],
    ['with the algorithm in capitals', withSignature(`SHA1=${hex}`)],
    ['with the digits in capitals', withSignature(`sha1=${hex.toUpperCase()}`)],
    ['called another algorithm', withSignature(`sha256=${hex}`)],
    ['with another algorithm', withSignature(sign(feed(), secret, 'sha256'))],
    ['with MD5', withSignature(sign(feed(), secret, 'md5'))],
    ['with half a signature', withSignature(signature.slice(0, 25))],
    ['with one and a half', withSignature(`${signature}${hex.slice(0, 20)}`)],
    ['with two', withSignature(`${signature}, ${signature}`)],
    ['with a space before it', withSignature(` ${signature}`)],
    ['with the bare digits', withSignature(hex)],
    ['with a signature that is not hex', withSignature(`sha1=${'ÿ'.repeat(40)}`)],
    ['in base64', withSignature(`sha1=${Buffer.from(hex, 'hex').toString('base64')}`)],
    ['written again with other spaces', { ...genuine, body: Buffer.from(feed().replaceAll('><', '> <')) }],
    ['with other quotes', { ...genuine, body: Buffer.from(feed().replaceAll('"', "'")) }],
    ['with the mark of bytes before it', { ...genuine, body: Buffer.from(`\uFEFF${feed()}`) }],
    ['with a line more', { ...genuine, body: Buffer.from(`${feed()}\n`) }],
    ['packed', { ...genuine, body: gzipSync(genuine.body) }],
    ['in another encoding', { ...genuine, body: Buffer.from(feed(), 'utf16le') }],
    ['empty', { ...genuine, body: Buffer.alloc(0) }],
    ['of 2 MB', { ...genuine, body: Buffer.alloc(2_000_000, 'x') }],
    ['signed with the key of the API', push(feed(), sign(feed(), 'sim-youtube-key'))],
    ['that claims to be a handshake', { ...genuine, query: { 'hub.mode': 'subscribe' }, headers: {} }],
  ])('%s', async (_, forged) => {
    expect(await read(forged)).toEqual(refused);
  });

  it('whichever byte of the body or of the signature is flipped', async () => {
    const bytes = Buffer.from(hex, 'hex');
    const flips = asyncProperty(
      nat(genuine.body.length - 1),
      nat(bytes.length - 1),
      integer({ min: 1, max: 255 }),
      async (at, place, flip) => {
        const body = Buffer.from(genuine.body);
        body[at] = (body[at] as number) ^ flip;
        const other = Buffer.from(bytes);
        other[place] = (other[place] as number) ^ flip;
        expect(await read({ ...genuine, body })).toEqual(refused);
        expect(await read(withSignature(`sha1=${other.toString('hex')}`))).toEqual(refused);
      },
    );
    await check(flips, { numRuns: 100 });
  });
});

describe('the handshake of the hub', () => {
  const query = {
    token: tokenFor(secret, channelId),
    'hub.mode': 'subscribe',
    'hub.topic': topicOf(channelId),
    'hub.challenge': '12345678901234567890',
    'hub.lease_seconds': '432000',
  };
  const ask = (change: Record<string, string | undefined> = {}) =>
    read({ headers: {}, body: new Uint8Array(), query: { ...query, ...change } });

  it.each([topicOf(channelId), `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${channelId}`])(
    'is answered with its challenge for %s',
    async (topic) => {
      expect(await ask({ 'hub.topic': topic })).toEqual({ kind: 'challenge', text: '12345678901234567890' });
    },
  );

  it.each([
    ['for another channel', { 'hub.topic': topicOf('UCX6OQ3DkcsbYNE6H8uQQuVA') }],
    ['for a list', { 'hub.topic': `https://www.youtube.com/feeds/videos.xml?playlist_id=${channelId}` }],
    ['for somebody else’s site', { 'hub.topic': `https://evil.example/feeds/videos.xml?channel_id=${channelId}` }],
    ['for two channels', { 'hub.topic': `${topicOf(channelId)}&channel_id=x` }],
    ['for nothing', { 'hub.topic': undefined }],
    ['without our token', { token: undefined }],
    ['with a token of another secret', { token: tokenFor('another', channelId) }],
    ['that would end the subscription', { 'hub.mode': 'unsubscribe' }],
    ['of an unknown kind', { 'hub.mode': 'publish' }],
    ['without a challenge', { 'hub.challenge': '' }],
    ['with a page for a challenge', { 'hub.challenge': '<script> alert(1)</script>' }],
    ['with a challenge of 501 characters', { 'hub.challenge': 'x'.repeat(501) }],
  ])('%s is refused', async (_, change) => expect(await ask(change)).toMatchObject({ kind: 'refused' }));

  it('that denies a subscription is logged', async () => {
    expect(await ask({ 'hub.mode': 'denied', 'hub.reason': 'quota' })).toEqual({ kind: 'ignored' });
    expect(said).toEqual(['the hub of YouTube ended a lease']);
  });
});
