export { sizeOfVideo } from './boxes.ts';
export { chooseRendition, type MediaPlaylist, type Rendition, readMaster, readMedia } from './hls.ts';
export type { Mark } from './join.ts';
export { type LongQuestion, openRemux } from './open-remux.ts';
export { type RemuxAnswer, type RemuxQuestion, remux } from './remux.ts';
export { RemuxError } from './trouble.ts';
