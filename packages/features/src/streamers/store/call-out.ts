import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { callOutJournal } from '@tally/pipeline/delivery';

/** Notifies open journal pages that the streamers of these servers changed. */
export const callOut = (tx: Db, serverIds: readonly ServerId[]): Promise<void> =>
  callOutJournal(tx, 'notifications', serverIds);
