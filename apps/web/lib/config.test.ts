import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const sources = (env: Record<string, string>) => readConfig(env).pictureSources.join(' ');

test('pictures of videos come from the simulated world, and beside a real Discord from their platforms', () => {
  expect(sources({})).toContain('/youtube/cdn');
  expect(sources({})).not.toMatch(/ytimg|tiktokcdn/);
  // Videos are shared from the real ones even where no platform is set up.
  const real = sources({ DISCORD_TOKEN: 'token' });
  expect(real).toContain('https://i.ytimg.com');
  expect(real).toContain('https://*.tiktokcdn.com');
  expect(sources({ YOUTUBE_API_KEY: 'key' })).not.toContain('/youtube/cdn');
});
