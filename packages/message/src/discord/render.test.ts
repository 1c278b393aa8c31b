import { defaultLocale, GuildMessageBody, languages, placeholdersFor, sampleValues } from '@tally/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Placeholder, Values } from '../template/index.ts';
import {
  countMessage,
  embedLength,
  findProblems,
  discordLimits as limits,
  type MessageTemplate,
  maxButtons,
  parseColor,
  parseEmoji,
  type RenderInput,
  type Rendering,
  renderMessage,
} from './index.ts';

const placeholders: readonly Placeholder[] = placeholdersFor('twitchLive');
const values: Values = {
  streamer: 'Ada',
  title: 'Day 3',
  url: 'https://t.example/ada',
  thumbnail: 'https://t.example/a.png',
};
const render = (template: MessageTemplate, more: Partial<RenderInput> = {}): Rendering =>
  renderMessage({ template, placeholders, values, locale: 'en-US', ...more });

describe('a message', () => {
  test('fills every part and puts it where Discord expects it', () => {
    const { payload, identity, cut, dropped } = render({
      content: '**{streamer}** is live',
      embed: {
        title: '{title}',
        description: 'Watch',
        url: '{url}',
        color: '#9146ff',
        author: '{streamer}',
        authorIcon: '{thumbnail}',
        footer: 'Tally',
        footerIcon: null,
        image: '{thumbnail}',
        thumbnail: null,
        fields: [
          { name: 'Game', value: '{title}', inline: true },
          { name: '', value: null, inline: null },
          { name: 'Spacer', value: null, inline: null },
        ],
      },
      buttons: [{ title: 'Watch {streamer}', url: '{url}', emojiUnicodeOrId: '🔴' }],
      webhook: { enabled: true, username: '{streamer} fans', avatarUrl: '{thumbnail}' },
    });
    expect(payload).toEqual({
      content: '**Ada** is live',
      embeds: [
        {
          title: 'Day 3',
          description: 'Watch',
          url: 'https://t.example/ada',
          color: 0x9146ff,
          author: { name: 'Ada', icon_url: 'https://t.example/a.png' },
          footer: { text: 'Tally' },
          image: { url: 'https://t.example/a.png' },
          fields: [
            { name: 'Game', value: 'Day 3', inline: true },
            { name: 'Spacer', value: '\u200b', inline: false },
          ],
        },
      ],
      components: [
        {
          type: 1,
          components: [{ type: 2, style: 5, url: 'https://t.example/ada', label: 'Watch Ada', emoji: { name: '🔴' } }],
        },
      ],
      allowed_mentions: { parse: [], roles: [], users: [] },
    });
    expect(identity).toEqual({ username: 'Ada fans', avatarUrl: 'https://t.example/a.png' });
    expect({ cut, dropped }).toEqual({ cut: [], dropped: [] });
  });

  test('the bodies of the contract are templates', () => {
    const body = GuildMessageBody.parse({ type: 'twitchLive', content: 'Hi {streamer}', buttons: [] });
    expect(render(body).payload?.content).toBe('Hi Ada');
  });

  test.each<[string, MessageTemplate]>([
    ['nothing', {}],
    ['blanks', { content: ' \n ', embed: { description: '', fields: [] } }],
    ['an empty value', { content: '{category}' }],
    ['a bad picture alone', { embed: { image: 'nonsense' } }],
    ['buttons alone', { buttons: [{ title: 'a', url: 'https://a.example' }] }],
  ])('%s is no message', (_name, template) => {
    expect(render(template).payload).toBeNull();
  });

  test('leaves out an invalid address, and reports it', () => {
    const { payload, dropped } = render({
      content: 'x',
      embed: { description: 'd', url: 'javascript:alert(1)', image: '{category}', thumbnail: 'attachment://card.png' },
      buttons: [
        { title: 'no', url: 'ftp://a.example' },
        { title: 'long', url: `https://a.example/${'a'.repeat(limits.buttonUrl)}` },
        { title: '', url: 'https://a.example', emojiUnicodeOrId: 'nonsense' },
      ],
    });
    expect(payload?.embeds).toEqual([{ description: 'd', thumbnail: { url: 'attachment://card.png' } }]);
    expect(payload?.components).toBeUndefined();
    expect(dropped).toEqual(['embed.url', 'buttons.0', 'buttons.1', 'buttons.2.emojiUnicodeOrId', 'buttons.2']);
  });

  test('does not send a name that Discord forbids', () => {
    const webhook = { enabled: true, username: 'Discord team', avatarUrl: null };
    expect(render({ content: 'x', webhook })).toMatchObject({ identity: null, dropped: ['webhook.username'] });
    expect(render({ content: 'x', webhook: { ...webhook, enabled: false } }).dropped).toEqual([]);
  });

  test('our own buttons always find room', () => {
    const buttons = Array.from({ length: 30 }, (_, n) => ({ title: `b${n}`, url: 'https://a.example' }));
    const actions = [{ type: 2, style: 2, custom_id: 'notify', label: 'Notify me' } as const];
    const rows = render({ content: 'x', buttons }, { actions }).payload?.components ?? [];
    expect(rows.map((row) => row.components.length)).toEqual([5, 5, 5, 5, 5]);
    expect(rows.at(-1)?.components.at(-1)).toMatchObject({ custom_id: 'notify' });
  });
});

