const widths = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];

/** The address of a picture, made small by our own optimiser. It refuses hosts that the configuration does not name. */
export function optimised(src: string, width: number): string {
  // What we serve ourselves is small already.
  if (src.startsWith('/')) return src;
  const wanted = widths.find((each) => each >= width) ?? 3840;
  return `/_next/image?url=${encodeURIComponent(src)}&w=${wanted}&q=75`;
}
