import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { demoUser } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import type { VisitorOptions } from '@tally/tests/visitor';
import type { Page, Request } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const address = '/kick-overlay-maker';
const red = { r: 255, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 255 };

const house = useHouse();

const open = (options?: VisitorOptions, hash = '') => house.open(address + hash, options);

/** A picture that is red on the left and blue on the right. */
const twoColours = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: blue } }, gravity: 'east' },
  ]);

/** Returns frames that differ so much that encoding drops none. */
const framesOf = (frames: number, side: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: frames }, (_, frame) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: { r: (frame % 2) * 255, g: (frame * 37) % 256, b: (frame * 91) % 256 },
        },
      })
        .png()
        .toBuffer(),
    ),
  );
const delays = (frames: number): number[] => Array.from({ length: frames }, () => 50);
const animation = async (frames: number, side = 60): Promise<Buffer> =>
  await sharp(await framesOf(frames, side), { join: { animated: true } })
    .gif({ delay: delays(frames) })
    .toBuffer();

const choose = (page: Page, buffer: Buffer, name = 'me.png') =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const picture = (page: Page) => page.getByRole('application', { name: 'Your picture' });
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true });
const design = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function chosen(page: Page, buffer: Buffer): Promise<void> {
  await choose(page, buffer);
  await picture(page).waitFor();
}

/** Presses a button and returns the file that the person downloads. */
async function downloaded(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return await readFile(await download.path());
}

async function colourAt(png: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(png).extract({ left: x, top: y, width: 1, height: 1 }).ensureAlpha().raw().toBuffer())];
}

test('a picture becomes a PNG of 500 × 500 with the design around it, and nothing of it leaves the browser', async () => {
  const { page, problems } = await open();
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) sent.push(request);
  });
  await chosen(page, await twoColours(1200, 800).jpeg().toBuffer());
  await design(page, 'Pride').click();
  await design(page, 'On air').click();
  const png = await downloaded(page, 'Download PNG');
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 500, height: 500 });
  // The ring at the edge is green, the picture is inside, and the corner is empty.
  expect(await colourAt(png, 12, 250)).toEqual([0x53, 0xfc, 0x18, 255]);
  expect((await colourAt(png, 120, 200))[0]).toBeGreaterThan(200);
  expect((await colourAt(png, 380, 200))[2]).toBeGreaterThan(200);
  expect((await colourAt(png, 2, 2))[3]).toBe(0);
  const carried = sent.filter((request) => request.method() !== 'GET' || request.postDataBuffer() !== null);
  expect(carried.map((request) => `${request.method()} ${request.url()}`)).toEqual([]);
  expect(sent.filter((request) => !request.url().startsWith(house.stack.web)).map((request) => request.url())).toEqual(
    [],
  );
  // The picture is not hidden in a URL either.
  expect(sent.filter((request) => request.url().length > 1000).map((request) => request.url())).toEqual([]);
  expect(problems).toEqual([]);
});

test('a photo is rotated as its camera says', async () => {
  const { page } = await open();
  await chosen(page, await twoColours(800, 800).jpeg().withMetadata({ orientation: 6 }).toBuffer());
  await design(page, 'Plain').click();
  const png = await downloaded(page, 'Download PNG');
  expect((await colourAt(png, 250, 120))[0]).toBeGreaterThan(200);
  expect((await colourAt(png, 250, 380))[2]).toBeGreaterThan(200);
});

test('a phone’s photo with 40 million pixels is scaled down and used, rotated as its camera says', async () => {
  const { page, problems } = await open();
  await chosen(page, await twoColours(7728, 5152).jpeg().withMetadata({ orientation: 6 }).toBuffer());
  await design(page, 'Plain').click();
  const png = await downloaded(page, 'Download PNG');
  expect((await colourAt(png, 250, 120))[0]).toBeGreaterThan(200);
  expect((await colourAt(png, 250, 380))[2]).toBeGreaterThan(200);
  expect(problems).toEqual([]);
});

