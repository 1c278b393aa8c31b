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
 * What is counted. `posted` and `failed` are told apart by platform, `took` by how long at most a message was under
 * way, `trouble` by the reason; `server` and `person` by whether somebody came or went.
 */
export type FigureKind = 'command' | 'button' | 'posted' | 'failed' | 'took' | 'trouble' | 'server' | 'person';

declare module '@tally/kernel' {
  interface Ctx {
    readonly figures: Figures;
  }
}
