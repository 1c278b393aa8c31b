import { describe, expect, test } from 'vitest';
import { addressOf, parseMediaLink } from './parse-link.ts';

const id = 'dQw4w9WgXcQ';
const tiktok = '7158497794536377605';
const youtube = { provider: 'youtube', kind: 'youtube', videoId: id };
const short = { provider: 'youtube', kind: 'shorts', videoId: id };

describe('links to one video', () => {
  test.each([
    [`https://www.youtube.com/watch?v=${id}`, youtube],
    [`https://youtube.com/watch?v=${id}&t=90s&list=PL123&start=5&si=abc`, youtube],
    [`https://m.youtube.com/watch?list=PL1&v=${id}`, youtube],
    [`https://music.youtube.com/watch?v=${id}`, youtube],
    [`https://youtu.be/${id}?si=x&t=5`, youtube],
    [`https://youtu.be/${id}/`, youtube],
    [`https://www.youtube.com/shorts/${id}?feature=share`, short],
    [`https://youtube.com/live/${id}`, youtube],
    [`https://www.youtube-nocookie.com/embed/${id}?start=40`, youtube],
    [`https://youtube-nocookie.com/embed/${id}`, youtube],
    [`HTTPS://YouTube.com/watch?v=${id}`, youtube],
    [`youtube.com/watch?v=${id}`, youtube],
    [`youtu.be/${id}`, youtube],
    [`<https://youtu.be/${id}>`, youtube],
    [`(https://youtu.be/${id}).`, youtube],
    [`please https://youtu.be/${id} thanks`, youtube],
    [`\u200ehttps://youtu.be/${id}\u200b`, youtube],
    [
      `https://www.tiktok.com/@ada.love/video/${tiktok}?_r=1`,
      { provider: 'tiktok', kind: 'tiktok', videoId: tiktok, handle: 'ada.love' },
    ],
    [`https://tiktok.com/@/video/${tiktok}`, { provider: 'tiktok', kind: 'tiktok', videoId: tiktok }],
  ])('%s', (text, link) => expect(parseMediaLink(text)).toEqual(link));

  test.each([
    ['https://vm.tiktok.com/ZMRjsP94a/?k=1', 'https://vm.tiktok.com/ZMRjsP94a/'],
    ['https://vt.tiktok.com/ZSPDEaEjt', 'https://vt.tiktok.com/ZSPDEaEjt/'],
    ['https://www.tiktok.com/t/ZTRvGPGkr/#x', 'https://www.tiktok.com/t/ZTRvGPGkr/'],
    ['https://tiktok.com/t/ZTRvGPGkr', 'https://www.tiktok.com/t/ZTRvGPGkr/'],
  ])('%s is short for another one', (text, address) =>
    expect(parseMediaLink(text)).toEqual({ short: new URL(address), provider: 'tiktok' }),
  );

  test('lead to pages that are rebuilt from their parts', () => {
    expect(addressOf({ provider: 'youtube', kind: 'youtube', videoId: id })).toBe(
      `https://www.youtube.com/watch?v=${id}`,
    );
    expect(addressOf({ provider: 'youtube', kind: 'shorts', videoId: id })).toBe(
      `https://www.youtube.com/shorts/${id}`,
    );
    expect(addressOf({ provider: 'tiktok', kind: 'tiktok', videoId: tiktok })).toBe(
      `https://www.tiktok.com/@_/video/${tiktok}`,
    );
    expect(addressOf({ provider: 'tiktok', kind: 'tiktok', videoId: tiktok, handle: 'Ada / Love' })).toBe(
      `https://www.tiktok.com/@_/video/${tiktok}`,
    );
  });
});

describe('words', () => {
  test.each([
    ['never gonna give you up', 'never gonna give you up'],
    ['  Re:Zero   opening\n2 ', 'Re:Zero opening 2'],
    ['Mr. Brightside', 'Mr Brightside'],
    ['AC/DC back in black', 'AC/DC back in black'],
    ['فيروز نسم علينا الهوى', 'فيروز نسم علينا الهوى'],
    [id, id],
  ])('%s', (text, words) => expect(parseMediaLink(text)).toEqual({ words }));
});

