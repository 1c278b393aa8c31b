import { BackupError, type BackupOptions } from '@tally/infra/backup';
import { type Ctx, type Doors, minutes, type Webhook } from '@tally/kernel';
import { z } from 'zod';

const PURPOSE = 'backup.request';
const GOOD_FOR_MS = minutes(2);

const Asked = z.object({
  at: z.number(),
  options: z.object({
    to: z.string(),
    keep: z.number().nullable(),
    withFiles: z.boolean(),
    password: z.string().nullable(),
    isProved: z.boolean(),
  }),
});
export const Answered = z.union([
  z.object({ path: z.string(), bytes: z.number(), tables: z.number(), rows: z.number(), files: z.number() }),
  z.object({ sentence: z.string() }),
]);

/** Only a program with the keys of this installation can make such a request. */
export const sealRequest = ({ secrets, clock }: Pick<Ctx, 'secrets' | 'clock'>, options: BackupOptions): string =>
  secrets.encrypt(PURPOSE, JSON.stringify({ at: clock.now().getTime(), options }));

function openRequest({ secrets, clock }: Doors, sealed: string): BackupOptions | null {
  try {
    const { at, options } = Asked.parse(JSON.parse(secrets.decrypt(PURPOSE, sealed)));
    return Math.abs(clock.now().getTime() - at) < GOOD_FOR_MS ? options : null;
  } catch {
    // An unknown caller must not learn why the request was refused.
    return null;
  }
}

/** `npm run backup` calls this when a server runs, because only the server can read its built-in database. */
export const handleBackupRequests = (doors: Doors): Webhook => ({
  name: 'backup',
  methods: ['POST'],
  async receive(_ctx, { rawBody }) {
    const options = openRequest(doors, rawBody.toString());
    if (!options) return { status: 404 };
    const answer = await doors.makeBackup(options).catch((error: unknown) => {
      if (error instanceof BackupError) return { sentence: error.message };
      throw error;
    });
    return { status: 200, contentType: 'application/json; charset=utf-8', body: JSON.stringify(answer) };
  },
});
