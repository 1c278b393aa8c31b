import { aboutPlatforms, type PremiumFlag, platformFlags, premiumFlags } from '@tally/contract';
import { flagsToCome, limitsToCome, userFlagsToCome } from '@tally/contract/premium/to-come';
import { expect, test } from 'vitest';
import { readSources } from './rules/source.ts';

test('plans promise exactly the flags that some code checks: a built one is removed from `to-come.ts`', () => {
  const code = readSources(
    /^packages\/((features|pipeline)\/src\/(?!premium\/).*|contract\/src\/notifications\/streamer-settings)\.ts$/,
  )
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n');
  const asked = new Set([...code.matchAll(/(?:'|\.)([A-Z]\w+)\b/g)].map(([, name]) => name));
  // `platformFlags[…]` uses the flag of every platform.
  if (/\bplatformFlags\[/.test(code)) for (const flag of Object.values(platformFlags)) asked.add(flag);
  // `clipFlag` uses the clip flag of every platform.
  if (/\bclipFlag\b/.test(code))
    for (const about of Object.values(aboutPlatforms)) if ('clipFlag' in about) asked.add(about.clipFlag);
  const unasked = (Object.keys(premiumFlags) as PremiumFlag[]).filter((flag) => !asked.has(flag));
  expect(unasked.toSorted()).toEqual(flagsToCome.toSorted());
});

test('no other part of the plans is missing: all of it is built', () =>
  expect([limitsToCome, userFlagsToCome]).toEqual([[], []]));
