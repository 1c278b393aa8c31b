import type { Figures } from './count.ts';

export { createFigures, type Figures } from './count.ts';
export {
  addFigures,
  countEver,
  type Figure,
  findNewestHour,
  foldFigures,
  listFigures,
  replaceFigures,
  sumFigures,
} from './store.ts';

/**
 * The kinds of counts. `posted` and `failed` have one name per platform, `took` one per upper bound of a message's
 * duration, `trouble` one per reason; `server` and `person` count joins and leaves.
 */
export type FigureKind = 'command' | 'button' | 'posted' | 'failed' | 'took' | 'trouble' | 'server' | 'person';

declare module '@tally/kernel' {
  interface Ctx {
    readonly figures: Figures;
  }
}
