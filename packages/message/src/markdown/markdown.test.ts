import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from './index.ts';
import { parseInline, parseMarkdown, plainText } from './index.ts';

const text = (words: string): Inline => ({ type: 'text', text: words });
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children });
const bare = (href: string): Inline => ({
  type: 'link',
  href,
  title: null,
  isSuppressed: false,
  children: [text(href)],
});

describe('styles', () => {
  test.each([
    ['**a**', { type: 'bold', children: [text('a')] }],
    ['*a*', { type: 'italic', children: [text('a')] }],
    ['_a_', { type: 'italic', children: [text('a')] }],
    ['__a__', { type: 'underline', children: [text('a')] }],
    ['~~a~~', { type: 'strike', children: [text('a')] }],
    ['||a||', { type: 'spoiler', children: [text('a')] }],
    ['`a **b**`', { type: 'code', text: 'a **b**' }],
    ['`` a`b` ``', { type: 'code', text: ' a`b`' }],
    ['***a***', { type: 'italic', children: [{ type: 'bold', children: [text('a')] }] }],
    ['___a___', { type: 'italic', children: [{ type: 'underline', children: [text('a')] }] }],
    ['__*a*__', { type: 'underline', children: [{ type: 'italic', children: [text('a')] }] }],
    ['**a *b* c**', { type: 'bold', children: [text('a '), { type: 'italic', children: [text('b')] }, text(' c')] }],
    ['**two\nlines**', { type: 'bold', children: [text('two\nlines')] }],
  ] as [string, Inline][])('%s', (source, expected) => {
    expect(parseInline(source)).toEqual([expected]);
  });

  test.each([
    '**a',
    '****',
    '* a *',
    'a * b * c',
    'snake_case_name',
    '||||',
    '~a~',
    '``',
    '2 * 3 ** 4',
    '*a **',
    '[a]',
  ])('%s is plain', (source) => {
    expect(parseInline(source)).toEqual([text(source)]);
  });

  test('the first opener wins, as in Discord', () => {
    expect(parseInline('**a __b** c__')).toEqual([{ type: 'bold', children: [text('a __b')] }, text(' c__')]);
  });

  test('a backslash escapes a marker, and stays before a letter', () => {
    expect(parseInline('\\*a\\* \\n \\\\ \\<@1>')).toEqual([text('*a* \\n \\ <@1>')]);
    expect(parseInline('¯\\_(ツ)_/¯')).toEqual([text('¯\\_(ツ)_/¯')]);
    expect(parseInline('\\🙂')).toEqual([text('🙂')]);
  });
});

describe('everything between angle brackets', () => {
  test.each([
    ['<@123>', { type: 'userMention', id: '123' }],
    ['<@!123>', { type: 'userMention', id: '123' }],
    ['<@&123>', { type: 'roleMention', id: '123' }],
    ['<#123>', { type: 'channelMention', id: '123' }],
    ['<:pog:123>', { type: 'emoji', id: '123', name: 'pog', isAnimated: false }],
    ['<a:pog:123>', { type: 'emoji', id: '123', name: 'pog', isAnimated: true }],
    ['</setup test:123>', { type: 'commandMention', name: 'setup test', id: '123' }],
    ['<id:customize>', { type: 'navigation', place: 'customize' }],
    ['<t:1700000000>', { type: 'timestamp', seconds: 1_700_000_000, style: 'f' }],
    ['@everyone', { type: 'everyoneMention', who: 'everyone' }],
    ['@here', { type: 'everyoneMention', who: 'here' }],
    ...['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'].map((style) => [
      `<t:-5:${style}>`,
      { type: 'timestamp', seconds: -5, style },
    ]),
  ] as [string, Inline][])('%s', (source, expected) => {
    expect(parseInline(`x ${source} y`)).toEqual([text('x '), expected, text(' y')]);
  });

  test.each(['<@abc>', '<t:99999999999999999>', '<t:1:x>', '<:a b:1>', '<b>', '<', '<@1', '</:1>'])(
    '%s is plain',
    (source) => {
      expect(parseInline(source)).toEqual([text(source)]);
    },
  );
});

