export { loadSharp } from './fonts.ts';
export { drawShareImage, isRightToLeft, shareImageOf, type ShareWords } from './share.ts';
export { colours, type Drawn, drawable, drawInBox, type TextStyle } from './text.ts';