describe('refused links, with reasons', () => {
  test.each([
    ['', 'notALink'],
    ['   ', 'notALink'],
    ['x'.repeat(101), 'notALink'],
    [`https://youtu.be/${id}?${'x'.repeat(2_000)}`, 'notALink'],
    ['javascript:alert(1)', 'notALink'],
    [`javascript://www.youtube.com/watch?v=${id}`, 'notALink'],
    ['data:text/html,hello', 'notALink'],
    [`http://www.youtube.com/watch?v=${id}`, 'notALink'],
    [`ftp://youtube.com/watch?v=${id}`, 'notALink'],
    ['//youtube.com@evil', 'notALink'],
    [`https://youtube.com@evil.com/watch?v=${id}`, 'notAllowedSite'],
    [`https://user:pw@youtube.com/watch?v=${id}`, 'notAllowedSite'],
    [`https://youtube.com:8443/watch?v=${id}`, 'notAllowedSite'],
    [`https://youtube.com.evil/watch?v=${id}`, 'notAllowedSite'],
    [`https://youtube.com./watch?v=${id}`, 'notAllowedSite'],
    [`https://evil.com/youtube.com/watch?v=${id}`, 'notAllowedSite'],
    [`https://evilyoutube.com/watch?v=${id}`, 'notAllowedSite'],
    [`https://www.youtube.com.evil.com/watch?v=${id}`, 'notAllowedSite'],
    // This host contains a Cyrillic "o".
    [`https://y\u043eutube.com/watch?v=${id}`, 'notAllowedSite'],
    ['https://127.0.0.1/', 'notAllowedSite'],
    ['https://[::1]/watch', 'notAllowedSite'],
    ['https://youtu.be/dQw4w9WgXc', 'notALink'],
    ['https://youtu.be/dQw4w9WgXcQQ', 'notALink'],
    [`https://youtu.be/${id}https://youtu.be/${id}`, 'notALink'],
    ['https://www.youtube.com/watch', 'notALink'],
    ['https://www.youtube.com/watch?v=', 'notALink'],
    [`https://www.youtube.com/watch?v=${id}&v=aaaaaaaaaaa`, 'twoLinks'],
    ['https://www.youtube.com/playlist?list=PL123', 'notALink'],
    ['https://www.youtube.com/@channel', 'notALink'],
    ['https://www.youtube.com/channel/UCBJycsmduvYEL83R_U4JriQ', 'notALink'],
    [`https://www.youtube.com/redirect?q=https://evil.com/${id}`, 'notALink'],
    [`https://www.youtube.com/embed/${id}/more`, 'notALink'],
    [`https://www.youtube.com/embed/%2e%2e/${id}`, 'notALink'],
    ['https://www.tiktok.com/@ada', 'notALink'],
    ['https://www.tiktok.com/@ada/video/123', 'notALink'],
    [`https://www.tiktok.com/@ada/photo/${tiktok}`, 'notALink'],
    [`https://www.tiktok.com/@ada/video/${tiktok}0`.padEnd(80, '0'), 'notALink'],
    ['https://www.tiktok.com/link/v2?target=evil.com', 'notALink'],
    ['https://vm.tiktok.com/a/b', 'notALink'],
    ['https://vm.tiktok.com/', 'notALink'],
    ['https://vm.tiktok.com.evil/ZMRjsP94a', 'notAllowedSite'],
    [`https://youtu.be/${id} https://youtu.be/aaaaaaaaaaa`, 'twoLinks'],
    [`https://youtu.be/${id} javascript:alert(1)`, 'twoLinks'],
    ['https://', 'notALink'],
    ['https://\u0000', 'notALink'],
  ])('%s: %s', (text, reason) => expect(parseMediaLink(text)).toEqual({ refused: reason }));
});
