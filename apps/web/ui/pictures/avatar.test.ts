import { expect, it } from 'vitest';
import { scaled } from './avatar.tsx';

it('requests a picture from Discord in the displayed size, and through our own origin', () => {
  const src = 'https://cdn.discordapp.com/icons/1/a.png?size=4096';
  expect(scaled(src, 50)).toBe(
    `/api/emoji-proxy?url=${encodeURIComponent('https://cdn.discordapp.com/icons/1/a.png?size=64')}`,
  );
  expect(scaled('/icon.svg', 50)).toBe('/icon.svg');
});
