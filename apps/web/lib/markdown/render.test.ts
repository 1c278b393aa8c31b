import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';

const html = async (markdown: string) => (await renderMarkdown(markdown)).html;

describe('a hostile post is text', () => {
  it.each([
    ['<script>alert(1)</script>', '&#x3C;script>'],
    ['<img src=x onerror=alert(1)>', '&#x3C;img'],
    ['Hello <b onmouseover=alert(1)>there</b>', '&#x3C;b onmouseover'],
    ['<svg><a xlink:href="javascript:alert(1)">', '&#x3C;svg>'],
  ])('%s', async (typed, shown) => {
    const made = await html(typed);
    expect(made).toContain(shown);
    expect(made).not.toMatch(/<(?:script|img|b|svg)\b/);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '![x](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('no address that runs: %s', async (typed) => {
    expect(await html(typed)).not.toMatch(/(?:href|src)="(?:javascript|data|vbscript)/i);
  });

  it('a class or a style of its own is dropped, an id cannot be one of ours', async () => {
    expect(await html('# navigation')).toContain('id="on-navigation"');
    expect(await html('```evil" onclick="x\nx\n```')).not.toContain('onclick="');
  });
});

describe('links and pictures', () => {
  it('a link to another site does not pass on our name; one to our own does', async () => {
    expect(await html('[a](https://example.org)')).toContain('rel="nofollow noopener"');
    expect(await html('[a](/docs)')).not.toContain('rel=');
    expect(await html('[a](//evil.example)')).toContain('rel="nofollow noopener"');
  });

  it('shows our own pictures, and links to others: loading one would reveal the reader', async () => {
    expect(await html('![A cat](/files/blog/cat.png)')).toContain('<img src="/files/blog/cat.png" alt="A cat"');
    const other = await html('![A cat](https://tracker.example/cat.png)');
    expect(other).not.toContain('<img');
    expect(other).toContain('>A cat</a>');
  });
});

it('a picture that was measured keeps its room', async () => {
  const sized = await html('![A cat](/files/content/cat.png#640x480)');
  expect(sized).toContain('src="/files/content/cat.png" alt="A cat" width="640" height="480"');
  for (const odd of ['#0x9', '#1x', '#999999x9', '#a', '#1x1"onload=x']) {
    expect(await html(`![A cat](/files/content/cat.png${odd})`)).not.toContain('width=');
  }
});

it('readers on other sites find our pages and pictures too', async () => {
  const made = await renderMarkdown('[a](/docs) [b](//evil.example) ![c](/files/content/c.png) `src="/x"`', {
    site: 'https://tally.example',
  });
  expect(made.html).toContain('href="https://tally.example/docs"');
  expect(made.html).toContain('src="https://tally.example/files/content/c.png"');
  expect(made.html).toContain('href="//evil.example"');
  expect(made.html).toContain('<code>src="/x"</code>');
});

it('headings make the table of contents, and notes find back', async () => {
  const made = await renderMarkdown('## One\n\nFirst words[^1].\n\n### Two\n\n## One\n\n[^1]: A note.');
  expect(made.headings).toMatchObject([
    { id: 'on-one', text: 'One', depth: 2 },
    { id: 'on-two', text: 'Two', depth: 3 },
    { id: 'on-one-1', text: 'One', depth: 2 },
  ]);
  expect(made.summary).toContain('First words');
  const [mark, target] = [/href="#(on-fn-1)"/.exec(made.html)?.[1], /id="(on-fn-1)"/.exec(made.html)?.[1]];
  expect(mark).toBe('on-fn-1');
  expect(target).toBe(mark);
});

it('code that names its language is coloured, and stays the same text', async () => {
  const made = await html('```sh\nnpm start # <now>\n```');
  expect(made).toContain('--code-');
  expect(made.replaceAll(/<[^>]+>/g, '')).toContain('npm start # &#x3C;now>');
  expect(await html('```unheard-of\nx\n```')).not.toContain('--code-');
});

it('a thousand lists inside of each other, or quotes, are cut and answered', async () => {
  for (const mark of ['- ', '> ', '1. ', '* > ']) {
    const made = await html(`${mark.repeat(1_000)}deep`);
    expect(made).toContain('deep');
    expect((made.match(/<(?:ul|ol|blockquote)/g) ?? []).length).toBeLessThanOrEqual(40);
  }
});

it('a table scrolls on its own', async () => {
  expect(await html('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('<div class="wide-table" tabindex="0"');
});

describe('tables', () => {
  const table = (columns: number, rows: number) =>
    `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'b\n'.repeat(rows)}`;

  it('of a usual size are tables', async () => {
    expect((await renderMarkdown(table(10, 100))).html).toContain('<table>');
  });

  it('with short rows below a wide head are shown as they were typed, and cost no more than their letters', async () => {
    const text = table(400, 5_000);
    const { html } = await renderMarkdown(text);
    expect(html).not.toContain('<table>');
    expect(html).toContain('b\nb\nb');
    // If every row were padded to full width, these tables would have two million cells.
    expect(html.length).toBeLessThan(2 * text.length);
  });

  it('that are many share the bound, also inside of quotes', async () => {
    const { html } = await renderMarkdown(
      `> ${table(50, 150).trimEnd().replaceAll('\n', '\n> ')}\n\n${table(50, 150)}`,
    );
    expect(html.match(/<table>/g)).toHaveLength(1);
  });
});
