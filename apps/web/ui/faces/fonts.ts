import localFont from 'next/font/local';

// Only these subsets are shipped. `node scripts/pictures/faces.ts` creates the files. Latin is preloaded; other subsets
// load when a page needs them.
const onest = localFont({
  src: './onest.woff2',
  weight: '400 700',
  variable: '--font-onest',
  display: 'swap',
  adjustFontFallback: 'Arial',
});

// Names of people and servers use many languages.
const onestExtended = localFont({
  src: '../../../../node_modules/@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-onest-extended',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1EFF' },
  ],
});

// The font of figures and the wordmark, in one width and weight. No other font is as wide, so a late swap would move
// the page. It is preloaded, and the first page does without it if it is late.
const anybody = localFont({
  src: './anybody.woff2',
  weight: '800',
  variable: '--font-anybody',
  display: 'optional',
  adjustFontFallback: false,
  declarations: [{ prop: 'font-stretch', value: '150%' }],
});

const jetbrains = localFont({
  src: './jetbrains-mono.woff2',
  weight: '400 700',
  variable: '--font-jetbrains',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
});

const vazirmatn = localFont({
  src: '../../../../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-vazirmatn',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0600-06FF, U+0750-077F, U+0870-08FF, U+200C-200E, U+2010-2011, U+FB50-FDFF, U+FE70-FEFC',
    },
  ],
});

export const fontVariables = [onest, onestExtended, anybody, jetbrains, vazirmatn]
  .map((font) => font.variable)
  .join(' ');
