export { chooseRendition, type MediaPlaylist, readMaster, readMedia, type Rendition } from './hls.ts';
export type { Mark } from './join.ts';
export { type LongQuestion, openRemux } from './open-remux.ts';
export { RemuxError } from './trouble.ts';
export { remux, type RemuxAnswer, type RemuxQuestion } from './remux.ts';
