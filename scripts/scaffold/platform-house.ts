import { type Change, mustRead, type Tree, type Word } from './edits.ts';

export const settingsFile = (kebab: string, pascal: string): string => {
  const upper = kebab.toUpperCase();
  return `import type { z } from 'zod';
import { flag, optional, url, type World } from '../values.ts';
import { type PlatformConfig, standingOf } from './standing.ts';

export const ${kebab}Settings = {
  /** ${pascal}. The rules for a missing key are the same as for Kick. */
  ${upper}_KEY: optional,
  ${upper}_SIMULATED: flag,
  ${upper}_API_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof ${kebab}Settings>> & World;

export interface ${pascal}Config extends PlatformConfig {
  readonly key: string;
  readonly apiUrl: string;
}

export function ${kebab}Of(read: Read): ${pascal}Config {
  const isReal = Boolean(read.${upper}_KEY);
  return {
    ...standingOf(read, isReal, read.${upper}_SIMULATED),
    key: read.${upper}_KEY ?? 'sim-${kebab}-key',
    apiUrl:
      read.${upper}_API_URL ?? (isReal ? 'https://api.${kebab}.com' : \`http://127.0.0.1:\${read.SIM_PORT}/${kebab}/api\`),
  };
}
`;
};

/** Copies another platform's numbers as a starting point. */
export function migration(tree: Tree, { kebab, pascal }: Word, bit: number): Change {
  const homes = ['discord', 'features', 'infra', 'pipeline'].flatMap((name) =>
    ['', '/tools'].map((tools) => `packages/${name}/src${tools}`),
  );
  const numbers = homes
    .flatMap((folder) => tree.list(folder).flatMap((home) => tree.list(`${folder}/${home}/migrations`)))
    .map((name) => Number.parseInt(name, 10) || 0);
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const addon = `${kebab.charAt(0).toUpperCase()}${kebab.slice(1)}Connections`;
  return {
    path: `packages/features/src/premium/migrations/${number}_${kebab}.sql`,
    text: `-- ${pascal}: its number in each plan, its add-on after those of the other platforms, and its flag (bit ${bit}).
insert into plan_limits (tier_id, name, value)
  select tier_id, '${addon}', value from plan_limits where name = 'YoutubeConnections';

update plan_addons set position = position + 1
  where position > (select max(position) from plan_addons where addon_id like '%Connections');
insert into plan_addons (addon_id, position, name, cents, step, most, is_active)
  select '${addon}', max(position) + 1, '10 more ${pascal} connections', 100, 10, 500, true
  from plan_addons where addon_id like '%Connections';

update plans set bitfield = bitfield | ${1n << BigInt(bit)} where holder = 'guild';
`,
  };
}

/** Creates its handbook page, after those of the other platforms. */
export function handbookPage(tree: Tree, { kebab, pascal }: Word): Change {
  const folder = 'docs/public/platforms';
  const orders = tree
    .list(folder)
    .map((name) => Number(/^order: (\d+)$/m.exec(mustRead(tree, `${folder}/${name}`))?.[1] ?? 0));
  return {
    path: `${folder}/${kebab}.md`,
    text: `---
title: ${pascal}
summary: Streams.
order: ${Math.max(0, ...orders) + 1}
---

## Add a streamer

Enter the username: for \`${kebab}.com/ada\` it is \`ada\`. A link works too.

## Events

| Event | Setting in the editor |
|---|---|
| live, changes, end | **Where**, **When it ends**, **Timing** |

## Keys

:::environment ${pascal}
`,
  };
}

export const scenario = ({ kebab, pascal }: Word): Change => ({
  path: `tests/scenarios/notifications-${kebab}.test.ts`,
  text: `import { alertRoom } from '@tally/tests/alert-room';
import { expect, it, vi } from 'vitest';

const scene = alertRoom<{ content: string }>('${kebab}');

it('a stream on ${pascal} starts and is posted once', async () => {
  expect((await scene.add('ada')).status).toBe(200);
  scene.act('go-live', { who: 'ada', title: 'First light' });
  await vi.waitFor(async () => {
    await scene.api.pass(30_000);
    expect(await scene.shown()).toHaveLength(1);
  }, 30_000);
  await scene.api.pass(120_000);
  expect(await scene.shown()).toHaveLength(1);
});
`,
});
