import { createHash } from 'node:crypto';
import type { Ctx, OpenPath } from '@tally/kernel';
import type { OverlayOptions } from 'sharp';
import { loadSharp } from './fonts.ts';
import { colours, drawable, drawInBox, textPicture } from './text.ts';

export interface ShareWords {
  readonly title: string;
  /** The author or subject, shown in one line at the bottom. */
  readonly line: string;
  readonly site: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 80;
const ROOM = { width: WIDTH - 2 * EDGE, height: 330 } as const;
const LAMP = 28;
const LAMP_TOP = EDGE + LAMP;
/** The distance from the edge to the wordmark. */
const LAMP_ROOM = 2 * LAMP + 20;
const wordmark = { size: 42, weight: 'SemiBold', colour: colours.text } as const;
/** The first size that fits is used. A title of two hundred wide letters shrinks below the smallest size. */
const sizes = [76, 64, 54, 46] as const;

/** The first letter with a direction decides, as in browsers with `dir="auto"`. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** Draws the preview image for links to our pages, as PNG. */
export async function drawShareImage({ title, line, site }: ShareWords): Promise<Buffer> {
  const { default: sharp } = await loadSharp();
  const isRtl = isRightToLeft(title);
  const small = { size: 32, weight: 'Regular', colour: colours.muted } as const;
  const [name, words, below] = await Promise.all([
    drawInBox(drawable(site).toUpperCase(), wordmark, { width: 600, height: 56 }),
    drawTitle(drawable(title)),
    drawInBox(drawable(line), small, { width: ROOM.width, height: 50 }),
  ]);
  const layers: OverlayOptions[] = [];
  const put = (drawn: { image: Buffer; width: number; height: number } | null, top: number, indent = 0) => {
    if (!drawn) return;
    const left = isRtl ? WIDTH - EDGE - indent - drawn.width : EDGE + indent;
    layers.push({ input: drawn.image, top: Math.round(top), left });
  };
  put(name, LAMP_TOP - (name?.height ?? 0) / 2, LAMP_ROOM);
  put(words, (HEIGHT - (words?.height ?? 0)) / 2);
  put(below, HEIGHT - EDGE - (below?.height ?? 0) + 10);
  return await sharp(Buffer.from(frame(isRtl)))
    .composite(layers)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The background and the lamp, as in the logo. */
const frame = (isRtl: boolean) => {
  const lamp = `cx="${isRtl ? WIDTH - EDGE - LAMP : EDGE + LAMP}" cy="${LAMP_TOP}" fill="${colours.lamp}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.ground}"/><circle ${lamp} r="${LAMP}" opacity=".22"/><circle ${lamp} r="${LAMP * 0.6}"/></svg>`;
};

async function drawTitle(title: string) {
  if (title === '') return null;
  for (const size of sizes) {
    const style = { size, weight: 'SemiBold', colour: colours.text } as const;
    const isLast = size === sizes.at(-1);
    const { height } = await (await textPicture(title, style, ROOM.width)).metadata();
    if (height <= ROOM.height || isLast) return await drawInBox(title, style, { ...ROOM, breaks: true });
  }
  return null;
}

const HOUR_MS = 3_600_000;

/**
 * Returns the key of the preview image. It is drawn on the first request, and concurrent requests share one drawing.
 * `owner` identifies the subject, whose words may change. The image of its earlier words is deleted.
 */
async function shareImageOf(ctx: Ctx, owner: string, words: ShareWords): Promise<string> {
  const print = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  const folder = `share/${owner}/`;
  const key = `${folder}${print}.png`;
  return await ctx.cache.get(`pictures/${key}`, HOUR_MS, async () => {
    if (await ctx.files.find(key)) return key;
    await ctx.files.put(key, await drawShareImage(words));
    for await (const { key: other } of ctx.files.list(folder)) if (other !== key) await ctx.files.delete(other);
    return key;
  });
}

interface Shared extends Pick<ShareWords, 'title' | 'line'> {
  /** Identifies the subject even if its words change. */
  readonly id: string;
}

/** Serves the preview images for links to pages of one kind: `/files/share/<kind>/<name>.png`. */
export const shareImages = (kind: string, find: (ctx: Ctx, name: string) => Promise<Shared>): OpenPath => ({
  word: `files/share/${kind}`,
  async answer(ctx, { segments }) {
    const [, name = ''] = /^([\w-]{1,100})\.png$/.exec(segments.join('/')) ?? [];
    const { id, title, line } = await find(ctx, name);
    const file = await shareImageOf(ctx, `${kind}/${id}`, { title, line, site: ctx.config.SITE_NAME });
    return { file, headers: { 'cache-control': 'public, max-age=3600' } };
  },
});
