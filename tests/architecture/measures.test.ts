import { describe, expect, it } from 'vitest';
import { staleReasons } from './measures/homes.ts';
import { changesOf, houseAt, houseOf, longSubjects, readHouse } from './measures/house.ts';
import { measures } from './measures/index.ts';
import { ceilingOf, valueOf } from './measures/measure.ts';
import { FILE, lowered, readCeilings, risesIn } from './measures/ratchet.ts';

const planted = (files: Readonly<Record<string, string>>) =>
  houseOf(Object.entries(files).map(([path, text]) => ({ path, text })));
const measure = (name: string) => {
  const found = measures.find((each) => each.name === name);
  if (!found) throw new Error(`no measure ${name}`);
  return found;
};

it('no measure of the house has risen', () => {
  function* formers() {
    for (const commit of changesOf(FILE)) yield houseAt(commit);
  }
  expect(risesIn(measures, readHouse(), readCeilings(), formers()).join('\n\n')).toBe('');
});

it('no commit subject is longer than its limit', () => expect(longSubjects().failing).toEqual([]));

it('measures.json names the measures that exist, and no other', () =>
  expect(Object.keys(readCeilings()).toSorted()).toEqual(measures.map(({ name }) => name).toSorted()));

describe('a measure counts', () => {
  const feature = 'packages/features/src/faq';
  const examples: readonly [name: string, value: number, files: Readonly<Record<string, string>>][] = [
    [
      'filesNamingAPlatform',
      1,
      {
        'packages/features/src/vods/match.ts': "const known = ['rumble'];",
        'packages/platforms/src/rumble/poll.ts': "const id = 'rumble';",
        'packages/features/src/vods/match.test.ts': "const id = 'rumble';",
        'packages/contract/src/texts/en/status.ts': "const name = 'Rumble';",
      },
    ],
    [
      'platformComparisons',
      2,
      {
        [`${feature}/match.ts`]: "// not id === 'kick'\nconst a = id === 'kick' || 'tiktok' !== id;",
        'packages/platforms/src/kick/poll.ts': "const a = id === 'kick';",
      },
    ],
    [
      'registryUses',
      2,
      {
        [`${feature}/service.ts`]: "ctx.platforms.find('kick');\nctx.platforms\n  .definitions.map(idOf);",
        'packages/pipeline/src/x/y.ts': "ctx.platforms.find('kick');",
      },
    ],
    [
      'hooksOnFeature',
      4,
      {
        'packages/kernel/src/feature.ts': 'export interface Feature { name: string; jobs?: { a?: 1; b?: 2 } }',
        'packages/pipeline/src/x/index.ts':
          "export interface Watchers { a?: 1; b?(): void }\ndeclare module '@tally/kernel' {\n  interface Feature extends Watchers {}\n}",
      },
    ],
    [
      'optionalMembersOfPlatformConnection',
      2,
      {
        'packages/kernel/src/platform/chat.ts':
          'export interface ChatCalls { ask: (about?: { at?: Date }) => void; read?: () => void; write?(): void }',
      },
    ],
    [
      'deliveryInserts',
      2,
      {
        'packages/pipeline/src/delivery/store/a.ts': 'sql`insert into deliveries (id) values (1)`',
        'packages/pipeline/src/delivery/store/b.ts': 'db\n  .insert(deliveries)',
        'packages/pipeline/src/delivery/store/c.ts': 'db.insert(deliveryParts)',
      },
    ],
    [
      'foreignPrivates',
      3,
      {
        'packages/discord/src/gateway/frames.ts':
          "socket._receiver; Reflect.get(shard, 'connection'); Object.defineProperty(a, 'b', {}); schema._zod; Reflect.get(value, key)",
      },
    ],
    ['weakMapsInFeatures', 1, { [`${feature}/service.ts`]: 'new WeakMap<Db, Desk>()' }],
    ['weakMaps', 2, { [`${feature}/service.ts`]: 'new WeakMap()', 'packages/infra/src/x/y.ts': 'new WeakMap()' }],
    [
      'locksByHand',
      1,
      {
        [`${feature}/store.ts`]: 'sql`select pg_advisory_xact_lock(1)`',
        'packages/infra/src/db/lock-on.ts': 'sql`select pg_advisory_xact_lock(1)`',
      },
    ],
    ['tablesOfTries', 1, { [`${feature}/tables.ts`]: "pgTable('faq_tries', {}); pgTable('faq_entries', {})" }],
    [
      'cursorCodecs',
      3,
      {
        [`${feature}/match.ts`]: 'const readCursor = (text: string) => text;\nconst cursor = query.cursor;',
        [`${feature}/service.ts`]: 'function cursorOf(row: Row): string {}',
        'packages/infra/src/page/cursor.ts': 'export function cursorOf<T extends object>(pieces: T) {}',
      },
    ],
    [
      'filesInOneFolder',
      2,
      { [`${feature}/a.ts`]: '', [`${feature}/b.ts`]: '', [`${feature}/b.test.ts`]: '', [`${feature}/store/c.ts`]: '' },
    ],
    [
      'publicNamesOfOneFeature',
      4,
      {
        [`${feature}/index.ts`]:
          "export { a, type B } from './service.ts';\nexport type { C } from './match.ts';\nexport const faq = 1;",
      },
    ],
    [
      'longestChain',
      3,
      {
        [`${feature}/a.ts`]: "import { b } from './b.ts';\nimport { c } from './c.ts';",
        [`${feature}/b.ts`]: "import { c } from './c.ts';",
        [`${feature}/t.ts`]: "import type { A } from './a.ts';",
        [`${feature}/c.ts`]: "import { d } from './store/d.ts';",
        [`${feature}/store/d.ts`]: '',
      },
    ],
    [
      'crumbs',
      1,
      {
        [`${feature}/a.ts`]:
          "import { b } from './b.ts';\nimport { c } from './c.ts';\nimport { jobs } from './jobs.ts';",
        [`${feature}/b.ts`]: '',
        [`${feature}/c.ts`]: '\n'.repeat(31) + 'x',
        [`${feature}/jobs.ts`]: '',
        [`${feature}/d.ts`]: "import { e } from './store/e.ts';\n".padEnd(900, '\n') + 'x',
        [`${feature}/store/e.ts`]: '',
      },
    ],
    [
      'mutualWebFeatures',
      1,
      {
        'apps/web/features/faq/page.tsx': "import { Picker } from '../servers/picker.tsx';",
        'apps/web/features/servers/picker.tsx': "import { faq } from '../faq/api.ts';",
        'apps/web/features/faq/api.ts': "import { x } from '../blog/x.ts';",
        'apps/web/features/blog/x.ts': '',
      },
    ],
    ['homesWithoutScenario', 1, { [`${feature}/a.ts`]: '', 'tests/scenarios/faq-more.test.ts': '' }],
    ['homesWithoutWebFolder', 1, { [`${feature}/a.ts`]: '', 'apps/web/features/faqs/page.tsx': '' }],
    [
      'homesWithoutContract',
      1,
      { [`${feature}/a.ts`]: '', 'packages/features/src/blog/a.ts': '', 'packages/contract/src/blog/calls.ts': '' },
    ],
    [
      'dialectPerThousandLines',
      500,
      {
        [`${feature}/a.ts`]:
          "/** Whoever writes here is\n * told. */\nconst a = 'nobody'; // by it\n// The row is stored.\n// It recommends.",
      },
    ],
    [
      'dialectOnPages',
      3,
      {
        'apps/web/messages/en-US/faq.json': '{ "a": { "b": "What is a draw? Nobody knows what is drawn." } }',
        'packages/contract/src/texts/en/faq.ts':
          "// Nobody reads this.\nexport const faq = { a: 'It recommends.', b: 'It is told.' };",
        'packages/contract/src/texts/ar/faq.ts': "export const faq = { a: 'told' };",
      },
    ],
    [
      'longSentencesOnPages',
      1,
      {
        'apps/web/messages/en-US/faq.json': JSON.stringify({
          short: `${'word '.repeat(20)}end. ${'word '.repeat(20)}end.`,
          chosen: `{count, plural, one {${'word '.repeat(15)}{who}} other {${'word '.repeat(15)}{who}}}`,
          long: 'word '.repeat(26),
        }),
      },
    ],
    [
      'relativeHeadings',
      3,
      {
        'apps/web/messages/en-US/faq.json':
          '{ "a": "Who may enter", "b": "What is a draw?", "c": "Whoever presses wins.", "d": "Whatever comes" }',
        'docs/public/help/faq.md': '# Help\n\n## What helps\n',
      },
    ],
    ['unusedDependencies', 1, { 'packages/x/package.json': '{ "dependencies": { "zod": "4.0.0" } }' }],
    ['sourceLines', 3, { [`${feature}/a.ts`]: 'a\nb\nc\n', [`${feature}/a.test.ts`]: 'a\n', 'tests/x.ts': 'a\n' }],
    ['decisions', 1, { 'docs/decisions/0001-x.md': '', 'docs/decisions/README.md': '' }],
    ['unreleasedLines', 2, { 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### A\n- b\n\n## 0.1\n- c\n' }],
  ];

  it.each(examples)('%s: %i', (name, value, files) => expect(valueOf(measure(name), planted(files))).toBe(value));

  it('in an example of its own', () =>
    expect(examples.map(([name]) => name).toSorted()).toEqual(measures.map(({ name }) => name).toSorted()));
});

describe('a rise', () => {
  const before = { 'packages/features/src/faq/a.ts': 'new WeakMap()', 'packages/features/src/faq/b.ts': '' };
  const after = { ...before, 'packages/features/src/faq/b.ts': 'new WeakMap()' };
  const rises = (now: Readonly<Record<string, string>>, ceilings: Readonly<Record<string, number>>) =>
    risesIn([measure('weakMapsInFeatures')], planted(now), ceilings, [planted(before)]);

  it('names the file that raised it, and no other', () => {
    const [message, ...more] = rises(after, { weakMapsInFeatures: 1 });
    expect(more).toEqual([]);
    expect(message).toContain('rose to 2; tests/architecture/measures.json allows 1');
    expect(message).toContain('packages/features/src/faq/b.ts: 0 → 1');
    expect(message).not.toContain('faq/a.ts');
    expect(message).toContain('together with a decision');
  });

  it('is compared with the newest commit before it, also when the numbers were changed after it', () => {
    const measured = [measure('weakMapsInFeatures')];
    const [message] = risesIn(measured, planted(after), { weakMapsInFeatures: 1 }, [planted(after), planted(before)]);
    expect(message).toContain('packages/features/src/faq/b.ts: 0 → 1');
  });

  it('names the new files of a folder that is too full', () => {
    const faq = 'packages/features/src/faq';
    const former = planted({ [`${faq}/a.ts`]: '', 'packages/features/src/blog/a.ts': '' });
    const now = planted({ [`${faq}/a.ts`]: '', [`${faq}/b.ts`]: '', 'packages/features/src/blog/b.ts': '' });
    const [message] = risesIn([measure('filesInOneFolder')], now, { filesInOneFolder: 1 }, [former]);
    expect(message).toContain(`${faq}: 1 → 2 (${faq}/b.ts)`);
    expect(message).not.toContain('src/blog');
  });

  it('is no rise while the number is not above its ceiling', () => {
    expect(rises(after, { weakMapsInFeatures: 2 })).toEqual([]);
    expect(rises(before, { weakMapsInFeatures: 2 })).toEqual([]);
  });

  // A downloaded archive has no history.
  const [commit] = changesOf('package.json');
  it.runIf(commit)('can be found in the commit that the house was measured at', () => {
    const { files } = houseAt(commit ?? '');
    expect(files.some(({ path, text }) => path === 'package.json' && text.includes('tally'))).toBe(true);
  });
});

it('lowering writes lower values and raises none', () => {
  const house = planted({ 'packages/features/src/faq/a.ts': 'new WeakMap()' });
  const both = [measure('weakMapsInFeatures'), measure('weakMaps')];
  expect(lowered(both, house, { weakMapsInFeatures: 3, weakMaps: 0 })).toEqual({ weakMapsInFeatures: 1, weakMaps: 0 });
});

it('measures that every feature adds to have room up to their next step', () => {
  expect(ceilingOf(measure('sourceLines'), 209_329)).toBe(210_000);
  expect(ceilingOf(measure('weakMaps'), 25)).toBe(25);
});

it('a home that is excused from a web folder or a contract file has none', () => {
  expect(staleReasons(readHouse())).toEqual([]);
  expect(staleReasons(planted({ 'apps/web/features/branding/form.tsx': '' }))).toEqual(['branding']);
});
