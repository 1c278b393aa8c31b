import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { bodySchemaOf, defaultLocale, errorReasons, listContract, mendPath, placeholders } from '@tally/contract';
import { pathIn } from '@tally/discord/interactions';
import { features } from '@tally/features/registry';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renderMarkdown } from '../../apps/web/lib/markdown/render.ts';
import { isBuilt } from '../../apps/web/lib/start/built-pages.ts';
import { pagesOnDisk } from '../../apps/web/lib/start/pages-on-disk.ts';
import { partsOf, readFrontMatter, readSynonyms } from '../../packages/features/src/docs/match.ts';
import { draw } from '../../packages/features/src/docs/render/draw.ts';
import { readEnvironment, readListWords, readSources } from '../../packages/features/src/docs/store.ts';

const PICTURE_BYTES = 60_000;
const folder = 'docs/public/pictures';

const environment = await readEnvironment();
const facts = { features, plans: [], environment, siteName: 'Tally' };
const all = await Promise.all(
  (await readSources()).map(async ({ section, page, locale, text }) => {
    const name = `${section}/${page}`;
    const { title, summary, order, body } = readFrontMatter(name, text);
    const listWords = new Map(readSynonyms(await readListWords(locale)));
    const markdown = draw(body, locale === defaultLocale ? facts : { ...facts, locale, listWords });
    return { name, section, page, locale, title, summary, order, body, markdown };
  }),
);
const sources = all.filter(({ locale }) => locale === defaultLocale);
const pages = sources.filter(({ page }) => page !== 'index');
const translations = all.filter(({ locale }) => locale !== defaultLocale);
const anchors = new Map(pages.map(({ name, markdown }) => [name, partsOf(markdown).map(({ anchor }) => anchor)]));

/** Returns the text in backticks, outside code blocks. */
const codeIn = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

const commands = new Set(
  features.flatMap((each) =>
    (each.commands ?? []).flatMap((part) =>
      part.kind === 'slash'
        ? [part.name, ...(part.subcommands ?? []).map(({ name }) => pathIn('en-US', `${part.name} ${name}`))]
        : [],
    ),
  ),
);
/** Texts with a leading slash that are not commands, such as paths of the API. */
const noCommands = new Set(['/openapi.json', '/docs', '/health', '/ready', '/metrics', '/webhooks/', '/speed ?runs?/']);

test('there are many pages, each section has a page of its own, and no two claim one place', () => {
  expect(pages.length).toBeGreaterThanOrEqual(40);
  const sections = new Set(sources.map(({ section }) => section));
  expect([...sections].filter((section) => !sources.some(({ name }) => name === `${section}/index`))).toEqual([]);
  const orders = sources.map(({ order }) => order);
  expect(orders.filter((order, at) => orders.indexOf(order) !== at)).toEqual([]);
  expect(pages.filter(({ summary }) => summary.length > 160).map(({ name }) => name)).toEqual([]);
});

