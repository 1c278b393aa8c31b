import { listKeyTrouble as findTrouble } from '@tally/features/registry';
import { explainKeyTrouble, keySource } from '@tally/infra/crypto';
import type { House } from './house.ts';

/** Returns one sentence for each key that stored secrets need and this process lacks. */
export async function listKeyTrouble({ doors }: Pick<House, 'doors'>): Promise<readonly string[]> {
  const found = await findTrouble(doors);
  return found.map((trouble) => explainKeyTrouble(trouble, keySource(doors.config)));
}
