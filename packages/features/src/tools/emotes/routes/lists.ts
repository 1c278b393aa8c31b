import { emotes } from '@tally/contract';
import { implement } from '@tally/kernel';
import { zipEmotes } from '../service/download.ts';
import { listEmotes } from '../service/list.ts';
import { previewEmote } from '../service/preview.ts';

const { listEmotes: list, previewEmote: preview, downloadEmotes: download } = emotes;

export const listRoutes = implement(
  { list, preview, download },
  {
    list: async (ctx, { params }) => await listEmotes(ctx, params),
    preview: async (ctx, { params }) => ({
      contentType: 'image/webp',
      fileName: `${params.id}.webp`,
      stream: new Blob([new Uint8Array(await previewEmote(ctx, params))]).stream(),
    }),
    download: async (ctx, { body, signal }) => ({
      contentType: 'application/zip',
      fileName: `${body.platform}-emotes.zip`,
      stream: zipEmotes(ctx, body, signal),
    }),
  },
);
