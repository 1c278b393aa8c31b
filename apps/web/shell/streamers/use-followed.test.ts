import { expect, test } from 'vitest';
import { isMeant } from './use-followed.ts';

const lumi = { streamerUserName: 'lumi-vale', displayName: 'Lumi_Vale' };

test.each(['', 'lumi', 'Lumi Vale', '@LUMI_VALE', 'https://kick.com/lumi-vale/videos?a=1', 'kick.com/Lumi-Vale'])(
  '%j finds a followed streamer',
  (text) => expect(isMeant(lumi, text)).toBe(true),
);

test.each(['lumos', 'https://kick.com/lumi', 'kick.com/'])('%j does not', (text) => {
  expect(isMeant(lumi, text)).toBe(false);
});

test('names in other scripts are found by a part', () => {
  expect(isMeant({ streamerUserName: 'kobo_hinata', displayName: 'ひなた工房' }, '工房')).toBe(true);
});
