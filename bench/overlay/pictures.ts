import sharp from 'sharp';

const SIDE = 500;

/** Draws soft colors, of which nearly every pixel changes in each frame. This is the worst case. */
const scene = (turn: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
  <defs><linearGradient id="sky" gradientTransform="rotate(${turn * 57.3}, .5, .5)">
    <stop offset="0" stop-color="#2b3a67"/><stop offset=".6" stop-color="#b56576"/><stop offset="1" stop-color="#eaac8b"/>
  </linearGradient></defs>
  <rect width="${SIDE}" height="${SIDE}" fill="url(#sky)"/>
  <circle cx="${250 + 180 * Math.cos(turn)}" cy="${180 + 90 * Math.sin(turn)}" r="60" fill="#ffd6a5"/>
  <ellipse cx="250" cy="${270 + 8 * Math.sin(turn * 2)}" rx="110" ry="130" fill="#f2c9a8"/>
  <path d="M60 500 C80 380 180 360 250 360 S420 380 440 500Z" fill="#1d3557"/>
</svg>`;

export const still = (): Promise<Buffer> =>
  sharp(Buffer.from(scene(0)))
    .resize(2000, 2000)
    .jpeg()
    .toBuffer();

export async function animation(frames: number): Promise<Buffer> {
  const drawn = await Promise.all(
    Array.from({ length: frames }, (_, frame) =>
      sharp(Buffer.from(scene((frame / frames) * 2 * Math.PI)))
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(drawn, { join: { animated: true } })
    .gif({ delay: drawn.map(() => 50) })
    .toBuffer();
}
