import type { Change, Word } from './edits.ts';

/** Returns the contract file, its texts and the feature folder, with one working call as a start. */
export function featureFiles(word: Word, languages: readonly string[]): readonly Change[] {
  const { kebab, camel, pascal, title } = word;
  const contract = 'packages/contract/src';
  const feature = `packages/features/src/${kebab}`;
  return [
    {
      path: `${contract}/${kebab}/calls.ts`,
      text: `import { z } from 'zod';
import { manager } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { ServerId } from '../wire/ids.ts';

export const ${pascal} = z.object({ guildId: ServerId, summary: sentence }).meta({ id: '${pascal}' });
export type ${pascal} = z.infer<typeof ${pascal}>;

export const ${camel} = {
  get${pascal}: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/${camel}',
    summary: '${title} of a server.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    reply: ${pascal},
  }),
} as const satisfies Home;
`,
    },
    ...languages.map((language) => ({
      path: `${contract}/texts/${language}/${kebab}.ts`,
      text: `export const ${camel} = {
  empty: '${title}: nothing is set up yet.',
};
`,
    })),
    {
      path: `${feature}/index.ts`,
      text: `import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';

export const ${camel} = defineFeature({ name: '${kebab}', routes });
`,
    },
    {
      path: `${feature}/routes.ts`,
      text: `import { ${camel} } from '@tally/contract';
import { implement } from '@tally/kernel';
import { describe${pascal} } from './service.ts';

export const routes = implement(${camel}, {
  get${pascal}: async (ctx, { params }) => describe${pascal}(ctx, params.guildId),
});
`,
    },
    {
      path: `${feature}/service.ts`,
      text: `import type { ${pascal}, ServerId } from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';

/** The state that a manager sees before any setup. */
export function describe${pascal}({ locale }: Pick<Ctx, 'locale'>, guildId: ServerId): ${pascal} {
  return { guildId, summary: say(locale, '${camel}.empty') };
}
`,
    },
    {
      path: `${feature}/service.test.ts`,
      text: `import { ServerId } from '@tally/contract';
import { expect, test } from 'vitest';
import { describe${pascal} } from './service.ts';

test('a server without settings is told so', () => {
  const guildId = ServerId.parse('112233445566778899');
  expect(describe${pascal}({ locale: 'en-US' }, guildId)).toEqual({ guildId, summary: '${title}: nothing is set up yet.' });
});
`,
    },
  ];
}

/** Used if the contract already declares the calls, whose implementation only a person can write. */
export function manifestOnly({ kebab, camel }: Word): readonly Change[] {
  return [
    {
      path: `packages/features/src/${kebab}/index.ts`,
      text: `import { defineFeature } from '@tally/kernel';

export const ${camel} = defineFeature({ name: '${kebab}' });
`,
    },
  ];
}

interface WebOptions {
  readonly isDeclared: boolean;
  readonly languages: readonly string[];
  /** The page's folder below \`app\`. */
  readonly route: string;
}

export function webFiles(word: Word, { isDeclared, languages, route }: WebOptions): readonly Change[] {
  const { kebab, camel, pascal, title } = word;
  const feature = `apps/web/features/${kebab}`;
  const up = '../'.repeat(route.split('/').length - 2);
  const api = {
    path: `${feature}/api.ts`,
    text: `import type { ServerId } from '@tally/contract/wire/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const ${camel} = lateHome(async () => (await import('@tally/contract/${kebab}/calls')).${camel});

export const ${camel}Query = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, '${kebab}'],
    queryFn: ({ signal }) =>
      call(${camel}.get${pascal}, { params: { guildId: serverId } }, { fallback: 'unknown', signal }),
  });
`,
  };
  return [
    ...(isDeclared ? [] : [api]),
    {
      path: `${feature}/page.tsx`,
      text: `import { getTranslations } from 'next-intl/server';
import { PageHeader } from '../../ui/page-header.tsx';

export async function ${pascal}Page() {
  const t = await getTranslations('${kebab}');
  return <PageHeader title={t('title')} />;
}
`,
    },
    {
      path: `${route}/page.tsx`,
      text: `export { ${pascal}Page as default } from '${up}features/${kebab}/page.tsx';\n`,
    },
    ...languages.map((language) => ({
      path: `apps/web/messages/${language}/${kebab}.json`,
      text: `${JSON.stringify({ title }, null, 2)}\n`,
    })),
  ];
}
