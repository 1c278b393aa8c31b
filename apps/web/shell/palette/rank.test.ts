import { expect, test } from 'vitest';
import { rank } from './rank.ts';

test('letters that are strewn over a name find nothing', () => {
  expect(rank('tool manage Manage Server', 'mem')).toBe(0);
  expect(rank('/dashboard Dashboard', 'mem')).toBe(0);
  expect(rank('streamer @member000 kick  member000', 'mem')).toBe(1);
});

test('matches at the start of words come before matches inside them, and every typed word counts', () => {
  expect(rank('tool sticky-message Sticky Message', 'mes')).toBe(1);
  expect(rank('tool sticky-message Sticky Message', 'ess')).toBe(0.5);
  expect(rank('tool sticky-message Sticky Message', 'sti mes')).toBe(1);
  expect(rank('tool sticky-message Sticky Message', 'sti kick')).toBe(0);
});

test('marks, capitals and signs of addresses do not matter', () => {
  expect(rank('tool home الإعدادات', 'اعداد')).toBe(0.5);
  expect(rank('Café 801', 'cafe')).toBe(1);
  expect(rank('streamer @lumi_vale kick  lumi_vale', '@lumi-vale')).toBe(1);
});
