import type { Db } from '@tally/infra/db';
import { notInArray } from '@tally/infra/sql';
import type { IntentName } from '../intents.ts';
import { gatewayRefusals } from '../tables.ts';

export async function saveRefusals(db: Db, intents: readonly IntentName[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(gatewayRefusals).where(notInArray(gatewayRefusals.intent, [...intents]));
    if (intents.length === 0) return;
    await tx
      .insert(gatewayRefusals)
      .values(intents.map((intent) => ({ intent })))
      .onConflictDoNothing();
  });
}

/** Returns the privileged intents that Discord does not grant the bot. Events that need them do not arrive. */
export async function listRefusedIntents(db: Db): Promise<IntentName[]> {
  const rows = await db.select({ intent: gatewayRefusals.intent }).from(gatewayRefusals);
  return rows.map(({ intent }) => intent);
}
