/**
 * The sizes in which sources keep their emotes. In a separate file, so pages can load them without the calls' schemas.
 */
export const emoteSizes = ['small', 'medium', 'large'] as const;
export type EmoteSize = (typeof emoteSizes)[number];

/** Kick keeps only the uploaded file. FrankerFaceZ lacks some sizes, so we then use the next smaller one. */
export const emoteSizesOf = {
  kick: ['large'],
  twitch: emoteSizes,
  '7tv': emoteSizes,
  betterttv: emoteSizes,
  frankerfacez: emoteSizes,
} as const satisfies Readonly<Record<string, readonly EmoteSize[]>>;

export const mostDownloaded = 500;
