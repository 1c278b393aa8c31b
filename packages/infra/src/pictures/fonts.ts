import { createRequire } from 'node:module';
import type Sharp from 'sharp';
import { familiesFor, filesFor } from './scripts.ts';

/** Ours come along, so pictures look alike on every machine. Letters that no font of ours has are left to the machine. */
const own = ['Onest', 'Vazirmatn', 'Noto Sans Hebrew', 'Noto Emoji'] as const;
export const familiesOf = (text: string): string => [...own, ...familiesFor(text), 'sans-serif'].join(', ');
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

async function loadWithFonts(): Promise<SharpModule> {
  const loaded = await import('sharp');
  const { resolve } = createRequire(import.meta.url);
  for (const file of fontFiles) await learn(loaded, resolve(file));
  return loaded;
}

/**
 * A font file that is named once is known to the whole process from then on.
 * https://www.libvips.org/API/current/ctor.Image.text.html
 */
const learn = async ({ default: sharp }: SharpModule, file: string): Promise<void> =>
  void (await sharp({ text: { text: 'a', fontfile: file } }).toBuffer());

const learned = new Map<string, Promise<void>>();

/** The library, once it knows the fonts for every script of this text. */
export async function loadSharpFor(text: string): Promise<SharpModule> {
  const loaded = await loadSharp();
  for (const file of await filesFor(text)) {
    const learning = learned.get(file) ?? learn(loaded, file);
    learned.set(file, learning);
    await learning;
  }
  return loaded;
}