describe('pings', () => {
  test('exactly the listed ones, and the mention is put in front when the text lacks it', () => {
    const { payload } = render({ content: 'Hi @everyone <@&5> <@6>' }, { ping: { roles: ['7', '7'] } });
    expect(payload?.content).toBe('<@&7> Hi @everyone <@&5> <@6>');
    expect(payload?.allowed_mentions).toEqual({ parse: [], roles: ['7'], users: [] });
  });

  test('does not repeat a mention that is already in the text', () => {
    expect(render({ content: 'Hey <@&7>!' }, { ping: { roles: ['7'] } }).payload?.content).toBe('Hey <@&7>!');
    expect(
      render({ content: '{ping} Hey' }, { ping: { roles: ['7'] }, values: { ping: '<@&7>' } }).payload?.content,
    ).toBe('<@&7> Hey');
  });

  test('everybody, only when asked for', () => {
    expect(render({ content: 'x' }, { ping: { everyone: 'here' } }).payload).toEqual({
      content: '@here x',
      allowed_mentions: { parse: ['everyone'], roles: [], users: [] },
    });
  });

  test('a test message looks the same and pings no one', () => {
    const { payload } = render({ content: 'x' }, { ping: { roles: ['7'], everyone: 'everyone', isSilent: true } });
    expect(payload).toEqual({ content: '@everyone <@&7> x', allowed_mentions: { parse: [], roles: [], users: [] } });
  });

  test('a stream’s title never pings anyone', () => {
    const { payload } = render({ content: '{title}' }, { values: { title: '@everyone <@&7> @here' } });
    expect(payload?.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(payload?.content).not.toMatch(/@everyone|@here|(?<!\\)<@&7>/);
  });

  test('a card alone gets the ping as its text', () => {
    expect(render({ embed: { description: 'd' } }, { ping: { roles: ['7'] } }).payload?.content).toBe('<@&7>');
  });

  test('come first where they would be cut off at the end', () => {
    const template = { content: `${'x'.repeat(1985)} <@&123456789012345678>` };
    const { payload, cut } = render(template, { ping: { roles: ['123456789012345678'] } });
    expect(payload?.content).toMatch(/^<@&123456789012345678> x+…$/);
    expect([payload?.content?.length, cut]).toEqual([limits.content, ['content']]);
  });
});

const long = 'word '.repeat(2000);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '{title}',
    '{streamer} {title}',
    '{description}',
    '{url}',
    '{unknown}',
    long,
    long.slice(0, 5000),
    '',
    ' ',
    '👩‍👩‍👧'.repeat(500),
  ),
);
const maybe = fc.option(anyText);
const anyTemplate: fc.Arbitrary<MessageTemplate> = fc.record({
  content: maybe,
  embed: fc.option(
    fc.record({
      title: maybe,
      description: anyText,
      url: maybe,
      color: maybe,
      author: maybe,
      authorIcon: maybe,
      footer: maybe,
      footerIcon: maybe,
      image: maybe,
      thumbnail: maybe,
      fields: fc.array(fc.record({ name: anyText, value: maybe, inline: fc.option(fc.boolean()) }), { maxLength: 30 }),
    }),
  ),
  buttons: fc.array(fc.record({ title: anyText, url: maybe, emojiUnicodeOrId: maybe }), { maxLength: 30 }),
  webhook: fc.option(fc.record({ enabled: fc.boolean(), username: maybe, avatarUrl: maybe })),
});
const anyValues = fc.record({ title: anyText, streamer: anyText, description: anyText, url: anyText });

