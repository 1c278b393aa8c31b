import { UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { ID, inPage, livePage, off, open, ROOM, reason, roomCall, START, WAF } from './__fixtures__/outside.ts';
import { tiktok } from './index.ts';

describe('a name', () => {
  it.each([
    ['@Lena.Bakes', 'lena.bakes'],
    ['https://www.tiktok.com/@lena.bakes/live?lang=en', 'lena.bakes'],
    ['tiktok.com/@ada', 'ada'],
    ['https://m.tiktok.com/@ada/video/7331', 'ada'],
    ['a', null],
    ['two words', null],
    ['ends.', null],
    ['https://vm.tiktok.com/ZSe4FqkKd', 'short/vm.tiktok.com/ZSe4FqkKd'],
    ['tiktok.com/t/ZTx9_ab/?k=1', 'short/tiktok.com/t/ZTx9_ab'],
    ['https://vm.tiktok.com.evil.example/ZSe4FqkKd', null],
    ['https://vm.tiktok.com/../../etc', null],
    ['https://vt.tiktok.com/@ada', null],
    ['https://kick.com/ada', null],
    ['../../etc', null],
    ['日本語', null],
    ['x'.repeat(25), null],
  ])('%s is %s', (text, name) => expect(tiktok.channelNameIn(text)).toBe(name));
});

describe('live channels', () => {
  it('is read out of the page', async () => {
    const { ask, calls } = open({ '/@ada/live': livePage() });
    expect(await ask()).toMatchObject({
      snapshot: {
        state: 'live',
        channelId: ID,
        streamId: ROOM,
        startedAt: START,
        url: 'https://www.tiktok.com/@ada/live',
        details: { title: 'Hello', viewers: 34, thumbnailUrl: 'https://cdn.example/x.png', category: null },
      },
      name: { name: 'ada', displayName: 'Ada' },
    });
    expect(calls[0]).toBe('/@ada/live');
  });

  it('is offline if the page says so, and for creators who never streamed', async () => {
    expect(reason(await open({ '/@ada/live': livePage(off) }).ask())).toBe('offline');
    const never = livePage({
      user: { roomId: '', status: 4 },
      room: { title: '', startTime: 0, status: 4, coverUrl: '' },
    });
    expect(reason(await open({ '/@ada/live': never }).ask())).toBe('offline');
  });

  it.each([
    ['a challenge', WAF, /challenge page/],
    ['a captcha', '<html><h1>Verify to continue</h1>', /challenge page/],
    ['no tag', '<html><div id="app"></div></html>', /without data/],
    ['an empty page', '', /empty page/],
    ['another layout', inPage('SIGI_STATE', { Live: {} }), /unexpected answer/],
    ['half a page', livePage().slice(0, 200), /without data/],
    ['broken JSON', '<script id="SIGI_STATE">{"LiveRoom":</script>', /unexpected answer/],
    ['5xx', { status: 503 }, /503/],
    ['a limit', { status: 429 }, /429/],
    ['a refusal', { status: 403 }, /403/],
    ['another country', { status: 302 }, /redirected/],
    [
      'silence',
      () => new UpstreamError({ world: 'tiktok', kind: 'down', message: 'no answer within 8000 ms' }),
      /no answer/,
    ],
    ['a state that nobody knows', livePage({ room: { status: 7 } }), /state 7/],
    ['no state', livePage({ room: { status: null }, user: { status: null } }), /state none/],
    ['live without a room', livePage({ user: { roomId: '' } }), /without an id/],
    ['a private account', livePage({ ...off, user: { secret: true } }), /private/],
  ])('is unknown after %s', async (_, page, words) => {
    const { ask } = open({ '/@ada/live': page, '/api-live/': { status: 500 } });
    const answer = await ask();
    expect(answer.snapshot.state).toBe('unknown');
    expect(reason(answer)).toMatch(words);
  });

  it.each([
    ['an empty answer', ''],
    ['a captcha', { code: '10000', type: 'verify' }],
    ['a number', { statusCode: 10_231 }],
    ['nothing in it', {}],
    ['another layout', { payload: 1 }],
    ['HTML', '<html>'],
    ['a list', []],
    ['null', 'null'],
  ])('is unknown after a call with %s', async (_, body) => {
    const answer = await open({ '/@ada/live': WAF, '/api-live/': body }).ask();
    expect(answer.snapshot.state).toBe('unknown');
  });

  it('uses the other way if the page fails', async () => {
    const { ask, calls } = open({ '/@ada/live': WAF, '/api-live/': roomCall() });
    expect((await ask()).snapshot).toMatchObject({ state: 'live', streamId: ROOM });
    expect(calls.slice(0, 2)).toEqual(['/@ada/live', '/api-live/user/room/']);
  });

  it('a title with the words of a challenge blocks nothing', async () => {
    const title = 'slardar_us_waf _wafchallengeid Verify to continue';
    expect((await open({ '/@ada/live': livePage({ room: { title } }) }).ask()).snapshot).toMatchObject({
      details: { title },
    });
  });

  it.each([
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(300)],
    ['NULs and half characters', 'a\0b\ud800c', 'ab\ufffdc'],
    ['a character that would be cut in half', `${'x'.repeat(299)}🏗️`, 'x'.repeat(299)],
    ['a closing tag', '</script>', '</script>'],
    ['right to left', '\u202eabc مرحبا', '\u202eabc مرحبا'],
    ['only spaces', '   ', null],
  ])('a title of %s is accepted', async (_, title, shown) => {
    expect((await open({ '/@ada/live': livePage({ room: { title } }) }).ask()).snapshot).toMatchObject({
      details: { title: shown },
    });
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//x', `https://x.test/${'a'.repeat(3_000)}`, ''])(
    'ignores a picture at %j',
    async (coverUrl) => {
      const { snapshot } = await open({ '/@ada/live': livePage({ room: { coverUrl } }) }).ask();
      expect(snapshot).toMatchObject({ state: 'live', details: { thumbnailUrl: null } });
    },
  );
});
