import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { callOutJournal } from '@tally/pipeline/delivery';

/** The streamers of these servers changed: notifies open journals. */
export const callOut = (tx: Db, serverIds: readonly ServerId[]): Promise<void> =>
  callOutJournal(tx, 'notifications', serverIds);
