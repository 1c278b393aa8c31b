import { defineFeature } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { files } from './index.ts';
import { openPaths } from './routes.ts';
import { listFiles, removeFile } from './service/list.ts';
import { upload } from './service/upload.ts';

let world: TestWorld;
const texts = [{ title: 'Summer', path: '/admin/blogs/summer', text: 'Look: ![x](/files/content/blog/cat.png#8x8).' }];
const writer = defineFeature({ name: 'blog', staff: { fileUses: async () => texts } });
beforeAll(async () => {
  world = await testWorld({ features: [files, writer] });
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const { key = '' } of await listFiles(world.ctx(), {})) await removeFile(world.ctx(), key);
  await world.reset();
});

const plain = (width = 8, height = 8, background = '#c00') =>
  sharp({ create: { width, height, channels: 3, background } });
/** Creates an animation with this many frames of 6 × 4 pixels, each in a different gray. */
const moving = (frames: number) =>
  sharp(Buffer.concat(Array.from({ length: frames }, (_, at) => Buffer.alloc(6 * 4 * 3, (40 * (at + 1)) % 251))), {
    raw: { width: 6, height: 4 * frames, channels: 3, pageHeight: 4 },
  });
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
/** Creates an archive with one empty entry named `a`. */
const zip = () => {
  const entry = Buffer.alloc(47);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(1, 28);
  entry.write('a', 46);
  const end = Buffer.from(emptyZip);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  return Buffer.concat([entry, end]);
};
const pdf = (inside = '') => Buffer.from(`%PDF-1.7\n${inside}\n%%EOF\n`, 'latin1');

const put = async (key: string, bytes: Uint8Array, replace = false) =>
  await upload(world.ctx(), { key, bytes, replace });
const outcome = async (key: string, bytes: Uint8Array) =>
  await put(key, bytes).then(
    () => 'taken',
    ({ code }: { code?: string }) => code,
  );
const stored = async (key: string) => (await world.ctx().files.get(`content/${key}`)) ?? Buffer.alloc(0);
const seen = async (...segments: string[]) =>
  await openPaths[0]?.answer(world.ctx(), { segments, query: {}, userAgent: '' }).catch((error: unknown) => error);

describe('a file that matches its type is accepted', () => {
  it.each([
    ['blog/cat.png', () => plain().png(), 'png'],
    ['cat.jpg', () => plain().jpeg(), 'jpeg'],
    ['cat.jpeg', () => plain().jpeg(), 'jpeg'],
    ['cat.webp', () => plain().webp(), 'webp'],
    ['cat.gif', () => plain().gif(), 'gif'],
  ] as const)('%s', async (key, make, format) => {
    expect(await outcome(key, await make().toBuffer())).toBe('taken');
    expect(await sharp(await stored(key)).metadata()).toMatchObject({ format, width: 8, height: 8 });
  });

  it('a PDF stays as it is, and is kept instead of opened', async () => {
    expect(await outcome('plan.pdf', pdf())).toBe('taken');
    expect(await stored('plan.pdf')).toEqual(pdf());
    expect(await seen('plan.pdf')).toMatchObject({ headers: { 'content-disposition': 'attachment' } });
  });

  it('an animation keeps its frames and their times', async () => {
    await put(
      'wave.gif',
      await moving(3)
        .gif({ delay: [100, 200, 300] })
        .toBuffer(),
    );
    expect(await sharp(await stored('wave.gif'), { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
    });
  });

  it('a photograph loses its place, and is upright', async () => {
    const photo = plain(8, 4)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'where-we-live' } })
      .withMetadata({ orientation: 6 });
    await put('photo.jpg', await photo.toBuffer());
    const file = await stored('photo.jpg');
    expect(file.toString('latin1')).not.toContain('where-we-live');
    expect(await sharp(file).metadata()).toMatchObject({ width: 4, height: 8 });
    expect((await sharp(file).metadata()).exif).toBeUndefined();
  });
});

