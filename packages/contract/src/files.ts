import { z } from 'zod';
import { staff } from './access.ts';
import { sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { FileKey } from './fields.ts';

export const StoredFile = z
  .object({ key: z.string().optional(), size: z.int().optional(), lastModified: z.string().optional() })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

export const files = {
  listFiles: endpoint({
    method: 'GET',
    path: '/data/files',
    summary: 'Uploaded files, such as pictures of blog posts.',
    access: staff,
    reply: z.array(StoredFile),
  }),
  uploadFile: endpoint({
    method: 'POST',
    path: '/data/files',
    summary: 'Uploads a file under a key.',
    access: staff,
    body: z.object({ key: FileKey }),
    upload: { field: 'file', maxBytes: 8 * 1024 * 1024 },
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
