import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

it('rejects nightly backups that would leave the keys out', () => {
  const nightly = { NODE_ENV: 'test', BACKUP_DIR: '/backups' };
  expect(() => readConfig(nightly)).toThrow('BACKUP_PASSWORD: needed with BACKUP_DIR');
  expect(readConfig({ ...nightly, BACKUP_PASSWORD: 'long' })).toMatchObject({ BACKUP_KEEP: 7, BACKUP_FILES: 'on' });
});

it('names the release to Discord, with and without a token', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const env = { NODE_ENV: 'test', WEB_URL: 'https://tally.example' };
  const real = { ...env, DISCORD_TOKEN: 'a.b.c', DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 's' };
  const discord = { isReal: true, clientId: '1', apiUrl: 'https://discord.com/api' };
  const userAgent = `DiscordBot (https://tally.example, ${version})`;
  expect(readConfig(real).discord).toMatchObject({ ...discord, userAgent });
  expect(readConfig(env).discord).toMatchObject({ isReal: false, token: 'sim-bot-token', userAgent });
  expect(() => readConfig({ ...real, DISCORD_CLIENT_ID: '' })).toThrow(/needed beside DISCORD_TOKEN/);
});

it('reads a secret from a file, and explains what is wrong with the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    const path = join(folder, `${text.trim()}.txt`);
    writeFileSync(path, text);
    return path;
  };
  const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env });
  const url = fileOf('postgres:tally\n');
  expect(read({ ROLE: 'worker', DATABASE_URL_FILE: url }).DATABASE_URL).toBe('postgres:tally');
  expect(read({ ENCRYPTION_KEYS_FILE: fileOf('a:b\r\n') }).ENCRYPTION_KEYS).toBe('a:b');
  expect(read({ SITE_NAME_FILE: url, DISCORD_TOKEN_FILE: '' })).toMatchObject({ SITE_NAME: 'Tally' });
  const both = { DATABASE_URL: 'postgres:other', DATABASE_URL_FILE: url };
  expect(() => read(both)).toThrow('DATABASE_URL_FILE: remove it or DATABASE_URL, because both are set');
  const token = (path: string) => () => read({ DISCORD_TOKEN_FILE: path });
  expect(token(`${folder}/none`)).toThrow(`DISCORD_TOKEN_FILE: ${folder}/none cannot be read (ENOENT)`);
  expect(token(folder)).toThrow('cannot be read (EISDIR)');
  expect(token(fileOf('\n'))).toThrow('is empty');
});
