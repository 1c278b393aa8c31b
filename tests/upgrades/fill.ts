import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { alertRoom } from '@tally/tests/alert-room';
import { nightCity } from '@tally/tests/api';
import { expect, it, vi } from 'vitest';

/**
 * Runs inside the checkout of a release, as a scenario of that release (`npm run upgrade:fill -- v0.5.0`), so it uses
 * only what every release has. It leaves the database of a server with a running stream in `UPGRADE_FILE`.
 */
const scene = alertRoom('kick');

it('fills a database the way a person would, and stores it', async () => {
  const { api, room } = scene;
  const token = await api.logIn();
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await api.request(method, path, { token, body });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
  };
  const server = `/data/guild/${nightCity}`;
  await send('PATCH', server, { locale: 'ar-SA', welcomeEnabled: true, welcomeChannelId: room });
  await send('POST', `/data/starboards/${nightCity}`, { channelId: room, threshold: 4, emoji: '⭐' });
  await send('POST', `${server}/kick/xqc`, { notificationChannelId: room, onlineContent: 'Come in: {url}' });
  await send('POST', `${server}/twitch/xqc`, { notificationChannelId: room });
  await send('POST', `${server}/youtube/@kelpforest`, { notificationChannelId: room });
  await send('POST', `${server}/rumble/harborradio?rumbleType=channel`, { notificationChannelId: room });
  scene.act('go-live', { who: 'xqc', title: 'Before the update' });
  await vi.waitFor(async () => expect(await scene.shown()).toHaveLength(1), 60_000);
  await api.database.session(async (session) => {
    const isPosted = async () => {
      const { rows } = await session.query(`select 1 from deliveries where message_id is not null`);
      expect(rows).toHaveLength(1);
    };
    await vi.waitFor(isPosted, 60_000);
    const { rows } = await session.query<{ name: string }>('select current_database() as name');
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    const dump = ['--no-owner', '--no-privileges', '--inserts', '--exclude-schema=pgboss', url.href];
    const text = execFileSync(process.env['PG_DUMP'] ?? 'pg_dump', dump, { encoding: 'utf8', maxBuffer: 1e8 });
    // Removes the lines for psql, which are not SQL.
    writeFileSync(process.env['UPGRADE_FILE'] ?? '', gzipSync(text.replaceAll(/^\\.*\n/gm, ''), { level: 9 }));
  });
});
