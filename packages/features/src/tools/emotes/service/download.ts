import type { EmoteFormat, EmoteSize, PickedEmote } from '@tally/contract';
import { type Ctx, type Download, UpstreamError } from '@tally/kernel';
import { readEmoteAddress } from '@tally/platforms/emote-address';
import { downloadZip } from 'client-zip';
import { nameOnce, safeName } from './file-name.ts';
import { toGif } from './gif.ts';
import { fetchEmote } from './images.ts';

/** How many emotes are loaded while another is written. This uses the bandwidth with bounded memory. */
const AHEAD = 6;

interface Wanted {
  readonly emotes: readonly PickedEmote[];
  readonly size?: EmoteSize | undefined;
  readonly format?: EmoteFormat | undefined;
}

type Got = { readonly name: string } & (
  | { readonly file: Buffer; readonly ending: string }
  | { readonly problem: string }
);

/** Streams a zip that is written while the client reads it. Nothing is stored, and a disconnect stops it. */
export function zipEmotes(ctx: Ctx, wanted: Wanted, signal: AbortSignal): Download['stream'] {
  const { body } = downloadZip(writeFiles(ctx, wanted, signal));
  if (!body) throw new Error('a zip without a body');
  return body;
}

async function* writeFiles(ctx: Ctx, wanted: Wanted, signal: AbortSignal) {
  const nameOf = nameOnce();
  const failed: string[] = [];
  for await (const got of ahead(wanted.emotes, (emote) => fetchOne(ctx, emote, { ...wanted, signal }))) {
    if ('file' in got) yield { name: nameOf(safeName(got.name), got.ending), input: got.file };
    else failed.push(`${safeName(got.name)}: ${got.problem}\r\n`);
  }
  if (failed.length > 0) yield { name: nameOf('failed', 'txt'), input: failed.join('') };
}

/** Returns results in order, runs a few items at a time, and never runs far ahead of the reader. */
async function* ahead<T>(items: readonly T[], run: (item: T) => Promise<Got>): AsyncGenerator<Got> {
  const running: Promise<Got>[] = [];
  for (const item of items) {
    running.push(run(item));
    if (running.length >= AHEAD) yield (await running.shift()) as Got;
  }
  for (const rest of running) yield await rest;
}

async function fetchOne(
  ctx: Ctx,
  { name, url }: PickedEmote,
  about: Pick<Wanted, 'size' | 'format'> & { signal: AbortSignal },
): Promise<Got> {
  const emote = readEmoteAddress(ctx.config, url);
  if (!emote) return { name, problem: 'not an emote of a known source' };
  try {
    const image = await fetchEmote(ctx, emote, { size: about.size ?? 'large', signal: about.signal });
    if (about.format === 'gif' && image.isAnimated && image.type !== 'gif')
      return { name, ...(await toGif(ctx, image, about.signal)) };
    return { name, file: image.bytes, ending: image.type };
  } catch (error) {
    if (error instanceof UpstreamError) return { name, problem: problems[error.kind] };
    if (about.signal.aborted) return { name, problem: 'cancelled' };
    throw error;
  }
}

const problems: Readonly<Record<UpstreamError['kind'], string>> = {
  down: 'did not answer in time',
  limited: 'gets too many requests right now',
  denied: 'was refused',
  gone: 'no longer exists',
  odd: 'is not a picture, or too large',
};
