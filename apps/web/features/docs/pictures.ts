import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const PICTURE = /^[a-z0-9-]+\.webp$/;

/** The web app runs in its own folder, outside the handbook. */
const pathOf = (name: string): string =>
  path.join(/* turbopackIgnore: true */ process.cwd(), '../../docs/public/pictures', name);

/** Serves the handbook's pictures, which tests take from the running product. */
export async function answerPicture(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const { name } = await params;
  const file = PICTURE.test(name) ? await readFile(pathOf(name)).catch(() => null) : null;
  if (!file) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(file), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
  });
}

const sizes = new Map<string, Promise<string>>();

/** Returns width and height attributes, so the layout does not jump when a picture loads. */
async function sizeOf(name: string): Promise<string> {
  try {
    const { width, height } = await sharp(await readFile(pathOf(name))).metadata();
    return ` width="${width}" height="${height}"`;
  } catch {
    return '';
  }
}

function keptSize(name: string): Promise<string> {
  const found = sizes.get(name) ?? sizeOf(name);
  sizes.set(name, found);
  return found;
}

const IMG = /<img src="\/docs\/pictures\/([a-z0-9-]+\.webp)"/g;

export async function withSizes(html: string): Promise<string> {
  const names = [...new Set([...html.matchAll(IMG)].map(([, name = '']) => name))];
  const known = new Map(await Promise.all(names.map(async (name) => [name, await keptSize(name)] as const)));
  return html.replace(IMG, (tag, name: string) => tag + (known.get(name) ?? ''));
}
