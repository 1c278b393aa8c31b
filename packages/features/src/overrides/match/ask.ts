import type { Override } from '@tally/contract';
import { type Asking, Thread } from '@tally/infra/thread';
import { seconds } from '@tally/kernel';
import type { Outcome, Words } from './decide.ts';
import type { QueryProblem } from './words.ts';
import type { Answer, Question } from './worker.ts';

const begin = (name: string) =>
  new Thread<Question, Answer>(new URL('./worker.ts', import.meta.url), { name, withinMs: seconds(20), heapMb: 256 });

/** Announcements have their own thread, so they need not wait for tests in the dashboard. */
const forAnnouncements = begin('overrides');
const forPeople = begin('overrides of people');

/** Decides for each server about one stream or video. */
export async function decideFor(
  ctx: Asking,
  { words, servers }: { readonly words: Words; readonly servers: readonly (readonly Override[])[] },
): Promise<readonly (Outcome | undefined)[]> {
  if (servers.length === 0) return [];
  const answer = await forAnnouncements.ask(ctx, { kind: 'decide', words: [words], servers });
  return answer.kind === 'decide' ? answer.outcomes.map(([outcome]) => outcome) : [];
}

/** Decides for one server about many past streams. */
export async function decideTrial(
  ctx: Asking,
  { words, overrides }: { readonly words: readonly Words[]; readonly overrides: readonly Override[] },
): Promise<readonly Outcome[]> {
  const answer = await forPeople.ask(ctx, { kind: 'decide', words, servers: [overrides] });
  return answer.kind === 'decide' ? (answer.outcomes[0] ?? []) : [];
}

/** Returns for each query why it is invalid, or null if it is valid. */
export async function checkQueries(
  ctx: Asking,
  about: { readonly standing: readonly string[]; readonly queries: readonly string[] },
): Promise<readonly (QueryProblem | null)[]> {
  if (about.queries.length === 0) return [];
  const answer = await forPeople.ask(ctx, { kind: 'check', ...about });
  return answer.kind === 'check' ? answer.problems : [];
}
