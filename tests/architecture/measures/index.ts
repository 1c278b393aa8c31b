import { homes } from './homes.ts';
import { interfaces } from './interfaces.ts';
import type { Measure } from './measure.ts';
import { paper } from './paper.ts';
import { platforms } from './platforms.ts';
import { prose } from './prose.ts';
import { rooms } from './rooms.ts';
import { statements } from './statements.ts';
import { webPairs } from './web-pairs.ts';

export const measures: readonly Measure[] = [
  ...platforms,
  ...interfaces,
  ...statements,
  ...rooms,
  ...webPairs,
  ...homes,
  ...prose,
  ...paper,
];
