import { expect, it } from 'vitest';
import { nameEmojis } from './names.ts';

it('names become valid for Discord, without other scripts or paths', () => {
  const named = nameEmojis(['chooHi', 'a', ':-)', '../x', 'CON', 'x'.repeat(40), '\u202Eevil\0', 'مرحبا', '']);
  for (const name of named) expect(name).toMatch(/^[A-Za-z0-9_]{2,32}$/);
  expect(named.slice(0, 5)).toEqual(['chooHi', 'emote_a', 'emote', '_x', 'CON']);
});

it('distinguishes two equal names, even at full length', () => {
  expect(nameEmojis(['hi-5', 'hi_5', 'HI 5'])).toEqual(['hi_5', 'hi_5_2', 'HI_5_3']);
  const [first, second] = nameEmojis(['x'.repeat(32), 'x'.repeat(33)]);
  expect([first, second]).toEqual(['x'.repeat(32), `${'x'.repeat(30)}_2`]);
});
