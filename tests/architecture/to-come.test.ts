import { type PremiumFlag, premiumFlags } from '@tally/contract';
import { flagsToCome, limitsToCome, userFlagsToCome } from '@tally/contract/to-come';
import { features } from '@tally/features/registry';
import { expect, test } from 'vitest';
import { notBuilt } from '../../apps/server/src/not-built.ts';
import { readSources } from './rules/source.ts';

test('plans promise exactly the flags that something asks for: whoever builds one takes it out of `to-come.ts`', () => {
  const code = readSources(
    /^packages\/((features|pipeline)\/src\/(?!premium\/).*|contract\/src\/streamer-settings)\.ts$/,
  )
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n');
  const asked = new Set([...code.matchAll(/(?:'|\.)([A-Z]\w+)\b/g)].map(([, name]) => name));
  const unasked = (Object.keys(premiumFlags) as PremiumFlag[]).filter((flag) => !asked.has(flag));
  expect(unasked.toSorted()).toEqual(flagsToCome.toSorted());
});

test.each([
  ['Giveaways', limitsToCome.some((limit) => limit.startsWith('Giveaway')), notBuilt.includes('giveaways.getGiveaway')],
  ['kept recordings', limitsToCome.some((limit) => limit.includes('Vod')), notBuilt.includes('vods.getVod')],
  ['media share', userFlagsToCome.includes('MediaShare'), !features.some(({ name }) => name === 'media-sharing')],
])('%s are left out of the plans as long as they are not built', (_name, isLeftOut, isMissing) => {
  expect(isLeftOut).toBe(isMissing);
});
