import { globSync, readFileSync } from 'node:fs';
import { intentsFor, privilegedIntents } from '@tally/discord/gateway';
import { features } from '@tally/features/registry';
import { expect, test } from 'vitest';
import { missingSentences } from '../../apps/web/shell/server/missing-sentences.ts';

/** Lists `feature intent` for every privileged intent that a feature declares. */
const declared = features.flatMap((feature) => {
  const wanted = new Set([...intentsFor(feature.gateway ?? []), ...(feature.intents ?? [])]);
  return privilegedIntents.filter((intent) => wanted.has(intent)).map((intent) => `${feature.name} ${intent}`);
});

test('a feature with an intent that Discord may refuse has a sentence about it, and there are no others', () => {
  const spoken = Object.values(missingSentences).flatMap(({ feature, without }) =>
    Object.keys(without).map((intent) => `${feature} ${intent}`),
  );
  expect([...new Set(spoken)].toSorted()).toEqual(declared.toSorted());
});

test('each of these sentences is on a page', () => {
  const pages = globSync('apps/web/features/**/*.tsx').map((path) => readFileSync(path, 'utf8'));
  const shown = pages.flatMap((page) => [...page.matchAll(/<MissingIntents of=([^/]*)\/>/g)].map(([, of]) => of));
  const unseen = Object.keys(missingSentences).filter(
    (place) => !shown.some((of) => of?.includes(`"${place}"`) || of?.includes(`'${place}'`)),
  );
  expect(unseen).toEqual([]);
});
