export { chooseRendition, type MediaPlaylist, readMaster, readMedia, type Rendition } from './hls.ts';
export { type LongQuestion, openRemux, RemuxError, type RemuxTrouble } from './open-remux.ts';
export { remux, type RemuxAnswer, type RemuxQuestion } from './remux.ts';
