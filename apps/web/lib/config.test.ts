import { aboutPlatforms, platforms } from '@tally/contract/platforms/words';
import { expect, test, vi } from 'vitest';
import { config, keepSettings, readConfig } from './config.ts';

const sources = (env: Record<string, string>) => readConfig(env).pictureSources.join(' ');

test('pictures of videos come from the simulated world, or beside a real Discord from their platforms', () => {
  expect(sources({})).toContain('/youtube/cdn');
  expect(sources({})).not.toMatch(/ytimg|tiktokcdn/);
  // Videos come from the real sites, even if no platform is configured.
  const real = sources({ DISCORD_TOKEN: 'token' });
  expect(real).toContain('https://i.ytimg.com');
  expect(real).toContain('https://*.tiktokcdn.com');
  expect(sources({ YOUTUBE_API_KEY: 'key' })).not.toContain('/youtube/cdn');
});

test('a secret in a file counts as set, and the file is not read', () => {
  expect(sources({ DISCORD_TOKEN_FILE: '/none' })).toBe(sources({ DISCORD_TOKEN: 'token' }));
  expect(sources({ DISCORD_TOKEN_FILE: '' })).toBe(sources({}));
});

test.each(platforms)('the hosts of the pictures of %s come from its words', (platform) => {
  const { settings, pictures } = aboutPlatforms[platform];
  const set = settings.map((setting) => setting.split('='));
  const real = sources(Object.fromEntries(set.map(([name = '', value = 'key']) => [name, value])));
  for (const host of pictures.real) expect(real).toContain(host);
  expect(real).not.toContain(pictures.simulated);
  expect(sources({})).toContain(pictures.simulated);
});

test('real players are used beside a real Discord, unless a setting asks for the simulated ones or names others', () => {
  const players = (env: Record<string, string>) => readConfig({ DISCORD_TOKEN: 'token', ...env }).players;
  const real = { youtube: 'https://www.youtube-nocookie.com', tiktok: 'https://www.tiktok.com' };
  expect(players({})).toEqual(real);
  expect(players({ TIKTOK_PAGES: 'simulated' }).tiktok).toContain('/tiktok-player');
  expect(players({ YOUTUBE_SIMULATED: '1' }).youtube).toContain('/youtube-player');
  expect(players({ YOUTUBE_SIMULATED: '1', YOUTUBE_API_KEY: 'key' }).youtube).toBe(real.youtube);
  expect(players({ YOUTUBE_PLAYER_URL: 'https://player.example/' }).youtube).toBe('https://player.example');
  expect(readConfig({}).players.tiktok).toContain('/tiktok-player');
});

test('links to the simulated world disappear with a real Discord, unless a platform is simulated on request', () => {
  const world = 'http://localhost:4400';
  const real = { DISCORD_TOKEN: 'token' };
  expect([readConfig({}).worldUrl, readConfig({ KICK_CLIENT_ID: 'set' }).worldUrl]).toEqual([world, world]);
  expect([readConfig(real).worldUrl, readConfig({ ...real, KICK_SIMULATED: 'false' }).worldUrl]).toEqual([
    undefined,
    undefined,
  ]);
  for (const wish of [{ KICK_SIMULATED: 'true' }, { YOUTUBE_SIMULATED: '1' }, { RUMBLE_PAGES: 'simulated' }])
    expect(readConfig({ ...real, ...wish }).worldUrl).toBe(world);
});

test('settings that the API has stored count, unless the environment of the web app sets them', () => {
  vi.stubEnv('WEB_URL', 'https://own.example');
  vi.stubEnv('DISCORD_TOKEN', '');
  expect(config().DISCORD_TOKEN).toBeFalsy();
  keepSettings({ WEB_URL: 'https://stored.example', DISCORD_TOKEN: 'set' });
  expect([config().webUrl, config().cdnUrl]).toEqual(['https://own.example', 'https://cdn.discordapp.com']);
  keepSettings({});
  vi.unstubAllEnvs();
});
