import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tracks whether the running code is inside an open transaction.
 *
 * Trap: the embedded engine has one connection. A query on the outer handle inside a transaction would wait for that
 * transaction, which waits for the query: a silent deadlock. A pool has the same trap once every connection is in use.
 * So both engines refuse it immediately. Queries of *other* flows simply queue until the transaction ends.
 */
interface Flow {
  readonly owner: object;
  isOpen: boolean;
  readonly afterCommit: (() => void | Promise<void>)[];
}

const flows = new AsyncLocalStorage<Flow>();

export class InsideTransactionError extends Error {
  constructor() {
    super(
      'This query uses the outer database handle inside an open transaction. It would wait for itself: use the handle that the transaction gives (`tx`), or move the query out.',
    );
    this.name = 'InsideTransactionError';
  }
}

/** True inside an open transaction of any database. */
export const isInTransaction = (): boolean => flows.getStore()?.isOpen === true;

export function refuseInside(owner: object): void {
  const flow = flows.getStore();
  if (flow?.isOpen && flow.owner === owner) throw new InsideTransactionError();
}

/**
 * Runs `work` as the body of a transaction of `owner`. `begin` opens the transaction and calls back. Functions
 * registered with `afterCommit` run once `begin` has resolved, never after a rollback.
 */
export async function asTransaction<T>(
  owner: object,
  begin: (body: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  refuseInside(owner);
  const flow: Flow = { owner, isOpen: false, afterCommit: [] };
  const result = await begin((work) =>
    flows.run(flow, async () => {
      flow.isOpen = true;
      try {
        return await work();
      } finally {
        flow.isOpen = false;
      }
    }),
  );
  for (const follow of flow.afterCommit) await follow();
  return result;
}

/** Runs `follow` after the surrounding transaction commits. Outside a transaction, runs it immediately. */
export async function afterCommit(follow: () => void | Promise<void>): Promise<void> {
  const flow = flows.getStore();
  if (flow?.isOpen) flow.afterCommit.push(follow);
  else await follow();
}
