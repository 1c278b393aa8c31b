import { emptySettings, guildSettings, recordHomes } from '@tally/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, wantedIn } from './compare.ts';
import { counterpartsOf } from './counterparts.ts';
import { type Entry, entryOfStored, fileLists, things } from './entries.ts';
import { readFile, type SettingsFile } from './read-file.ts';
import { digestOf, writeFile } from './write-file.ts';

const here = '900000000000000001';
const [live, stars, fans] = ['910000000000000001', '910000000000000002', '920000000000000001'];
const naming = {
  serverId: here,
  channels: new Map([
    [live, { name: 'live', type: 'text', category: 'News' }],
    [stars, { name: 'stars', type: 'text', category: null }],
  ]),
  roles: new Map([[fans, { name: 'Fans' }]]),
  emojis: new Map([['930000000000000001', { name: 'pog', animated: true }]]),
};
const made = { by: 'tally 1', at: new Date('2026-11-29T12:00:00Z'), server: { id: here, name: 'Home' } };
const entry = (what: Entry['what'], fields: object) => entryOfStored(what, fields as never) as Entry;
const entries = [
  entry('starboards', { channelId: stars, emojiId: '930000000000000001', threshold: null, posts: 3 }),
  entry('messages', { type: 'welcome', content: `<@&${fans}> <#${live}> <a:pog:930000000000000001> <@&${here}>` }),
  entry('streamers', { platform: 'kick', streamerUserName: 'b', streamerId: '2', notificationChannelId: live }),
  entry('streamers', { platform: 'kick', streamerUserName: 'a', streamerId: '1', pingRoleId: here }),
  entry('giveawayManagerRoles', { giveawayManagerRoles: [fans] }),
];
const file = writeFile(entries, made, naming);
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readFile(bytes(text)) as SettingsFile;

describe('a file', () => {
  it('names channels, roles and emojis by references in the order of their first use', () => {
    const json = JSON.parse(file);
    expect(json.channels).toEqual([
      { ref: 'c1', name: 'live', type: 'text', category: 'News' },
      { ref: 'c2', name: 'stars', type: 'text', category: null },
    ]);
    expect(json.settings).toEqual({
      giveawayManagerRoles: ['r1'],
      messages: [{ type: 'welcome', content: '<@&r1> <#c1> <a:pog:e1> <@&everyone>' }],
    });
    expect(json.streamers.map(({ streamerUserName: name }: { streamerUserName: string }) => name)).toEqual(['a', 'b']);
    expect(json.starboards).toEqual([{ channelId: 'c2', emojiId: 'e1' }]);
    expect(json.made.ids).toEqual({ c1: live, c2: stars, r1: fans, e1: '930000000000000001' });
    expect(JSON.stringify({ ...json, made: null })).not.toMatch(/\d{15}/);
  });

  it('has the same bytes in any order of its records, and a digest that depends on nothing else', () => {
    const other = writeFile(entries.toReversed(), { ...made, at: new Date(0), by: 'tally 2' }, naming);
    expect(other.split('"digest"')[1]).toBe(file.split('"digest"')[1]);
    expect(file.endsWith('}\n')).toBe(true);
    expect(file).not.toContain('\r');
    expect(read(file).isIntact).toBe(true);
    expect(read(JSON.stringify(JSON.parse(file))).isIntact).toBe(true);
    expect(read(file.replace('"b"', '"c"')).isIntact).toBe(false);
    expect(digestOf(JSON.parse(file))).toBe(JSON.parse(file).digest);
  });

  it('reads back as the same entries in its own server', () => {
    const back = read(file);
    const names = new Map([...back.ids.keys()].map((ref) => [ref, ref]));
    const wanted = wantedIn(back, { serverId: here, ids: back.ids, names, isSame: true });
    expect(compare(entries, wanted)).toEqual({ same: entries.length, differences: [] });
  });
});

describe('a place', () => {
  const channel = (id: string, about: object = {}) =>
    ({ id, name: 'live', type: 'text', category: null, ...about }) as never;
  const role = (id: string, name: string, about: object = {}) => ({ id, name, reasons: [], ...about }) as never;
  const places = {
    channels: [{ ref: 'c1', name: 'live', type: 'text', category: 'News' }],
    roles: [{ ref: 'r1', name: 'Fans' }],
    emojis: [{ ref: 'e1', name: 'pog', animated: true }],
    ids: new Map([['c1', '11111']]),
  };
  const find = (discord: object, isSame = false, chosen = {}) =>
    Object.fromEntries(counterpartsOf(places, { isSame, discord, chosen }));

  it('is found by id at home, and elsewhere by name, type and category', () => {
    const channels = [channel('11111', { name: 'renamed' }), channel('22222', { category: 'News' }), channel('33333')];
    expect(find({ channels }, true)).toMatchObject({ c1: '11111' });
    expect(find({ channels })).toEqual({ c1: '22222' });
    expect(find({ channels: [channel('33333')] })).toEqual({ c1: '33333' });
    expect(find({ channels: [channel('33333'), channel('44444')] })).toEqual({});
    expect(find({ channels: [channel('33333', { type: 'category' })] })).toEqual({});
  });

  it('uses a person’s choice, if it exists in this server', () => {
    const channels = [channel('33333'), channel('44444', { name: 'other' })];
    expect(find({ channels }, false, { c1: '44444' })).toEqual({ c1: '44444' });
    expect(find({ channels }, false, { c1: '99999' })).toEqual({ c1: '33333' });
    expect(find({ channels }, false, { c1: null })).toEqual({});
  });

  it('is never a role that is managed or above the bot, nor one of two with the same name', () => {
    expect(find({ roles: [role('55555', 'Fans'), role('66666', 'fans')] })).toEqual({ r1: '55555' });
    expect(find({ roles: [role('55555', 'Fans', { managed: true })] })).toEqual({});
    expect(find({ roles: [role('55555', 'Fans', { reasons: ['position'] })] })).toEqual({});
    expect(find({ roles: [role('55555', 'Fans'), role('66666', 'Fans')] })).toEqual({});
    const chosen = { r1: '55555' };
    expect(find({ roles: [role('55555', 'Other', { managed: true })] }, false, chosen)).toEqual({});
  });
});

