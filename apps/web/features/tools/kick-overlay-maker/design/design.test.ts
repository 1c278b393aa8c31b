import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Design, fromAddress, mostBadgeLetters, mostTextLetters, toAddress, usualDesign } from './design.ts';
import { designs } from './designs.ts';

test.each(Object.entries(designs))('the design %s is the same after a way through an address', (_, design) => {
  expect(fromAddress(`#${toAddress(design)}`)).toEqual(design);
});

test('keeps words in any script', () => {
  const design: Design = { ...usualDesign, badge: 'pill', badgeWords: 'مباشر & #1', text: '配信中 = 🎮' };
  expect(fromAddress(toAddress(design))).toEqual(design);
});

test('ignores unknown and out-of-range values in an address', () => {
  const read = fromAddress('#v=1&ring=lasers&ringWidth=9000&gap=-1&from=red&badge=pill&glitter=yes&angle=&to=0A0B0C');
  expect(read).toEqual({ ...usualDesign, badge: 'pill', to: '#0a0b0c' });
});

test.each(['', '#', '#v=2&ring=neon', '#ring=neon', '#top-servers'])('"%s" is no design', (address) => {
  expect(fromAddress(address)).toBeNull();
});

test('the address of any design is at most 2 kB', () => {
  const widest = '😀'.repeat(40);
  const design: Design = {
    shape: 'squircle',
    background: '#123456',
    ring: 'scallops',
    ringWidth: 61,
    gap: 13,
    from: '#abcdef',
    to: '#fedcba',
    angle: 217,
    badge: 'ribbon',
    badgeWords: Array.from(widest).slice(0, mostBadgeLetters).join(''),
    badgeMark: 'crown',
    badgeEnd: 'top',
    badgeFill: '#112233',
    badgeInk: '#332211',
    text: Array.from(widest).slice(0, mostTextLetters).join(''),
    textEnd: 'bottom',
    textInk: '#998877',
    textSize: 63,
  };
  expect(fromAddress(toAddress(design))).toEqual(design);
  expect(toAddress(design).length).toBeLessThanOrEqual(2048);
});

test('a design read from any address survives being written and read again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(usualDesign)), fc.string()), (said) => {
      const read = fromAddress(new URLSearchParams({ ...said, v: '1' }).toString());
      expect(read && fromAddress(toAddress(read))).toEqual(read);
    }),
  );
});
