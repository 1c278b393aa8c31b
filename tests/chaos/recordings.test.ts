import { setTimeout as pause } from 'node:timers/promises';
import { createS3Files } from '@tally/infra/files';
import { hours, minutes, seconds } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { Client } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startCrew } from './world/crew.ts';
import { throwDice } from './world/dice.ts';
import { print } from './world/print.ts';
import { isNight, sized, soak } from './world/sizes.ts';

/** Saves a recording to a bucket with processes that are killed repeatedly. */
const size = sized({
  small: { streamMs: 0, kills: 0 },
  nightly: { streamMs: hours(2), kills: 4 },
  // About one gigabyte.
  full: { streamMs: hours(20), kills: 10 },
});
const PIECE_MS = seconds(10);
const PART_BYTES = 8 * 1024 * 1024;
/** At a kill, one segment is being stored, one is loading, and one is not yet reported. */
const READ_AHEAD = 3;
const SOON = { timeout: 600_000, interval: 100 };
/** Saving a gigabyte takes long, because the simulated world creates each segment. */
const AT_LAST = { timeout: 3_000_000, interval: 1_000 };
const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' };

const started = isNight ? await startPostgres() : { reason: 'it is looked at by night' };
const postgres = 'url' in started ? started : null;
if (isNight && 'reason' in started) process.stdout.write(`No Postgres for the recordings: ${started.reason}\n`);
afterAll(() => postgres?.stop());

describe.skipIf(!postgres)('kill -9 while a recording is saved', () => {
  test('at random moments: it resumes, does not send stored parts again, and plays from start to end', async () => {
    const { url: databaseUrl } = postgres as PostgresServer;
    const dice = throwDice();
    const [sim, s3] = [await startSim({ limits: false }), await startFakeS3(keys)];
    const files = createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys });
    const videoId = await stream(sim);
    const crew = await startCrew({
      sim,
      databaseUrl,
      roles: ['all'],
      env: {
        PLANS: 'unlimited',
        LOG_LEVEL: 'info',
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: 'tally',
        S3_REGION: keys.region,
        S3_ACCESS_KEY_ID: keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      },
    });
    const ask = async (query: string) => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query(query);
      await client.end();
      return rows as { state: string; reason: string | null; bytes: string | null }[];
    };
    await ask(`
      insert into vod_recordings (id, platform, video_id, channel_id, channel_name, url, started_at, state, found_at)
      values ('one', 'kick', '${videoId}', '676', 'xqc', 'https://kick.com', now(), 'waiting', now() - interval '1 hour');
      insert into vod_keepers (recording_id, server_id, streamer_name, hours) values ('one', '900000000000000001', 'xqc', 72)`);

    const sent: number[] = [];
    for (let kill = 0; kill < size.kills; kill += 1) {
      const before = s3.parts.length;
      await vi.waitFor(() => expect(s3.parts.length).toBeGreaterThan(before), SOON);
      await pause(dice.between(0, 1_500));
      await crew.members[0]?.kill();
      sent.push(s3.parts.length - before);
      // Ends the claim immediately, which would otherwise take two minutes.
      await ask("update vod_recordings set busy_until = now() where id = 'one'");
      await crew.members[0]?.untilUp();
    }
    const [row] = await vi.waitFor(async () => {
      const rows = await ask("select state, reason, bytes from vod_recordings where id = 'one'");
      expect(rows[0]?.state).not.toBe('saving');
      return rows;
    }, AT_LAST);
    const lines = crew.output().split('\n');
    const told = lines.filter((line) => line.includes('recording'));
    expect([row?.state, row?.reason, row?.state === 'kept' ? [] : told]).toEqual(['kept', null, []]);
    expect([s3.open.size, crew.crashes]).toEqual([0, []]);

    const mp4 = (await files.get('vods/one.mp4')) ?? new Uint8Array();
    expect(mp4.length).toBe(Number(row?.bytes));
    const input = new Input({ source: new BufferSource(new Uint8Array(mp4)), formats: [MP4] });
    expect(Math.round(await input.computeDuration())).toBe(size.streamMs / 1_000);
    const track = await input.getPrimaryVideoTrack();
    const packets = { count: 0, empty: 0 };
    if (track)
      for await (const { byteLength } of new EncodedPacketSink(track).packets()) {
        packets.count += 1;
        if (byteLength === 0) packets.empty += 1;
      }
    expect([packets.count > size.streamMs / 1_000, packets.empty]).toEqual([true, 0]);
    const again = s3.parts.filter((number, at) => s3.parts.indexOf(number) < at);
    expect(again).toEqual([]);
    const pieces = Math.ceil(size.streamMs / PIECE_MS);
    const read = Number((sim.worlds.get('kick')?.summary() as { pieces_sent: number } | undefined)?.pieces_sent);
    // Each kill costs half a part and the segments loaded in advance, which are read again.
    const piecesOfPart = (pieces * PART_BYTES) / mp4.length;
    expect(read - pieces).toBeLessThan(size.kills * (piecesOfPart + READ_AHEAD));
    print(`A recording of ${size.streamMs / minutes(1)} minutes (${soak})`, {
      'parts sent before each kill': sent.join(', '),
      'parts, sent again': `${new Set(s3.parts).size}, ${again.length}`,
      'pieces, read again': `${pieces}, ${read - pieces} (${(((read - pieces) / pieces) * 100).toFixed(1)} %)`,
      'bytes, packets': `${mp4.length}, ${packets.count}`,
    });
    await crew.close();
    await s3.close();
    await sim.close();
  }, 3_600_000);
});

/** Ends a stream of this length, and returns the name of its recording. */
async function stream(sim: Sim): Promise<string> {
  const act = (action: string, body: object) => sim.worlds.get('kick')?.controls[action]?.(body);
  act('go-live', { who: 'xqc' });
  sim.clock.advance(size.streamMs);
  act('end', { who: 'xqc' });
  const headers = { origin: 'https://kick.com', referer: 'https://kick.com/' };
  const answer = await fetch(`${sim.url}/kick/web/api/v1/channels/1676/videos`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}
