import { type Ctx, plainQuestion, type Snapshot, seconds, UpstreamError } from '@tally/kernel';
import type { Creator } from './names/find-creator.ts';

/** A person is waiting, and platforms that are read page by page answer about one channel a second. */
const ANSWER_WITHIN_MS = seconds(20);

/** Returns each platform's current answer about these channels, in the same order, or its error. */
export async function askNow(ctx: Ctx, creators: readonly Creator[]): Promise<readonly (Snapshot | UpstreamError)[]> {
  const until = ctx.timers.nowMs() + ANSWER_WITHIN_MS;
  const answers = new Map<Creator, Snapshot | UpstreamError>();
  const groups = Map.groupBy(creators, ({ definition }) => definition);
  await Promise.all([...groups.values()].map((own) => askOne(ctx, own, { until, answers })));
  return creators.map((creator) => answers.get(creator) ?? late(creator));
}

async function askOne(
  ctx: Ctx,
  own: readonly Creator[],
  { until, answers }: { readonly until: number; readonly answers: Map<Creator, Snapshot | UpstreamError> },
): Promise<void> {
  const [{ connection, definition } = undefined as never] = own;
  for (let start = 0; start < own.length; start += definition.batchSize) {
    const leftMs = until - ctx.timers.nowMs();
    if (leftMs <= 0) return;
    const some = own.slice(start, start + definition.batchSize);
    const questions = some.map(({ channel: { id, name } }) => ({ ...plainQuestion(id), name }));
    try {
      const told = await ctx.timers.within(leftMs, connection.stream.ask(questions));
      for (const [place, creator] of some.entries()) {
        const snapshot = told?.[place]?.snapshot;
        if (snapshot) answers.set(creator, snapshot);
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      for (const creator of some) answers.set(creator, error);
    }
  }
}

const late = ({ definition: { id } }: Creator): UpstreamError =>
  new UpstreamError({ world: id, kind: 'limited', message: 'there was no time for this channel' });
