import type { Db } from '@tally/infra/db';
import type { Log } from '@tally/kernel';
import {
  addGeneration,
  deleteGeneration,
  type Generation,
  movePhase,
  recut,
  switchGenerations,
} from '../store/clusters.ts';
import type { Step } from './share.ts';

export interface Wish {
  readonly shardCount: number;
  readonly shardsPerCluster: number;
}

/** Creates the first numbering of shards, or another one next to the current one: see docs/decisions/0071. */
export async function wishFor(
  db: Db,
  about: { readonly wish: Wish; readonly generations: readonly Generation[]; readonly log: Log },
): Promise<void> {
  const { wish, log } = about;
  const [current, ...others] = about.generations;
  if (!current) {
    await addGeneration(db, { generation: 1, ...wish, phase: 'current' });
    return;
  }
  if (others.length > 0) return;
  if (wish.shardCount === current.shardCount) {
    if (wish.shardsPerCluster === current.shardsPerCluster) return;
    if (await recut(db, { generation: current.generation, ...wish })) return;
  }
  log.info(
    { shardCount: wish.shardCount, before: current.shardCount },
    'Another number of shards: a new set comes up beside the old one.',
  );
  await addGeneration(db, { generation: current.generation + 1, ...wish, phase: 'coming' });
}

export async function advanceStep(db: Db, { generation, kind }: Step, log: Log): Promise<void> {
  log.info({ generation, kind }, 'The number of shards changes: the next step.');
  switch (kind) {
    case 'share':
      await movePhase(db, { generation, from: 'coming', to: 'shared' });
      return;
    case 'switch':
      return await switchGenerations(db, generation);
    case 'delete':
      return await deleteGeneration(db, generation);
  }
}
