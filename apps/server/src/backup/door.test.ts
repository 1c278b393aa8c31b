import { BackupError, type BackupOptions, type MadeBackup } from '@tally/infra/backup';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { type Ctx, type Doors, systemRandom } from '@tally/kernel';
import { testClock } from '@tally/tests/context';
import { expect, test, vi } from 'vitest';
import { handleBackupRequests, sealRequest } from './door.ts';

const clock = testClock();
const secretsOf = (fill: number) =>
  createSecrets({
    keys: parseKeys('test', `t:${Buffer.alloc(32, fill).toString('base64')}`),
    random: systemRandom,
  });
const options: BackupOptions = { to: '/backups', keep: 7, withFiles: true, password: 'long', isProved: false };
const made: MadeBackup = { path: '/backups/a.tally', bytes: 1, tables: 2, rows: 3, files: 4 };

const makeBackup = vi.fn<Doors['makeBackup']>();
const webhook = handleBackupRequests({ secrets: secretsOf(7), clock, makeBackup } as unknown as Doors);
const send = (sealed: string) =>
  webhook.receive({} as Ctx, { method: 'POST', headers: {}, query: {}, rawBody: Buffer.from(sealed) });

test('a request sealed by this installation gets its backup, or a sentence with the reason', async () => {
  const sealed = sealRequest({ secrets: secretsOf(7), clock }, options);
  makeBackup.mockResolvedValueOnce(made);
  expect(await send(sealed)).toMatchObject({ status: 200, body: JSON.stringify(made) });
  expect(makeBackup).toHaveBeenCalledWith(options);
  makeBackup.mockRejectedValueOnce(new BackupError('There is no room.'));
  expect(await send(sealed)).toMatchObject({ status: 200, body: '{"sentence":"There is no room."}' });
});

test('a stranger, and a request that is sent again later, learn nothing and get nothing', async () => {
  makeBackup.mockClear();
  const sealed = sealRequest({ secrets: secretsOf(7), clock }, options);
  const others = sealRequest({ secrets: secretsOf(8), clock }, options);
  clock.move(121_000);
  for (const each of ['', 'nothing', '{}', others, sealed]) expect(await send(each)).toEqual({ status: 404 });
  expect(makeBackup).not.toHaveBeenCalled();
});
