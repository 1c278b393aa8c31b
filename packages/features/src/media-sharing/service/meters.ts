import type { MediaState } from '@tally/contract';
import type { Ctx } from '@tally/kernel';

export function countRequest(ctx: Ctx, origin: string, outcome: 'queued' | 'pending' | 'refused'): void {
  const about = { name: 'media_requests_total', help: 'Videos that viewers requested', labels: ['origin', 'outcome'] };
  ctx.metrics.counter(about).inc({ origin, outcome });
}

export function countEnd(ctx: Ctx, state: MediaState): void {
  const about = { name: 'media_plays_total', help: 'Outcomes of plays in media share', labels: ['state'] };
  ctx.metrics.counter(about).inc({ state });
}

export function countVotes(ctx: Ctx, outcome: 'counted' | 'again' | 'skipped'): void {
  const about = { name: 'media_votes_total', help: 'Votes to skip the current video', labels: ['outcome'] };
  ctx.metrics.counter(about).inc({ outcome });
}

export function countAnswers(
  ctx: Ctx,
  platform: string,
  outcome: 'written' | 'dropped' | 'denied' | 'late' | 'tooMany' | 'failed',
): void {
  const about = { name: 'media_chat_answers_total', help: 'Answers in chats', labels: ['platform', 'outcome'] };
  ctx.metrics.counter(about).inc({ platform, outcome });
}
