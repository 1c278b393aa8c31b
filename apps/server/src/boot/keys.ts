import { findKeyTrouble, keySource, sayKeyTrouble } from '@tally/infra/crypto';
import { deliverySealed } from '@tally/pipeline/delivery';
import { detectionSealed } from '@tally/pipeline/detection';
import type { House } from './house.ts';

/** One sentence per key that stored secrets need and this process does not have. */
export async function listKeyTrouble({ doors }: Pick<House, 'doors'>): Promise<readonly string[]> {
  const own = doors.features.flatMap((feature) => feature.sealed ?? []);
  const found = await findKeyTrouble(doors, [...own, ...detectionSealed, ...deliverySealed]);
  return found.map((trouble) => sayKeyTrouble(trouble, keySource(doors.config)));
}
