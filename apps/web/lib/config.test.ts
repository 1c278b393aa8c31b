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

test('links to the simulated world disappear once Discord and every platform is real or off', () => {
  const real = {
    DISCORD_TOKEN: 'token',
    KICK_CLIENT_ID: 'id',
    KICK_CLIENT_SECRET: 'secret',
    TWITCH_CLIENT_ID: 'id',
    TWITCH_CLIENT_SECRET: 'secret',
    YOUTUBE_API_KEY: 'key',
    TIKTOK_PAGES: 'real',
    RUMBLE_PAGES: 'off',
  };
  expect(readConfig(real).worldUrl).toBe(undefined);
  for (const key of Object.keys(real))
    expect(readConfig({ ...real, [key]: '' }).worldUrl).toBe('http://localhost:4400');
  expect(readConfig({ ...real, RUMBLE_PAGES: 'simulated' }).worldUrl).toBe('http://localhost:4400');
});
