export { loadSharp } from './fonts.ts';
export { drawShareImage, isRightToLeft, type ShareWords, shareImages } from './share.ts';
export { colours, type Drawn, drawable, drawInBox, type TextStyle } from './text.ts';
