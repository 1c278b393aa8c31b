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
  /** Writes down how far it is. */
  readonly note: () => Promise<void>;
}

/**
 * What was stored before stays, and only what comes after it is read: the storage knows how many bytes it has, and the marks know
 * after which piece that is. `count` sees what comes, and from which byte on.
 */
export async function openProgress(
  ctx: Ctx,
  row: RecordingRow,
  { question, count }: { question: LongQuestion; count: (from: number) => TransformStream<Uint8Array, Uint8Array> },
): Promise<Progress> {
  const madeFrom = question.ffmpegPath ? null : nameOf(question);
  const goesOn = madeFrom !== null && row.madeFrom === madeFrom;
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
        // Tries are counted from where it stood still: a crash after hours of work is none.
        await changeRecording(ctx.db, row.id, { tries: 1 });
      },
    },
  };
}

/** Another way of putting it together makes other bytes: then this number is to change. */
const OWN_WAY = 1;

/** Addresses change with every try, what they lead to does not. */
const nameOf = ({ url, maxRequests }: LongQuestion): string => `${OWN_WAY} ${maxRequests} ${new URL(url).pathname}`;

/** What is half done is nobody's any more. */
export async function dropProgress(ctx: Ctx, id: string): Promise<void> {
  const row = await findRecording(ctx.db, id);
  if (row?.uploadId) {
    try {
      await ctx.files.dropUpload(keyOf(id), row.uploadId);
    } catch (error) {
      // After a day it is swept away all the same.
      if (!(error instanceof UpstreamError)) throw error;
    }
    await changeRecording(ctx.db, id, { uploadId: null });
  }
  await forgetMarks(ctx.db, id);
}
