export {
  type Beacon,
  isSigned,
  momentOf,
  publicKeyOf,
  quicknet,
  randomnessOf,
  roundAfter,
  signRound,
  simulatedNet,
} from './beacon.ts';
export { checkDraw, commitmentOf, type DrawRecord, type DrawStep, drawSteps } from './check.ts';
export { entryKey, receiptOf } from './entry-key.ts';
export { type DrawInput, type Drawn, drawOrder } from './order.ts';
export { hashSheet, readSheet, type Sheet, type SheetEntry, totalOf, writeSheet } from './sheet.ts';
