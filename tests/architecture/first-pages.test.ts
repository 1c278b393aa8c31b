import { expect, it } from 'vitest';
import { waysToBrowser } from './rules/bundles.ts';
import { readSources } from './rules/source.ts';

const sources = readSources(/^(apps\/web|packages\/(contract|message))\/.*(?<!\.test)\.tsx?$/);
const shell = 'apps/web/shell/layout/app-layout.tsx';
const features = 'apps/web/features';

/** These pages come with prefetched answers, and load schemas only on the first API call (decision 0123). */
it('the first pages of the dashboard wake up without zod', () => {
  const pages = [
    shell,
    `${features}/servers/page/dashboard.tsx`,
    `${features}/servers/page/overview.tsx`,
    `${features}/notifications/page/streamers.tsx`,
  ];
  expect(waysToBrowser(pages, 'zod', sources)).toEqual([]);
});

it.each([
  ['a plain import', `import { servers } from '@tally/contract/servers/calls';`],
  ['one beside a type', `import { type GuildInfo, servers } from '@tally/contract/servers/calls';`],
  ['something that brings it along', `import { Platform } from '@tally/contract/platforms/platform';`],
])('%s of the contract in the browser is found', (_, line) => {
  const planted = sources.map((file) =>
    file.path === 'apps/web/lib/call.ts' ? { ...file, text: `${line}\n${file.text}` } : file,
  );
  expect(waysToBrowser([shell], 'zod', planted)).not.toEqual([]);
});
