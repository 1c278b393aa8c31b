/**
 * The sizes in which the sources keep their emotes. A separate file, so a page can load it without the calls' schemas.
 */
export const emoteSizes = ['small', 'medium', 'large'] as const;
export type EmoteSize = (typeof emoteSizes)[number];

/** Kick keeps only the uploaded file. FrankerFaceZ lacks a few sizes; we then use the next smaller one. */
export const emoteSizesOf = {
  kick: ['large'],
  twitch: emoteSizes,
  '7tv': emoteSizes,
  betterttv: emoteSizes,
  frankerfacez: emoteSizes,
} as const satisfies Readonly<Record<string, readonly EmoteSize[]>>;

export const mostDownloaded = 500;
