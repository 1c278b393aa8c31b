import { createRequire } from 'node:module';
import type Sharp from 'sharp';
import { familiesFor, openScripts, type Scripts } from './scripts.ts';

/** We ship our fonts, so images look the same on every machine. For missing letters, the system's fonts are used. */
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

/** The image library and the fonts that it has loaded. */
interface Studio extends SharpModule {
  readonly scripts: Scripts;
  /** The loaded fonts by file. */
  readonly learned: Map<string, Promise<void>>;
}

let loading: Promise<Studio> | undefined;

/** Loads the library on demand, because only some processes draw images. */
export const loadSharp = (): Promise<SharpModule> => openStudio();

const openStudio = (): Promise<Studio> => (loading ??= loadWithFonts());

async function loadWithFonts(): Promise<Studio> {
  const { default: sharp } = await import('sharp');
  const { resolve } = createRequire(import.meta.url);
  for (const file of fontFiles) await learn(sharp, resolve(file));
  return { default: sharp, scripts: openScripts(), learned: new Map() };
}

/** Naming a font file once loads it for the whole process. https://www.libvips.org/API/current/ctor.Image.text.html */
const learn = async (sharp: typeof Sharp, file: string): Promise<void> =>
  void (await sharp({ text: { text: 'a', fontfile: file } }).toBuffer());

/** Returns the library after loading the fonts for every script of this text. */
export async function loadSharpFor(text: string): Promise<SharpModule> {
  const { default: sharp, scripts, learned } = await openStudio();
  for (const file of await scripts.filesFor(text)) {
    const learning = learned.get(file) ?? learn(sharp, file);
    learned.set(file, learning);
    await learning;
  }
  return { default: sharp };
}