describe('links', () => {
  test.each([
    ['https://a.example/b_c_d', 'https://a.example/b_c_d', ''],
    ['https://a.example/x.', 'https://a.example/x', '.'],
    ['https://a.example/wiki/T_(lamp)', 'https://a.example/wiki/T_(lamp)', ''],
    ['https://a.example/x)', 'https://a.example/x', ')'],
    ['HTTP://a.example', 'HTTP://a.example', ''],
  ])('%s', (source, href, rest) => {
    expect(parseInline(source)).toEqual([bare(href), ...(rest ? [text(rest)] : [])]);
  });

  test('a masked link has a label with styles, a title, and no link inside', () => {
    expect(parseInline('[**go** https://x.example](https://a.example/(b) "hint")')).toEqual([
      {
        type: 'link',
        href: 'https://a.example/(b)',
        title: 'hint',
        isSuppressed: false,
        children: [{ type: 'bold', children: [text('go')] }, text(' https://x.example')],
      },
    ]);
  });

  test('angle brackets suppress the embed', () => {
    expect(parseInline('<https://a.example/b>')).toEqual([{ ...bare('https://a.example/b'), isSuppressed: true }]);
    expect(parseInline('[a](<https://a.example>)')).toMatchObject([{ href: 'https://a.example', isSuppressed: true }]);
  });

  test('only http and https are links', () => {
    expect(parseInline('[a](javascript:alert(1)) data:text/html,x')).toEqual([
      text('[a](javascript:alert(1)) data:text/html,x'),
    ]);
  });
});

describe('blocks', () => {
  test('headings, subtext and lines around them', () => {
    expect(parseMarkdown('# one\n## two\n### three\n#### four\n-# small\nend')).toEqual([
      { type: 'heading', level: 1, children: [text('one')] },
      { type: 'heading', level: 2, children: [text('two')] },
      { type: 'heading', level: 3, children: [text('three')] },
      paragraph(text('#### four')),
      { type: 'subtext', children: [text('small')] },
      paragraph(text('end')),
    ]);
  });

  test('empty lines stay', () => {
    expect(parseMarkdown('a\n\nb')).toEqual([paragraph(text('a\n\nb'))]);
    expect(parseMarkdown('a\r\nb')).toEqual([paragraph(text('a\nb'))]);
  });

  test('quotes, of one line and of the rest, without quotes inside', () => {
    expect(parseMarkdown('> a\n> # b\nc')).toEqual([
      { type: 'quote', children: [paragraph(text('a')), { type: 'heading', level: 1, children: [text('b')] }] },
      paragraph(text('c')),
    ]);
    expect(parseMarkdown('x\n>>> a\n> b')).toEqual([
      paragraph(text('x')),
      { type: 'quote', children: [paragraph(text('a\n> b'))] },
    ]);
    expect(parseMarkdown('>no')).toEqual([paragraph(text('>no'))]);
  });

  test('lists nest by indentation', () => {
    const item = (words: string, ...more: Block[]) => ({ children: [paragraph(text(words)), ...more] });
    expect(parseMarkdown('- a\n  - b\n    more\n- c\n3. d\n4. e')).toEqual([
      {
        type: 'list',
        isOrdered: false,
        start: 1,
        items: [item('a', { type: 'list', isOrdered: false, start: 1, items: [item('b\nmore')] }), item('c')],
      },
      { type: 'list', isOrdered: true, start: 3, items: [item('d'), item('e')] },
    ]);
  });

  test('code blocks, with language, in the middle of a line, unclosed and empty', () => {
    expect(parseMarkdown('```ts\n> **a**\n```after')).toEqual([
      { type: 'codeBlock', language: 'ts', text: '> **a**' },
      paragraph(text('after')),
    ]);
    expect(parseMarkdown('x ```a b``` y')).toEqual([
      paragraph(text('x ')),
      { type: 'codeBlock', language: null, text: 'a b' },
      paragraph(text(' y')),
    ]);
    expect(parseMarkdown('```ts\na')).toEqual([paragraph(text('```ts\na'))]);
    expect(parseMarkdown('``````')).toEqual([paragraph(text('``````'))]);
    expect(parseMarkdown('\\```a```')).toHaveLength(1);
  });

  test('a code block inside a quote stays inside', () => {
    expect(parseMarkdown('> ```\n> a\n> ```\nb')).toEqual([
      { type: 'quote', children: [{ type: 'codeBlock', language: null, text: 'a' }] },
      paragraph(text('b')),
    ]);
  });
});