describe('limits', () => {
  test('property: respects Discord’s limits for any template and values', () => {
    fc.assert(
      fc.property(anyTemplate, anyValues, (template, given) => {
        const { payload, identity } = render(template, { values: given, ping: { roles: ['123456789012345678'] } });
        expect(brokenLimits(payload)).toEqual([]);
        expect(identity?.username?.length ?? 1).toBeLessThanOrEqual(limits.webhookName);
        expect(JSON.stringify(payload).isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a long title of a stream is cut, and the rest of the message stays', () => {
    const { payload, cut } = render({ content: 'Live: {title}!' }, { values: { title: 'a'.repeat(5000) } });
    expect(payload?.content).toHaveLength(limits.content);
    expect(payload?.content).toMatch(/^Live: a+…!$/);
    expect(cut).toEqual(['content']);
  });

  test('when only the sum is too large, the longest text gives way', () => {
    const fields = Array.from({ length: 5 }, () => ({ name: 'n', value: 'v'.repeat(1000), inline: false }));
    const { payload } = render(
      { embed: { title: 'T', description: '{description}', fields } },
      { values: { description: 'd'.repeat(4000) } },
    );
    const embed = payload?.embeds?.[0];
    expect(embed && embedLength(embed)).toBeLessThanOrEqual(limits.embedTotal);
    expect(embed?.title).toBe('T');
    expect(embed?.fields?.every((field) => field.value.length >= 900)).toBe(true);
  });
});

/** Lists everything for which Discord would refuse the message. */
function brokenLimits(payload: Rendering['payload']): string[] {
  if (!payload) return [];
  const rows = payload.components ?? [];
  const labels = rows.flatMap((row) => row.components.map((button) => button.label ?? 'x'));
  const checks: [string, boolean][] = [
    ['something', Boolean(payload.content?.trim() || payload.embeds?.length)],
    ['content', (payload.content ?? '').length <= limits.content],
    [
      'rows',
      rows.length <= limits.rows &&
        rows.every((row) => row.components.length >= 1 && row.components.length <= limits.buttonsPerRow),
    ],
    ['labels', labels.every((label) => label.length >= 1 && label.length <= limits.buttonLabel)],
    ...(payload.embeds ?? []).flatMap((embed): [string, boolean][] => [
      ['title', (embed.title ?? '').length <= limits.title],
      ['description', (embed.description ?? '').length <= limits.description],
      ['author', (embed.author?.name ?? '').length <= limits.author],
      ['footer', (embed.footer?.text ?? '').length <= limits.footer],
      ['fields', (embed.fields ?? []).length <= limits.fields],
      ['field names', (embed.fields ?? []).every(({ name }) => name.length >= 1 && name.length <= limits.fieldName)],
      [
        'field values',
        (embed.fields ?? []).every(({ value }) => value.length >= 1 && value.length <= limits.fieldValue),
      ],
      ['total', embedLength(embed) <= limits.embedTotal],
      ['links', [embed.url, embed.image?.url, embed.thumbnail?.url].every((url) => (url ?? '').length <= limits.url)],
      ['color', embed.color === undefined || (embed.color >= 0 && embed.color <= 0xffffff)],
    ]),
  ];
  return checks.filter(([, holds]) => !holds).map(([name]) => name);
}

describe('problems on save', () => {
  const codes = (template: MessageTemplate): string[] =>
    findProblems(template, placeholders).map(({ code, path }) => (path ? `${code} ${path}` : code));

  test.each<[string, MessageTemplate, string[]]>([
    ['all is well', { content: '{streamer}', embed: { color: '{platform_color}', image: '{thumbnail}' } }, []],
    ['an empty message', { buttons: [{ title: 'a', url: 'https://a.example' }] }, ['emptyMessage']],
    ['a message of marks that nobody sees', { content: '\u200b \u2060', embed: { title: '\u200e' } }, ['emptyMessage']],
    ['a wrong name', { content: '{streamr}' }, ['unknownPlaceholderMeant content']],
    ['a strange name', { content: '{qqqqqqqq}' }, ['unknownPlaceholder content']],
    ['too long by itself', { content: 'a'.repeat(2001) }, ['tooLong content']],
    [
      'too long together',
      { embed: { description: 'a'.repeat(4096), footer: 'b'.repeat(2000) } },
      ['tooLongTogether embed'],
    ],
    ['a bad link', { content: 'x', embed: { image: 'a.png' } }, ['badLink embed.image']],
    ['a link with a placeholder', { content: 'x', embed: { image: 'https://a.example/{username}.png' } }, []],
    ['a bad colour', { content: 'x', embed: { description: 'd', color: 'reddish' } }, ['badColor embed.color']],
    [
      'an empty field',
      { content: 'x', embed: { fields: [{ name: ' ', value: null }] } },
      ['emptyField embed.fields.0'],
    ],
    [
      'bad buttons',
      {
        content: 'x',
        buttons: [
          { title: '', url: null },
          { title: 'a', url: 'a', emojiUnicodeOrId: 'b' },
        ],
      },
      [
        'badLink buttons.1.url',
        'emptyButton buttons.0',
        'buttonWithoutLink buttons.0.url',
        'badEmoji buttons.1.emojiUnicodeOrId',
      ],
    ],
    [
      'a forbidden name',
      { content: 'x', webhook: { enabled: true, username: 'Clyde' } },
      ['forbiddenName webhook.username'],
    ],
    [
      'too many of everything',
      {
        content: 'x',
        embed: { fields: Array.from({ length: 26 }, () => ({ name: 'a', value: 'b' })) },
        buttons: Array.from({ length: maxButtons + 1 }, () => ({ title: 'a', url: 'https://a.example' })),
      },
      ['tooManyFields embed.fields', 'tooManyButtons buttons'],
    ],
  ])('%s', (_name, template, expected) => {
    expect(codes(template)).toEqual(expected);
  });

  test('each one has its sentence, and its place in the text', () => {
    const [found] = findProblems({ content: 'Hi {streamr}' }, placeholders);
    expect(found).toMatchObject({ range: { start: 3, end: 12 }, values: { didYouMean: 'streamer' } });
    const english = languages.find((language) => language.value === defaultLocale)?.texts.messageEditor;
    expect(english).toHaveProperty('unknownPlaceholderMeant');
  });

  test('property: a text that is cut without any values was announced as a problem', () => {
    fc.assert(
      fc.property(anyTemplate, (template) => {
        const { cut } = render(template, { values: {} });
        const isAnnounced = codes(template).some((code) => code.startsWith('tooLong'));
        expect(cut.length === 0 || isAnnounced).toBe(true);
      }),
    );
  });
});

test('counters count the filled text', () => {
  const template = { content: '{streamer}!', embed: { title: '{title}', description: 'abc' } };
  expect(countMessage({ template, placeholders, values })).toEqual([
    { path: 'content', length: 4, limit: 2000 },
    { path: 'embed.title', length: 5, limit: 256 },
    { path: 'embed.description', length: 3, limit: 4096 },
    { path: 'embed', length: 8, limit: 6000 },
  ]);
  expect(countMessage({ template, placeholders, values: sampleValues('twitchLive') })[0]?.length).toBe(
    'Ada Plays!'.length,
  );
});

test.each([
  ['#ff0000', 0xff0000],
  ['f00f00', 0xf00f00],
  ['#F00', 0xff0000],
  ['0x00ff00', 0x00ff00],
  ['16711680', 0xff0000],
  ['99999999', null],
  ['red', null],
])('the colour %s', (text, color) => {
  expect(parseColor(text)).toBe(color);
});

test.each([
  ['🔴', { name: '🔴' }],
  ['❤', { name: '❤' }],
  ['👩‍👩‍👧', { name: '👩‍👩‍👧' }],
  ['🇳🇴', { name: '🇳🇴' }],
  ['1️⃣', { name: '1️⃣' }],
  ['👍🏽', { name: '👍🏽' }],
  ['🔴🔴', null],
  ['🇳🇴🇸🇪', null],
  ['123456789012345678', { id: '123456789012345678' }],
  ['<:pog:123456>', { id: '123456', name: 'pog' }],
  ['<a:pog:123456>', { id: '123456', name: 'pog', animated: true }],
  ['a:pog:123456', { id: '123456', name: 'pog', animated: true }],
  ['abc', null],
  ['😀😀', null],
  ['⚔️🔥', null],
  ['', null],
])('the emoji %s', (text, emoji) => {
  expect(parseEmoji(text)).toEqual(emoji);
});
