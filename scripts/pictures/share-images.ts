/**
 * Draws the preview pictures for links to tools, `apps/web/public/share/<address>.png`: `npm run share-images`. Their
 * text comes from the page; check each before you commit it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '@tally/tests/visitor';
import sharp from 'sharp';

const web = new URL('../../apps/web/', import.meta.url);
const width = 1200;
const height = 630;

/** The icons of the tools as SVG paths from lucide, 24 × 24: circle-user, message-square, link-2, smile. */
const smile = '<circle cx="12" cy="12" r="10"/><path d="M8 14s1.5 2 4 2 4-2 4-2"/><path d="M9 9h.01M15 9h.01"/>';
const tools = {
  kickPfp: {
    address: 'kick-overlay-maker',
    icon: '<circle cx="12" cy="12" r="10"/><circle cx="12" cy="10" r="3"/><path d="M7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662"/>',
  },
  chatWidget: {
    address: 'chat-widget',
    icon: '<path d="M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z"/>',
  },
  kickEmbedFix: {
    address: 'kick-links-discord-embed',
    icon: '<path d="M9 17H7A5 5 0 0 1 7 7h2"/><path d="M15 7h2a5 5 0 1 1 0 10h-2"/><path d="M8 12h8"/>',
  },
  kickEmotes: { address: 'kick-emote-downloader', icon: smile },
  twitchEmotes: { address: 'twitch-emote-downloader', icon: smile },
} as const;

const read = async (path: string) => await readFile(new URL(path, web));
const font = async (name: string) => (await read(`ui/faces/${name}.woff2`)).toString('base64');
const words = JSON.parse((await read('messages/en-US/tools.json')).toString()) as Record<
  keyof typeof tools,
  { readonly title: string; readonly sentence: string }
>;
const style = `
  @font-face { font-family: wide; font-stretch: 150%; src: url(data:font/woff2;base64,${await font('anybody')}) }
  @font-face { font-family: plain; src: url(data:font/woff2;base64,${await font('onest')}) }
  body { margin: 0; background: #100e0d; color: #f5f1ee; font-family: plain }
  main { box-sizing: border-box; width: ${width}px; height: ${height}px; padding: 84px; display: grid;
    grid-template: auto 1fr / 1fr 300px; column-gap: 60px }
  .name { display: flex; align-items: center; gap: 22px; font: 800 34px wide; letter-spacing: .02em }
  .lamp { width: 24px; height: 24px; border-radius: 50%; background: #ff4a3d; box-shadow: 0 0 0 12px #ff4a3d38 }
  .words { align-self: end } h1 { margin: 0; font: 800 60px/1.08 wide; text-wrap: balance }
  p { margin: 24px 0 0; font-size: 30px; color: #aba19b }
  .icon { grid-row: 1 / 3; grid-column: 2; align-self: center; height: 300px; border: 2px solid #352f2c;
    border-inline-start: 6px solid #ff4a3d; border-radius: 28px; background: #181514; display: grid; place-items: center }
  svg { width: 140px; fill: none; stroke: #f5f1ee; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }`;

const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width, height } });
  const folder = new URL('public/share/', web);
  await mkdir(folder, { recursive: true });
  for (const [name, { address, icon }] of Object.entries(tools)) {
    const { title, sentence } = words[name as keyof typeof tools];
    await page.setContent(
      `<style>${style}</style><main><div class="name"><span class="lamp"></span>TALLY</div>
       <div class="icon"><svg viewBox="0 0 24 24">${icon}</svg></div>
       <div class="words"><h1>${title}</h1><p>${sentence}</p></div></main>`,
    );
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toBuffer();
    await writeFile(fileURLToPath(new URL(`${address}.png`, folder)), picture);
    process.stdout.write(`${address}: ${Math.round(picture.length / 1024)} KiB\n`);
  }
} finally {
  await browser.close();
}