describe('a file that does not match its type is refused', () => {
  it.each([
    ['a zip called png', 'cat.png', async () => zip(), 'fileUnlike'],
    [
      'an SVG called png',
      'cat.png',
      async () =>
        Buffer.from('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'fileSvg',
    ],
    ['a page called gif', 'cat.gif', async () => Buffer.from('<script>alert(1)</script>'), 'fileUnlike'],
    ['a PNG called jpg', 'cat.jpg', async () => await plain().png().toBuffer(), 'fileUnlike'],
    ['nothing', 'cat.png', async () => Buffer.alloc(0), 'fileUnlike'],
    ['half a picture', 'cat.png', async () => (await plain(64, 64).png().toBuffer()).subarray(0, 60), 'fileUnlike'],
    ['a picture and an archive', 'cat.png', async () => joined(await plain().png().toBuffer(), zip()), 'fileTwofold'],
    [
      'a picture and a page',
      'cat.gif',
      async () => joined(await plain().gif().toBuffer(), Buffer.from('<script>1</script>')),
      'fileTwofold',
    ],
    ['a document and an archive', 'plan.pdf', async () => joined(pdf(), zip()), 'fileTwofold'],
    ['a document and a page', 'plan.pdf', async () => pdf('<html><script>1</script>'), 'fileTwofold'],
  ])('%s', async (_what, key, make, refusal) => {
    expect(await outcome(key, await make())).toBe(refusal);
    expect(await listFiles(world.ctx(), {})).toEqual([]);
  });

  it('a small file that unfolds to very much is not unfolded', async () => {
    expect(await outcome('bomb.png', await plain(6000, 6000).png().toBuffer())).toBe('pictureTooLarge');
    expect(await outcome('bomb.webp', await moving(201).webp({ lossless: true }).toBuffer())).toBe('pictureTooLarge');
  });

  it('bytes that look like the end of an archive do no harm', async () => {
    expect(await outcome('plan.pdf', pdf(emptyZip.toString('latin1')))).toBe('taken');
  });
});
const joined = (...parts: Buffer[]) => Buffer.concat(parts);

it('a name exists once; a replacement is confirmed first, and keeps the address', async () => {
  await put('blog/cat.png', await plain(8, 8).png().toBuffer());
  expect(await outcome('blog/cat.png', await plain(9, 9).png().toBuffer())).toBe('fileTaken');
  const [before] = await listFiles(world.ctx(), {});
  expect(await put('blog/cat.png', await plain(9, 9).png().toBuffer(), true)).toEqual({ isReplaced: true });
  const [after, ...others] = await listFiles(world.ctx(), {});
  expect([after?.url, others]).toEqual([before?.url, []]);
  expect(await sharp(await stored('blog/cat.png')).metadata()).toMatchObject({ width: 9 });
});

it('the list shows which texts use a file, and its next page continues after the last one', async () => {
  const picture = await plain().png().toBuffer();
  for (const key of ['blog/cat.png', 'blog/dog.png', 'a.png']) await put(key, picture);
  const first = await listFiles(world.ctx(), { limit: 2 });
  expect(first.map(({ key }) => key)).toEqual(['a.png', 'blog/cat.png']);
  expect(first.map(({ usedIn }) => usedIn)).toEqual([[], [{ title: 'Summer', path: '/admin/blogs/summer' }]]);
  expect(first[1]).toMatchObject({ url: expect.stringMatching(/\/files\/content\/blog\/cat\.png$/) });
  const second = await listFiles(world.ctx(), { limit: 2, cursor: 'blog/cat.png' });
  expect(second.map(({ key }) => key)).toEqual(['blog/dog.png']);
});

it('everyone can read uploaded files and nothing else; deleted files are not found', async () => {
  await put('blog/cat.png', await plain().png().toBuffer());
  expect(await seen('blog', 'cat.png')).toMatchObject({ file: 'content/blog/cat.png' });
  for (const path of [['..', 'x.png'], ['%2e%2e', 'x.png'], ['media', 'clip.mp4'], ['cat.png.exe'], []]) {
    expect(await seen(...path)).toMatchObject({ code: 'notFound' });
  }
  await removeFile(world.ctx(), 'blog/cat.png');
  await expect(removeFile(world.ctx(), 'blog/cat.png')).rejects.toMatchObject({ code: 'notFound' });
  await expect(removeFile(world.ctx(), '../../x.png')).rejects.toMatchObject({ code: 'notFound' });
});
