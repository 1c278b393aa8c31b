import { asTransaction, refuseInside } from '../flow.ts';
import type { EmbeddedEngine } from './engine.ts';
import type { WorkerResult } from './protocol.ts';

/** The part of PGlite's API that drizzle-orm/pglite calls (0.45: `query` and `transaction`). */
export interface DrizzleClient {
  query(text: string, params: readonly unknown[], options: { rowMode: 'array' | 'object' }): Promise<DrizzleResult>;
  transaction<T>(work: (tx: DrizzleClient) => Promise<T>): Promise<T>;
}

type DrizzleResult = WorkerResult & { readonly rowCount: number };

export function drizzleClient(engine: EmbeddedEngine, owner: object): DrizzleClient {
  const send = async (
    generation: number | undefined,
    ...[text, params, { rowMode }]: Parameters<DrizzleClient['query']>
  ): Promise<DrizzleResult> => {
    const result = await engine.call({ kind: 'query', text, params, rowMode, momentsAsText: true }, generation);
    return { ...result, rowCount: result.affectedRows || result.rows.length };
  };
  const plain = async (generation: number, text: string): Promise<void> => {
    await engine.call({ kind: 'script', text }, generation);
  };
  return {
    async query(...call) {
      refuseInside(owner);
      return await engine.gate.pass(() => send(undefined, ...call));
    },
    transaction: (work) =>
      asTransaction(owner, (body) =>
        engine.gate.hold(async () => {
          const { generation } = engine;
          let isOver = false;
          const tx: DrizzleClient = {
            async query(...call) {
              // A call that was not awaited must not run in the next flow's transaction.
              if (isOver) throw new Error('This transaction has ended; its handle can not be used any more.');
              return await send(generation, ...call);
            },
            transaction: () => Promise.reject(new Error('nested transactions are savepoints, made by Drizzle')),
          };
          await plain(generation, 'begin');
          try {
            const result = await body(() => work(tx)).finally(() => {
              isOver = true;
            });
            await plain(generation, 'commit');
            return result;
          } catch (error) {
            // If the thread died, its transaction is already rolled back.
            if (engine.isReady && engine.generation === generation) await plain(generation, 'rollback');
            throw error;
          }
        }),
      ),
  };
}
