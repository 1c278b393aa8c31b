/** In which sizes the sources keep their emotes. Apart from the calls, so that a page can read it without their schemas. */
export const emoteSizes = ['small', 'medium', 'large'] as const;
export type EmoteSize = (typeof emoteSizes)[number];

/** Kick keeps the file as it was uploaded. Of FrankerFaceZ's, a few are missing, and the next smaller one is taken. */
export const emoteSizesOf = {
  kick: ['large'],
  twitch: emoteSizes,
  '7tv': emoteSizes,
  betterttv: emoteSizes,
  frankerfacez: emoteSizes,
} as const satisfies Readonly<Record<string, readonly EmoteSize[]>>;

/** In one zip. */
export const mostDownloaded = 500;
