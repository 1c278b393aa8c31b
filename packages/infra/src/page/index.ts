export { badCursor, type Cursor, cursorOf, cursorOfOne, type Piece, rowAt } from './cursor.ts';
export { pieces } from './pieces.ts';
