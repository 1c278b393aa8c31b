import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { callOutJournal } from '@tally/pipeline/delivery';

/** Whom these servers follow, or how, has changed: those who watch their journals hear of it. */
export const callOut = (tx: Db, serverIds: readonly ServerId[]): Promise<void> =>
  callOutJournal(tx, 'notifications', serverIds);
