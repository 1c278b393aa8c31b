import { z } from 'zod';
import { anyone, staff } from './access.ts';
import { isoDate, queryFlag } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { count, epochMs, FileKey } from './fields.ts';
import { ServerId } from './ids.ts';

/** A recording that a server may watch until a day. */
export const VodLink = z
  .object({ guildId: ServerId, tempUrl: z.string(), allowedUntil: isoDate })
  .meta({ id: 'VodLink' });
export type VodLink = z.infer<typeof VodLink>;

export const VodFile = z
  .object({
    key: z.string(),
    tempUrl: z.string(),
    allowedGuilds: z.array(ServerId),
    contentType: z.string().optional(),
    contentLength: z.int().optional(),
    expiresAt: z.string().optional(),
    lastModified: epochMs.optional(),
  })
  .meta({ id: 'VodFile' });
export type VodFile = z.infer<typeof VodFile>;

const named = z.object({ fileKey: FileKey });

export const vods = {
  countVods: endpoint({
    method: 'GET',
    path: '/data/vods',
    summary: 'How many recordings are registered and stored.',
    access: staff,
    reply: z.object({ registeredFiles: count, totalVodsInR2: count }),
  }),
  watchVod: endpoint({
    method: 'GET',
    path: '/data/vods/{guildId}/{fileKey}',
    summary: 'Leads to a recording; the address it leads to is short-lived.',
    access: anyone,
    params: z.object({ guildId: ServerId, fileKey: FileKey }),
    query: z.object({ noRedirect: queryFlag.optional() }),
    reply: VodLink,
    answers: 'redirect',
  }),
  getVod: endpoint({
    method: 'GET',
    path: '/data/vods/{fileKey}',
    summary: 'A stored recording and who may watch it.',
    access: staff,
    params: named,
    reply: VodFile,
  }),
  removeVod: endpoint({
    method: 'DELETE',
    path: '/data/vods/{fileKey}',
    summary: 'Deletes a stored recording.',
    access: staff,
    params: named,
    reply: z.literal(true),
  }),
} as const satisfies Home;
