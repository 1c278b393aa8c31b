import { z } from 'zod';
import { isoDate } from '../wire/codecs.ts';

/** One line of a file, in the caller's language. */
export const FileLine = z
  .object({
    text: z.string(),
    /** The staff call that edits the text. Pages have labels for it. */
    call: z.string().optional(),
    note: z.string().nullable(),
    tone: z.enum(['ok', 'warn', 'danger']).nullable(),
    at: isoDate.nullable(),
    /** The page with more about this line, ours or Stripe's. */
    href: z.string().nullable(),
  })
  .meta({ id: 'FileLine' });
export type FileLine = z.infer<typeof FileLine>;

/** One feature's data about a server or a person. */
export const FileSection = z.object({ title: z.string(), lines: z.array(FileLine) }).meta({ id: 'FileSection' });
export type FileSection = z.infer<typeof FileSection>;
