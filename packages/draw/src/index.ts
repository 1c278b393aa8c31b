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
export { checkDraw, commitmentOf, type DrawRecord, type DrawStep, drawSteps, missingDraws } from './check.ts';
export { entryKey, receiptOf } from './entry-key.ts';
export { type DrawInput, type Drawn, drawOrder } from './order.ts';
export { recordOf, type ShownDraw } from './record.ts';
export {
  type AbandonedSheet,
  hashSheet,
  readSheet,
  type Sheet,
  type SheetEntry,
  totalOf,
  writeSheet,
} from './sheet.ts';
export { BEACON_PATIENCE_MS, discordTimeOf, isPostedLate } from './timing.ts';
export type { Verdict } from './verdict.ts';
