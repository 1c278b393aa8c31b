import { z } from 'zod';
// The API translates these messages. It finds the key by the English text.
import { fields as say } from '../texts/en/fields.ts';
import { staff } from '../wire/access.ts';
import { page, queryFlag, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { FileKey } from '../wire/fields.ts';

/** The allowed file extensions. SVG is missing because it can contain scripts. */
export const uploadTypes = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'pdf'] as const;
export type UploadType = (typeof uploadTypes)[number];
export const MOST_UPLOAD_BYTES = 8 * 1024 * 1024;

/** The public path of uploaded files, followed by the key. */
export const FILES_PATH = '/files/content/';

const words = '[a-z0-9]+(?:[-_][a-z0-9]+)*';
/** Lower case only, because some disks ignore case. One extension only, because a second could contradict the first. */
const KEY = new RegExp(`^(?:${words}/){0,4}${words}\\.(?:${uploadTypes.join('|')})$`);
const isDevice = (key: string) => key.split('/').some((part) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(part));

export const UploadKey = z
  .string()
  .max(120)
  .regex(KEY, say.uploadKey)
  .refine((key) => !isDevice(key), say.uploadKey)
  .meta({ examples: ['blog/summer.png'] });

export const FileUse = z
  .object({
    title: z.string(),
    /** The page on which staff edit the text. */
    path: z.string(),
  })
  .meta({ id: 'FileUse' });
export type FileUse = z.infer<typeof FileUse>;

export const StoredFile = z
  .object({
    key: z.string().optional(),
    size: z.int().optional(),
    lastModified: z.string().optional(),
    /** The file's public URL, which stays when the file is replaced. */
    url: z.string(),
    usedIn: z.array(FileUse),
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

export const files = {
  listFiles: endpoint({
    method: 'GET',
    path: '/data/files',
    summary: 'Uploaded files, such as pictures of blog posts, in the order of their keys.',
    access: staff,
    query: z.object(page),
    reply: z.array(StoredFile),
  }),
  uploadFile: endpoint({
    method: 'POST',
    path: '/data/files',
    summary: 'Uploads a file under a key. An existing file is replaced only on request.',
    access: staff,
    isSlow: true,
    body: z.object({ key: UploadKey, replace: queryFlag.optional() }),
    upload: { field: 'file', maxBytes: MOST_UPLOAD_BYTES },
    reply: sentence,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/data/files/{key}',
    summary: 'Deletes an uploaded file.',
    access: staff,
    params: z.object({ key: FileKey }),
    reply: sentence,
  }),
} as const satisfies Home;