test('a small picture gets a warning, and the save button is visible at 900 pixels', async () => {
  const { page } = await open({ viewport: { width: 1280, height: 900 } });
  await chosen(page, await twoColours(64, 64).png().toBuffer());
  await page.getByText('64 pixels on its shorter side. Kick asks for at least 128').waitFor();
  const box = await page.getByRole('button', { name: 'Download PNG' }).boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  await choose(page, await twoColours(128, 128).png().toBuffer());
  await page.getByText('on its shorter side').waitFor({ state: 'detached' });
});

test('arrow keys move the picture', async () => {
  const { page } = await open();
  await chosen(page, await twoColours(1600, 800).png().toBuffer());
  await design(page, 'Plain').click();
  expect((await colourAt(await downloaded(page, 'Download PNG'), 225, 250))[0]).toBe(255);
  await picture(page).focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowLeft');
  expect((await colourAt(await downloaded(page, 'Download PNG'), 225, 250))[2]).toBe(255);
});

test('each refused file shows the reason, and the previous picture stays', async () => {
  const { page } = await open();
  await chosen(page, await twoColours(100, 100).png().toBuffer());
  const whole = await twoColours(600, 600).png({ compressionLevel: 0 }).toBuffer();
  const refused: [name: string, file: Buffer, says: RegExp][] = [
    ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG files are not accepted/],
    ['notes.png', Buffer.from('Dear diary'), /not a picture/],
    ['cut.png', whole.subarray(0, 20), /damaged/],
    [
      'IMG_1.heic',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
      /iPhone photos/,
    ],
    ['wide.gif', await animation(2, 4098), /4096 pixels/],
    ['vast.png', await twoColours(7400, 7000).png().toBuffer(), /50 million pixels/],
    ['long.gif', await animation(201, 8), /200 frames/],
    ['heavy.png', Buffer.concat([whole, Buffer.alloc(30 * 1024 * 1024)]), /larger than 30 MB/],
  ];
  for (const [name, file, says] of refused) {
    await choose(page, file, name);
    await page.getByRole('alert').filter({ hasText: says }).waitFor();
    expect(await picture(page).isVisible()).toBe(true);
  }
});

test('an animation becomes a GIF with all of its frames, and kick.com gets a still', async () => {
  const { page } = await open();
  await chosen(page, await animation(30));
  const gif = await downloaded(page, 'Download GIF');
  expect(await sharp(gif, { animated: true }).metadata()).toMatchObject({ format: 'gif', pages: 30, pageHeight: 500 });
  expect((await sharp(await downloaded(page, 'Download PNG')).metadata()).format).toBe('png');
});

/** Combines frames into an animated PNG: https://www.w3.org/TR/png-3/#apng-frame-based-animation */
function apngOf(frames: readonly Buffer[], side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const numbers = (...all: number[]) =>
    Buffer.concat(all.map((each) => Buffer.from(new Uint32Array([each]).buffer).swap32()));
  /** Returns the chunks with that name in a PNG. */
  const partsOf = (png: Buffer, name: string): Buffer[] => {
    const parts: Buffer[] = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString('latin1', at + 4, at + 8) === name)
        parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    return parts;
  };
  let sequence = 0;
  const control = () =>
    chunk('fcTL', Buffer.concat([numbers((sequence += 1) - 1, side, side, 0, 0), Buffer.from([0, 50, 3, 232, 0, 0])]));
  const [first] = frames as [Buffer];
  return Buffer.concat([
    first.subarray(0, 8),
    ...partsOf(first, 'IHDR').map((data) => chunk('IHDR', data)),
    chunk('acTL', numbers(frames.length, 0)),
    ...frames.flatMap((frame, at) => [
      control(),
      ...partsOf(frame, 'IDAT').map((data) =>
        at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers((sequence += 1) - 1), data])),
      ),
    ]),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const animatedPng = async (frames: number, side: number) => apngOf(await framesOf(frames, side), side);