describe('entries without a counterpart', () => {
  const wanted = (content: object, ids: Record<string, string> = {}) => {
    const names = new Map([
      ['c1', 'live'],
      ['r1', '@everyone'],
      ['e1', 'pog'],
    ]);
    const all = { format: 'tally-settings', version: 1, ...content };
    const context = { serverId: here, ids: new Map(Object.entries(ids)), names, isSame: false };
    return wantedIn(read(JSON.stringify(all)), context);
  };

  it('is a plain name in texts, which pings no one', () => {
    const content = '<#c1> <@&r1> <:pog:e1> <@&r7> <@&everyone>';
    const [message] = wanted({ settings: { messages: [{ type: 'welcome', content }] } });
    expect(message?.fields).toEqual({ type: 'welcome', content: `#live everyone :pog: <@&r7> <@&${here}>` });
  });

  it('empties the field, leaves the part that needs it, or leaves the record', () => {
    const streamer = {
      platform: 'kick',
      streamerUserName: 'a',
      streamerId: '1',
      notificationChannelId: 'c1',
      giftedSubRoles: [
        { roleId: 'r1', giftedSubs: 1 },
        { roleId: 'r2', giftedSubs: 5 },
      ],
      usersForLiveRole: ['940000000000000001'],
    };
    const boards = [{ channelId: 'c1' }, { channelId: live }];
    const [first, ...others] = wanted({ streamers: [streamer], starboards: boards }, { r2: fans });
    expect(first).toMatchObject({ reason: null, lost: ['#live', '@@everyone', '940000000000000001'] });
    expect(first?.fields).toMatchObject({ giftedSubRoles: [{ roleId: fans, giftedSubs: 5 }] });
    expect(Object.keys(first?.fields ?? {})).not.toContain('notificationChannelId');
    expect(others.map(({ reason }) => reason)).toEqual(['noPlace', 'noPlace']);
  });
});

it('every record of a server is in the file', () => {
  expect(things).toEqual([...guildSettings, ...fileLists]);
  expect(fileLists).toEqual(expect.arrayContaining([...recordHomes]));
  const single = guildSettings.filter((what) => !Array.isArray(emptySettings[what]));
  const written = single.filter((what) => entryOfStored(what, { [what]: emptySettings[what] }) !== 'empty');
  expect(written).toEqual([]);
});

/** Cuts, duplicates, swaps or replaces parts of a valid file. */
const mutated = fc
  .array(
    fc.record({
      at: fc.nat(file.length),
      cut: fc.nat(40),
      put: fc.oneof(
        fc.constantFrom(
          '"',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          'null',
          '-1',
          '1e999',
          '\\u0000',
          '\ud800',
          '\u202e',
          'c1',
          '[]',
        ),
        fc.constantFrom('<@&r1>', '<#c9>', 'everyone', '"__proto__":', 'twit\u0441h.tv', '=cmd', 'javascript:', '{}'),
        fc.string({ maxLength: 8 }),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((changes) => changes.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), file));

/** The file stays readable even if a whole value is replaced by one of another type. */
const replaced = fc.tuple(fc.nat(400), fc.jsonValue({ maxDepth: 3 })).map(([place, value]) => {
  let count = 0;
  return JSON.stringify(JSON.parse(file), (key, each: unknown) => {
    count += 1;
    return count === place && key !== 'format' && key !== 'version' ? value : each;
  });
});

it('broken files are read or refused, and none breaks the reader', () => {
  let readable = 0;
  fc.assert(
    fc.property(fc.oneof(mutated, replaced), (text) => {
      const broken = readFile(bytes(text));
      if (typeof broken === 'string') return;
      readable += 1;
      const ids = counterpartsOf(broken, { isSame: false, discord: {}, chosen: {} });
      const names = new Map(broken.channels.map(({ ref, name }) => [ref, name ?? ref]));
      compare(entries, wantedIn(broken, { serverId: here, ids, names, isSame: true }));
    }),
    { numRuns: 2_000, seed: 480 },
  );
  expect(readable).toBeGreaterThan(600);
});