describe.each([...pages, ...translations])('$name in $locale', ({ name, locale, body, markdown }) => {
  test('links only to existing targets', () => {
    const built = pagesOnDisk('apps/web/app');
    const links = [...markdown.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
    const leadsNowhere = links.filter((href) => {
      if (href.startsWith('https://')) return false;
      const [path = '', anchor] = href.split('#');
      const [, section, page] =
        /^\/docs\/([^/]+)\/([^/]+)$/.exec(path) ?? (path === '' ? ['', ...name.split('/')] : []);
      if (section === undefined) return !isBuilt(path, built);
      const known = anchors.get(`${section}/${page}`);
      return !known || (anchor !== undefined && !known.includes(anchor));
    });
    expect(leadsNowhere).toEqual([]);
  });

  test('shows only existing pictures, and describes them', () => {
    const text = markdown.replaceAll(/`[^`\n]+`/g, '');
    const pictures = [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt, src = '']) => ({ alt, src }));
    expect(pictures.filter(({ alt, src }) => !alt || !existsSync(src.replace('/docs/pictures', folder)))).toEqual([]);
  });

  test('names only commands, placeholders and variables that are there', () => {
    const code = codeIn(body);
    const slashes = code.filter((each) => each.startsWith('/') && !noCommands.has(each));
    expect(slashes.filter((each) => !commands.has(each.slice(1)))).toEqual([]);
    const braces = code.flatMap((each) => /^\{(\w+)\}$/.exec(each)?.[1] ?? []);
    expect(braces.filter((each) => !placeholders.some((known) => known.name === each))).toEqual([]);
    const variables = code.flatMap((each) => [...each.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([word]) => word));
    expect(variables.filter((each) => !environment.includes(`${each}=`))).toEqual([]);
  });

  test('its headings have the anchors under which they are searched and linked', async () => {
    const { headings } = await renderMarkdown(markdown);
    const known = (anchors.get(name) ?? []).filter((anchor) => anchor !== null);
    // Each heading of a translation uses the anchor of the same heading on the English page.
    expect(locale === defaultLocale ? headings.map(({ id }) => id) : known.slice(0, headings.length)).toEqual(known);
    expect(markdown).not.toMatch(/^:::|\{\{/m);
  });
});

describe.each(translations)('$name in $locale', ({ name, order, body, markdown }) => {
  const english = sources.find((each) => each.name === name);

  test('belongs to an English page with the same place, headings, links and pictures', async () => {
    expect(english?.order).toBe(order);
    const levels = async (text: string) => (await renderMarkdown(text)).headings.map(({ depth }) => depth);
    expect(await levels(markdown)).toEqual(await levels(english?.markdown ?? ''));
    const targets = (text: string) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .toSorted((one, other) => one.localeCompare(other));
    expect(targets(body)).toEqual(targets(english?.body ?? ''));
  });

  test('has no English in its lists', () => {
    const cells = markdown.split('\n').flatMap((line) => (line.startsWith('| ') ? line.split(' | ') : []));
    expect(cells.filter((cell) => /^(?:\| )?[A-Za-z][a-z,]+ [a-z]/.test(cell))).toEqual([]);
  });
});

test('every kind of error has its fix', () => {
  const mends = anchors.get('help/error-log') ?? [];
  expect(errorReasons.filter((reason) => !mends.includes(mendPath(reason).split('#')[1] ?? ''))).toEqual([]);
});

describe('the API accepts the bodies in its examples', () => {
  const page = pages.find(({ name }) => name === 'api/examples');
  const blocks = [...(page?.body ?? '').matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  test('there are some', () => expect(blocks.length).toBeGreaterThan(4));
  test.each(blocks)('%s', (block) => {
    const [, method = 'GET'] = /-X (\w+)/.exec(block) ?? [];
    const { pathname, searchParams } = new URL(
      (/"\$API([^"]+)"/.exec(block)?.[1] ?? '').replace('$SERVER', '1'),
      'http://api',
    );
    const call = listContract().find(
      ({ endpoint }) =>
        endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    expect(call).toBeDefined();
    if (!call) return;
    const words = pathname.split('/');
    const names = call.endpoint.path.split('/').flatMap((part, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name ? [[name, words[at]]] : [];
    });
    const addressed = { params: Object.fromEntries(names), query: Object.fromEntries(searchParams) };
    const body: unknown = JSON.parse(/-d '([^']+)'/.exec(block)?.[1] ?? '{}');
    expect(z.safeParse(bodySchemaOf(call.endpoint, addressed), body)).toMatchObject({ success: true });
    expect(z.safeParse(call.endpoint.query, addressed.query)).toMatchObject({ success: true });
  });
});

test('pictures are small, and each is on a page', () => {
  const all = readdirSync(folder);
  expect(all.filter((file) => statSync(`${folder}/${file}`).size > PICTURE_BYTES)).toEqual([]);
  const shown = pages.map(({ markdown }) => markdown).join('\n');
  expect(all.filter((file) => !shown.includes(`/docs/pictures/${file}`))).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
});

describe('a directive that means nothing is an error, not an empty place', () => {
  test.each([
    ':::nothing',
    ':::commands nonsense',
    ':::placeholders kickLove',
    ':::limits Lamps',
    ':::environment Lamps',
    ':::calls lamps',
  ])('%s', (line) => expect(() => draw(`Words.\n\n${line}\n`, facts)).toThrow('docs/public'));
});

test('the environment is documented completely', () => {
  const told = draw(':::environment', facts);
  const names = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
  // A heading's second line is not a separate group, so it contains no variables.
  expect(told.match(/^### [a-z]/m)).toBeNull();
  for (const [group, name] of [
    ['Kick', 'KICK_CLIENT_ID'],
    ['Discord', 'DISCORD_TOKEN'],
    ['Payments', 'STRIPE_SECRET_KEY'],
  ])
    expect(draw(`:::environment ${group}`, facts)).toContain(`\`${name}\``);
});
