import type { ByteSource, UploadMemory } from '@tally/infra/files';
import { type LongQuestion, type Mark, openRemux } from '@tally/infra/video';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { addMarks, forgetMarks, listMarks } from '../store/marks.ts';
import { changeRecording, findRecording } from '../store/recordings.ts';
import type { RecordingRow } from '../tables.ts';
import { keyOf } from './file-key.ts';

interface Progress {
  readonly source: ByteSource;
  readonly resume: UploadMemory;
  /** Stores the progress. */
  readonly note: () => Promise<void>;
}

/**
 * Keeps the stored bytes and reads only the rest. The storage reports how many bytes it has, and the marks give the
 * matching segment. `count` receives the new bytes and their offset.
 */
export async function openProgress(
  ctx: Ctx,
  row: RecordingRow,
  { question, count }: { question: LongQuestion; count: (from: number) => TransformStream<Uint8Array, Uint8Array> },
): Promise<Progress> {
  const madeFrom = nameOf(question);
  const goesOn = row.madeFrom === madeFrom;
  if (!goesOn) {
    await dropProgress(ctx, row.id);
    await changeRecording(ctx.db, row.id, { madeFrom });
  }
  const marks = goesOn ? await listMarks(ctx.db, row.id) : [];
  let fresh: Mark[] = [];
  let isFurther = false;
  const note = async (): Promise<void> => {
    const those = fresh;
    fresh = [];
    await addMarks(ctx.db, row.id, those);
  };
  return {
    note,
    source(stored) {
      const from = marks.filter(({ bytes }) => bytes <= stored);
      const at = from.at(-1)?.bytes ?? 0;
      const onMark = (mark: Mark): void => void fresh.push(mark);
      return { from: at, bytes: openRemux(question, { from, onMark }).pipeThrough(count(at)) };
    },
    resume: {
      uploadId: goesOn ? row.uploadId : null,
      remember: async (uploadId) => await changeRecording(ctx.db, row.id, { uploadId }),
      async stored() {
        await note();
        if (isFurther) return;
        isFurther = true;
        // Attempts count from the last progress, so a crash after hours of work does not use up the attempts.
        await changeRecording(ctx.db, row.id, { tries: 1 });
      },
    },
  };
}

/** Increase this number when the join would produce different bytes. */
const OWN_WAY = 1;

/** URLs change with every attempt, but their paths do not. */
const nameOf = ({ url, maxRequests }: LongQuestion): string => `${OWN_WAY} ${maxRequests} ${new URL(url).pathname}`;

/** Deletes an upload whose recording no longer exists. */
export async function dropProgress(ctx: Ctx, id: string): Promise<void> {
  const row = await findRecording(ctx.db, id);
  if (row?.uploadId) {
    try {
      await ctx.files.dropUpload(keyOf(id), row.uploadId);
    } catch (error) {
      // The sweep would delete the upload after a day anyway.
      if (!(error instanceof UpstreamError)) throw error;
    }
    await changeRecording(ctx.db, id, { uploadId: null });
  }
  await forgetMarks(ctx.db, id);
}
