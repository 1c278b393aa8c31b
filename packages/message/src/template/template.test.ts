import { workedMs } from '@tally/tests/effort';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type Inline, parseMarkdown, plainText } from '../markdown/index.ts';
import {
  clean,
  cleanLine,
  cut,
  editDistance,
  escapeMarkdown,
  fill,
  findUnknown,
  type Place,
  type Placeholder,
  parseTemplate,
  pickVariant,
  toLink,
  type Values,
} from './index.ts';

const placeholder = (name: string, kind: Placeholder['kind']): Placeholder => ({ name, kind, sample: 'x' });
const placeholders = [
  placeholder('title', 'text'),
  placeholder('streamer', 'text'),
  { ...placeholder('description', 'text'), isMultiline: true },
  placeholder('url', 'url'),
  placeholder('role', 'mention'),
];
const filled = (template: string, values: Values, limit = 2000, place: Place = 'markdown') =>
  fill(template, { placeholders, values, limit, place });

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '**',
        '*',
        '_',
        '__',
        '~~',
        '||',
        '`',
        '```',
        '\n',
        '> ',
        '>>> ',
        '# ',
        '-# ',
        '- ',
        '1. ',
        '[',
        '](https://evil.example)',
        '<@1>',
        '<@&1>',
        '<#1>',
        '<t:1:R>',
        '<:e:1>',
        '</a:1>',
        '@everyone',
        '@here',
        'https://a.b/c_d',
        'https://a.b/**',
        '\\',
        ' ',
        '\0',
        '\u200b',
        '\u202e',
        '\ud83d',
        '👩‍👩‍👧',
        'می‌خواهم',
        '¯\\_(ツ)_/¯',
        'word',
        '{title}',
        '\t',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('reading a template', () => {
  test('names are in braces, anything else is text', () => {
    expect(parseTemplate('Hi {streamer}! { x } {}').map((piece) => piece.text)).toEqual([
      'Hi ',
      '{streamer}',
      '! { x } {}',
    ]);
  });

  test('the pieces together are the template', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '{title}', ' ') }), (template) => {
        expect(
          parseTemplate(template)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(template);
      }),
    );
  });

  test('finds an unknown name with its position and the intended name', () => {
    expect(findUnknown('{streamr} {Title} {zzzzzz}', placeholders)).toEqual([
      { name: 'streamr', start: 0, end: 9, didYouMean: 'streamer' },
      { name: 'zzzzzz', start: 18, end: 26, didYouMean: null },
    ]);
    expect(findUnknown('{titel}', placeholders)[0]?.didYouMean).toBe('title');
  });

  test.each([
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['titel', 'title', 1],
    ['same', 'same', 0],
  ])('%s to %s has %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });
});

describe('cleaning', () => {
  test('removes invisible characters, and keeps those that scripts and emojis need', () => {
    expect(clean('a\0b\u200bc\u202ed\ufeff\ud800e\u0007')).toBe('abcde');
    expect(clean('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم');
    expect(clean('a\u200db')).toBe('ab');
    expect(cleanLine('  a\r\n\t b ')).toBe('a b');
    expect(['\u3164 \u2800', '\u115f\u200d', 'ᄀ\u1160'].map(cleanLine)).toEqual(['', '', 'ᄀ\u1160']);
  });

  test('property: the result is well formed and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const once = clean(text);
        expect(once.isWellFormed()).toBe(true);
        expect(clean(once)).toBe(once);
      }),
    );
  });
});

const kinds = (nodes: readonly Inline[]): string[] =>
  nodes.flatMap((node) =>
    node.type === 'link' ? ['link'] : 'children' in node ? [node.type, ...kinds(node.children)] : [node.type],
  );
const inlineOf = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block) =>
    block.type === 'paragraph' ? [...block.children] : [{ type: 'code' as const, text: `unexpected ${block.type}` }],
  );