const pieces = [
  '**',
  '*',
  '_',
  '__',
  '~~',
  '||',
  '`',
  '```',
  '``',
  '\n',
  '> ',
  '>>> ',
  '# ',
  '### ',
  '-# ',
  '- ',
  '  - ',
  '1. ',
  '[',
  ']',
  '(',
  ')',
  '](https://',
  '<',
  '>',
  '<@1>',
  '<@&',
  '<#1',
  '<t:1:',
  'R>',
  '<:e:1>',
  '@everyone',
  '@here',
  'https://',
  'http://a.b/',
  '\\',
  ' ',
  '"',
  '¯',
  '🙂',
  '\u200b',
  '\ud800',
  '\r',
  'WORD',
  'A',
  'Z9',
] as const;
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 200 }).map((parts) => parts.join(''));

/** Returns all capital letters in the tree, in reading order. */
const capitals = (tree: unknown): string => strings(tree).replace(/[^A-Z]/g, '');

function strings(tree: unknown): string {
  if (typeof tree === 'string') return tree;
  if (Array.isArray(tree)) return tree.map(strings).join('');
  if (tree === null || typeof tree !== 'object') return '';
  return Object.entries(tree)
    .map(([key, value]) => (key === 'type' ? '' : strings(value)))
    .join('');
}

describe('hostile text', () => {
  test('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostile), (source) => {
        expect(Array.isArray(parseMarkdown(source))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('loses no word', () => {
    const noLinks = hostile.map((source) =>
      source
        .replace(/https?:\/\//g, '')
        .replaceAll('<t:1:', '')
        .replaceAll('"', ''),
    );
    fc.assert(
      fc.property(noLinks, (source) => {
        expect(capitals(parseMarkdown(source))).toBe(source.replace(/[^A-Z]/g, ''));
      }),
      { numRuns: 2000 },
    );
  });

  test('plain words stay unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', 'ب', '字', ' ', ',', '!', '🙂') }), (source) => {
        expect(plainText(parseMarkdown(source))).toBe(source);
      }),
    );
  });

  const storms: [string, (n: number) => string][] = [
    ...[
      '*',
      '**',
      '_',
      '__',
      '*a ',
      '**a',
      '_a',
      '~~a',
      '||',
      '||a ',
      '`',
      '[',
      '[a](',
      '[a](https://',
      '[[](',
      '<',
      '<@',
      '</a',
      '<:',
      '<https://',
      'https://',
      'https://.',
      '> ',
      '>',
      '- ',
      '  - ',
      '1. ',
      '# ',
      '```',
      '```\n',
      '\\',
      '\\`',
      'a\n',
      '@',
      '***a**b*c',
      '*a **b ',
      '**a *b ',
      '_a __b ',
      '(',
      '¯',
      '||~~**__*_',
    ].map((unit): [string, (n: number) => string] => [
      JSON.stringify(unit),
      (n) => unit.repeat(Math.ceil(n / unit.length)),
    ]),
    ['lines before a fence', (n) => `${'a\n'.repeat(n / 2)}\`\`\`b\`\`\``],
    ['runs of growing length', (n) => Array.from({ length: Math.sqrt(n * 2) }, (_, i) => `${'`'.repeat(i)} `).join('')],
    [
      'ever deeper lists',
      (n) => Array.from({ length: Math.sqrt(n * 2) }, (_, i) => `${' '.repeat(i % 40)}- a\n`).join(''),
    ],
    ['an opener and much text', (n) => `**${'a *b '.repeat(n / 5)}`],
  ];

  /** Measures CPU milliseconds of this thread, so other processes on the machine do not count. */
  const time = (source: string, times: number): number => {
    const before = process.threadCpuUsage();
    for (let run = 0; run < times; run++) parseMarkdown(source);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };

  test.each(storms)('time grows with the length only: %s', (_name, make) => {
    const small = make(10_000);
    const large = make(100_000);
    time(small, 2);
    const spent = { small: 0, large: 0 };
    // A machine may measure in ticks of 4 ms. A sum over many rounds is exact, while a single reading is not.
    for (let round = 0; round < 10 && spent.large < 60; round++) {
      spent.small += time(small, 10);
      spent.large += time(large, 1);
    }
    // Both sides parse the same amount of text. A quadratic parser would need ten times as long for the large one.
    expect(spent.large).toBeLessThan(Math.max(spent.small, 10) * 4);
  });
});
