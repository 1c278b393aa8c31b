import { createRequire } from 'node:module';
import type Sharp from 'sharp';

/** Ours come along, so that pictures look alike everywhere; whatever they lack is looked for on the machine. */
export const families = 'Onest, Vazirmatn, Noto Sans Hebrew, Noto Emoji, Noto Sans, sans-serif';
const fontFiles = [
  '@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf',
  '@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf',
  '@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  '@expo-google-fonts/vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
] as const;

interface SharpModule {
  readonly default: typeof Sharp;
}

let loading: Promise<SharpModule> | undefined;

/** Only a process that draws pays for the library. */
export const loadSharp = (): Promise<SharpModule> => (loading ??= loadWithFonts());

/**
 * A font file that is named once is known to the whole process from then on.
 * https://www.libvips.org/API/current/ctor.Image.text.html
 */
async function loadWithFonts(): Promise<SharpModule> {
  const loaded = await import('sharp');
  const { resolve } = createRequire(import.meta.url);
  for (const file of fontFiles) {
    await loaded.default({ text: { text: 'a', fontfile: resolve(file) } }).toBuffer();
  }
  return loaded;
}