describe('values are data', () => {
  test.each([
    ['**bold** _it_ ~~s~~ ||x||', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~s\\~\\~ \\|\\|x\\|\\|'],
    ['@everyone @here', '@\u200beveryone @\u200bhere'],
    ['<@123> <@&1>', '\\<@123\\> \\<@&1\\>'],
    ['# big', '\\# big'],
    ['1. one', '1\\. one'],
    ['[free](https://evil.example)', '\\[free\\](https://evil.example)'],
    ['(all of it: https://a.example/b).', '(all of it: https://a.example/b).'],
    ['https://a.example/wiki/Tally(lamp)', 'https://a.example/wiki/Tally(lamp)'],
    ['(https://a.example/Tally_(lamp))', '(https://a.example/Tally_(lamp))'],
    ['https://a.example/(_a_)', 'https://a.example/(%5Fa_)'],
    ['https://a.example/x)y(z', 'https://a.example/x%29y%28z'],
    ['[see https://a.example/b]', '\\[see https://a.example/b \\]'],
    ['<https://a.example/b>', '\\<https://a.example/b \\>'],
    ['https://a.example/b.<i>', 'https://a.example/b. \\<i\\>'],
    ['https://a.b/c_d', 'https://a.b/c_d'],
  ])('%s', (value, shown) => {
    expect(filled('{title}', { title: value }).text).toBe(shown);
  });

  test('an underscore in an address closes nothing that the owner opened', () => {
    const title = 'https://a.example/Tally_(lamp)';
    expect(filled('_{title}_', { title }).text).toBe('_https://a.example/Tally%5F(lamp)_');
    expect(filled('{title} by {a_name}', { title }).text).toBe('https://a.example/Tally%5F(lamp) by {a_name}');
    expect(escapeMarkdown(title)).toBe('https://a.example/Tally%5F(lamp)');
  });

  test('property: other people’s words never become anything but words and bare links', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const { text } = filled('{title}', { title: value });
        for (const kind of kinds(inlineOf(parseMarkdown(text)))) expect(['text', 'link']).toContain(kind);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '(https://a.example/b)',
    '[https://a.example/b].',
    '<https://a.example/b>',
    '(see [https://a.example/b])',
    '"https://a.example/b",',
  ])('the address in %s stays the same', (value) => {
    const links = inlineOf(parseMarkdown(filled('{title}', { title: value }).text)).filter(
      (node) => node.type === 'link',
    );
    expect(links).toEqual([expect.objectContaining({ href: 'https://a.example/b' })]);
  });

  test('a title full of brackets and addresses is processed as fast as one without', () => {
    const value = 'https://a.example/(((((('.repeat(4_000);
    const before = workedMs();
    filled('{title}', { title: value }, 1_000_000);
    expect(workedMs() - before).toBeLessThan(1_000);
  });

  test('property: they leave the owner’s own markdown alone', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const { text } = filled('**{title}** [{title}](https://own.example)', { title: `x${value}x` });
        const nodes = inlineOf(parseMarkdown(text));
        expect(nodes.map((node) => node.type)).toEqual(['bold', 'text', 'link']);
        expect(nodes[2]).toMatchObject({ href: 'https://own.example' });
      }),
      { numRuns: 2000 },
    );
  });

  test('property: words without addresses are shown exactly as they are', () => {
    const noLinks = nasty.filter((text) => !/https?:\/\//i.test(text));
    fc.assert(
      fc.property(noLinks, (value) => {
        const shown = plainText(parseMarkdown(filled('{title}', { title: value }).text));
        expect(shown.replaceAll('@\u200b', '@').trim()).toBe(cleanLine(value));
      }),
      { numRuns: 2000 },
    );
  });

  test('a placeholder inside a value is not filled again', () => {
    expect(filled('{title}', { title: '{streamer}', streamer: 'x' }).text).toBe('{streamer}');
  });

  test('a description keeps its lines, without becoming a heading or a quote', () => {
    const description = 'one\n# two\n> three\n- four';
    expect(plainText(parseMarkdown(filled('{description}', { description }).text))).toBe(description);
    expect(filled('{description}', { description: 'a\nb' }, 256, 'line').text).toBe('a b');
  });

  test('words in an address are encoded', () => {
    expect(filled('https://a.example/?q={title}', { title: 'a&b c' }, 512, 'address').text).toBe(
      'https://a.example/?q=a%26b%20c',
    );
  });

  test('our own markup is inserted unchanged, and nothing leaves an empty place', () => {
    expect(filled('{role}|{title}|{TITLE}', { role: '<@&1>', title: null }).text).toBe('<@&1>||');
  });

  test('in places without markdown there are no backslashes', () => {
    expect(filled('{title}', { title: '*a* @everyone' }, 2000, 'plain').text).toBe('*a* @\u200beveryone');
  });

  test.each([
    ['https://a.example/x y', 'https://a.example/x%20y'],
    ['https://a.example/(x)', 'https://a.example/%28x%29'],
    ['javascript:alert(1)', null],
    ['nonsense', null],
    ['https://', null],
  ])('the address %s', (text, link) => {
    expect(toLink(text)).toBe(link);
  });
});

describe('too long', () => {
  test('the longest value gives way, the owner’s words stay', () => {
    const result = filled('Live: {title} by {streamer}!', { title: 'a'.repeat(100), streamer: 'ann' }, 30);
    expect(result).toEqual({ text: `Live: ${'a'.repeat(15)}… by ann!`, isCut: true });
  });

  test('a cut never tears an emoji', () => {
    expect(cut('👩‍👩‍👧👩‍👩‍👧', 9)).toBe('👩‍👩‍👧…');
    expect(cut('e\u0301e\u0301', 3)).toBe('e\u0301…');
    expect(cut('abc', 1)).toBe('…');
    expect(cut('abc', 0)).toBe('');
    expect(cut(`a${'\u0301'.repeat(5000)}`, 10)).toBe('…');
  });

  test('property: never longer than allowed, well formed, and whole when it fits', () => {
    fc.assert(
      fc.property(nasty, nasty, fc.integer({ min: 1, max: 60 }), (title, streamer, limit) => {
        const template = 'A {title} B {streamer} C';
        const { text, isCut } = filled(template, { title, streamer }, limit);
        expect(text.length).toBeLessThanOrEqual(limit);
        expect(text.isWellFormed()).toBe(true);
        expect(isCut || text === filled(template, { title, streamer }).text).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

test('escaping takes time in proportion to the length', () => {
  for (const unit of ['*', '@everyone', 'https://a', '1. \n', '# \n', '\\', '_', 'a_', '(']) {
    const before = workedMs();
    escapeMarkdown(unit.repeat(20_000));
    expect(workedMs() - before).toBeLessThan(2000);
  }
});

test('a variant is drawn', () => {
  expect(pickVariant(['a', 'b', 'c'], (below) => below - 1)).toBe('c');
  expect(pickVariant([], () => 0)).toBeNull();
});

test('numbers are written as the people of the server read them, and inside an address as programs do', () => {
  const say = (place: Place, locale?: 'en-US' | 'ar-SA') =>
    fill('{viewers} here', {
      placeholders: [placeholder('viewers', 'number')],
      values: { viewers: 122_448 },
      limit: 100,
      place,
      locale,
    }).text;
  expect(say('markdown', 'en-US')).toBe('122,448 here');
  // Arabic uses Western digits, as in Discord itself.
  expect(say('plain', 'ar-SA')).toBe('122,448 here');
  expect(say('address', 'en-US')).toBe('122448 here');
  expect(say('plain')).toBe('122448 here');
});