const animatedWebp = async (frames: number, side: number) =>
  await sharp(await framesOf(frames, side), { join: { animated: true } })
    .webp({ delay: delays(frames), lossless: true, effort: 0 })
    .toBuffer();

test.each([
  ['WebP', animatedWebp],
  ['PNG', animatedPng],
] as const)('an animated %s becomes a GIF with all of its frames', async (_, make) => {
  const { page, problems } = await open();
  await chosen(page, await make(9, 120));
  const gif = await downloaded(page, 'Download GIF');
  expect(await sharp(gif, { animated: true }).metadata()).toMatchObject({ format: 'gif', pages: 9, pageHeight: 500 });
  await choose(page, await make(201, 8));
  await page
    .getByRole('alert')
    .filter({ hasText: /200 frames/ })
    .waitFor();
  expect(problems).toEqual([]);
});

test.each([
  ['WebP', animatedWebp],
  ['PNG', animatedPng],
] as const)('a browser that cannot decode an animated %s reports it, and saves a still', async (_, make) => {
  const { page } = await open();
  await page.evaluate('delete globalThis.ImageDecoder');
  await chosen(page, await make(9, 120));
  await page.getByText('only the first one can be saved').waitFor();
  expect(await page.getByRole('button', { name: 'Download GIF' }).count()).toBe(0);
  expect((await sharp(await downloaded(page, 'Download PNG')).metadata()).format).toBe('png');
});

test('a GIF is decoded for a browser that cannot do it', async () => {
  const { page } = await open();
  await page.evaluate('delete globalThis.ImageDecoder');
  await page.route(/turbopack-worker/, async (route) => {
    const script = await route.fetch();
    await route.fulfill({ response: script, body: `delete globalThis.ImageDecoder;${await script.text()}` });
  });
  await chosen(page, await animation(12));
  const gif = await downloaded(page, 'Download GIF');
  expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(12);
});

test('making a GIF can be cancelled', async () => {
  const { page } = await open();
  await page.route(/turbopack-worker/, () => undefined);
  await chosen(page, await animation(12));
  await page.getByRole('button', { name: 'Download GIF' }).click();
  await page.getByRole('progressbar', { name: 'Making the GIF' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Download GIF' }).waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
});

test('a crop that yields no PNG is reported', async () => {
  const { page } = await open();
  await page.evaluate('HTMLCanvasElement.prototype.toBlob = (done) => done(null)');
  await chosen(page, await twoColours(100, 100).png().toBuffer());
  await page.getByRole('button', { name: 'Download PNG' }).click();
  const said = page.getByText('The crop did not produce a PNG picture');
  await said.waitFor();
  expect(await said.isVisible()).toBe(true);
});

test('a design is undone by Ctrl Z, and its address opens it elsewhere', async () => {
  const { page } = await open();
  await design(page, 'Neon').click();
  await design(page, 'Burst').click();
  await page.keyboard.press('Control+z');
  await pressed(page, 'Neon').waitFor();
  const { hash } = new URL(page.url());
  const other = await open({}, `${hash}&glitter=yes`);
  await pressed(other.page, 'Neon').waitFor();
  expect(await other.page.getByRole('button', { pressed: true }).count()).toBe(1);
});

test('counts a finished overlay only for people who are logged in', async () => {
  const stranger = await open();
  const notes: string[] = [];
  const listen = (page: Page) =>
    page.on('request', (request) => request.url().includes('/telemetry/') && notes.push(request.url()));
  listen(stranger.page);
  await chosen(stranger.page, await twoColours(100, 100).png().toBuffer());
  await downloaded(stranger.page, 'Download PNG');
  const known = await open({ token: await house.stack.logIn(demoUser) });
  listen(known.page);
  await chosen(known.page, await twoColours(100, 100).png().toBuffer());
  const [noted] = await Promise.all([
    known.page.waitForResponse((response) => response.url().endsWith('/telemetry/overlayGenerated')),
    downloaded(known.page, 'Download PNG'),
  ]);
  expect(noted.status()).toBe(200);
  expect(notes).toHaveLength(1);
});
