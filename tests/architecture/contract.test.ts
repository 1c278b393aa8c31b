import { readFileSync } from 'node:fs';
import { contract, type Home, listContract, messageTypes, placeholders, placeholdersFor } from '@tally/contract';
import { describe, expect, test } from 'vitest';
import { homes } from './rules/features.ts';
import { readSources } from './rules/source.ts';

const src = 'packages/contract/src/';
const files = readSources(/^packages\/contract\/src\/(?:[^/]+\/)?[^/]+\.ts$/).filter(
  ({ path }) => !path.endsWith('.test.ts'),
);

describe('calls', () => {
  test('have names of their own: they are operation ids and labels', () => {
    const keys = listContract().map(({ key }) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(keys.filter((key) => !/^[a-z][a-z-]*\.[a-z][A-Za-z]*$/.test(key))).toEqual([]);
  });

  test('are declared once: no endpoint is shared by two names', () => {
    const endpoints = listContract().map(({ endpoint }) => endpoint);
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });

  test('are in a home of the house, in a folder of its name', () => {
    const names = Object.keys(contract);
    expect(names.filter((name) => !homes.some((home) => home === name))).toEqual([]);
    expect(names.filter((name) => !files.some(({ path }) => path === `${src}${name}/calls.ts`))).toEqual([]);
  });

  test('are all in the registry: a file that declares some and is not listed would never be served', () => {
    const registry = files.find(({ path }) => path === `${src}registry.ts`)?.text ?? '';
    const forgotten = files
      .filter(({ text }) => /satisfies Home;/.test(text))
      .filter(({ path }) => !registry.includes(`'./${path.slice(src.length)}'`))
      .map(({ path }) => `add ${path.slice(src.length)} to ${src}registry.ts`);
    expect(forgotten).toEqual([]);
  });

  // The router prefers fixed words, so an item with such a name would be unreachable.
  test('no parameter matches a fixed word of another call', () => {
    const calls = listContract().map(({ key, endpoint }) => ({ key, endpoint, parts: endpoint.path.split('/') }));
    const hidden = calls.flatMap((open) =>
      calls
        .filter(({ endpoint, parts }) => endpoint.method === open.endpoint.method && parts.length === open.parts.length)
        .filter(({ parts }) => parts.join() !== open.parts.join() && parts.every((part, i) => fits(open, part, i)))
        .map((fixed) => `${open.key} can not be asked about what ${fixed.key} is called`),
    );
    expect(hidden).toEqual([]);

    function fits(open: (typeof calls)[number], part: string, index: number): boolean {
      const own = open.parts[index] ?? '';
      if (own === part) return true;
      const name = /^\{(\w+)\}$/.exec(own)?.[1];
      if (!name || part.startsWith('{')) return Boolean(name);
      return open.endpoint.params.shape[name].safeParse(part).success === true;
    }
  });
});

describe('calls of staff', () => {
  const ofStaff = listContract().filter(({ endpoint: { access } }) =>
    access.who === 'self' ? !access.only : access.who === 'staff' || access.who === 'dev',
  );
  /** These calls return only our own texts and statistics, or the changed record itself. */
  const harmless = [
    'vods.countVods',
    'news.listAllNews',
    'news.listNotices',
    'setup.getHouseSettings',
    'faq.listFaq',
    'faq.listMissed',
    'files.listFiles',
    'blog.listAllBlogs',
    'blog.getBlogDraft',
    'blog.listBlogRevisions',
    'blog.getBlogRevision',
    'docs.listDocRatings',
    'admin.getAnalytics',
    'admin.getFigures',
    'admin.listQueues',
    'admin.listPlatforms',
    'admin.listWorkers',
    'admin.listBudgets',
    'admin.checkInstallation',
    'admin.listDeeds',
    'admin.listDeedChoices',
    'admin.listWaits',
    'admin.getSafety',
  ];

  test('that read personal data or a server’s data are marked, and get a line in the staff record', () => {
    const silent = ofStaff.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.isPersonal);
    expect(silent.map(({ key }) => key).toSorted()).toEqual(harmless.toSorted());
  });

  test('are the only ones with a word about that record', () => {
    const others = listContract().filter(({ endpoint }) => endpoint.isPersonal || endpoint.isSlow);
    const fits = ({ key, endpoint }: (typeof others)[number]) =>
      ofStaff.some((each) => each.key === key) && (endpoint.method === 'GET') === (endpoint.isPersonal ?? false);
    expect(others.filter((each) => !fits(each)).map(({ key }) => key)).toEqual([]);
  });
});

describe('words', () => {
  test('every home is in docs/words.md, and nothing else there calls itself one', () => {
    const table = readFileSync('docs/words.md', 'utf8').split('## Homes')[1] ?? '';
    const written = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1] ?? '');
    expect(written.sort()).toEqual([...homes].sort());
  });
});

describe('placeholders', () => {
  test('every kind of message has samples, and they look like the real ones', () => {
    expect(messageTypes.filter((type) => placeholdersFor(type).length <= 3)).toEqual([]);
    const odd = placeholders.filter(({ kind, sample }) => !forms[kind].test(sample)).map(({ name }) => name);
    expect(odd).toEqual([]);
  });
});

const forms = {
  text: /./,
  markup: /./,
  number: /^\d+$/,
  url: /^https:\/\//,
  color: /^#[0-9a-f]{6}$/,
  mention: /^@/,
  time: /^<t:\d+:[a-zA-Z]>$/,
} as const;

test('homes contain only calls', () => {
  const empty = Object.entries<Home>(contract).filter(([, calls]) => Object.keys(calls).length === 0);
  expect(empty).toEqual([]);
});
