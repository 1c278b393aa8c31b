import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['KICK_CLIENT_ID', 'KICK_CLIENT_SECRET'],
  ['KICK_CLIENT_SECRET', 'KICK_CLIENT_ID'],
  ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  ['TWITCH_CLIENT_SECRET', 'TWITCH_CLIENT_ID'],
  ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET'],
])('rejects %s alone by name instead of falling back to the simulated world', (given, missing) => {
  expect(() => readConfig({ NODE_ENV: 'test', [given]: 'x' })).toThrow(`${missing}: needed beside ${given}`);
  expect(() => readConfig({ NODE_ENV: 'test', [given]: 'x', [missing]: 'y' })).not.toThrow();
});
