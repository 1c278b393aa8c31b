import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';

/** For those who need the file of an emote, or the lists of a channel. */
export { type EmoteImage, fetchEmote } from './service/images.ts';
export { listEmotes } from './service/list.ts';
export { type ImageType, isAnimated, sniff, type Sniffed } from './service/sniff.ts';

export const emotes = defineFeature({ name: 'emotes', routes });
