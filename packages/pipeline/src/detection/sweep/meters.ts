import type { Platform } from '@tally/contract';
import type { Answer, Ctx } from '@tally/kernel';
import type { PlatformState } from './states.ts';

const questions = {
  name: 'tally_platform_questions_total',
  help: 'Questions to platforms; one may be about many channels.',
  labels: ['platform', 'outcome'],
} as const;

export function countQuestion(ctx: Ctx, platform: Platform, answers: readonly Answer[]): void {
  const unknown = answers.filter(({ snapshot }) => snapshot.state === 'unknown').length;
  const outcome = unknown === answers.length ? 'failed' : unknown > 0 ? 'partly' : 'answered';
  ctx.metrics.counter(questions).inc({ platform, outcome });
}

export function measureBudget(ctx: Ctx, platform: Platform, left: number): void {
  const about = { name: 'tally_platform_budget_left', help: 'Questions that may be asked at once.' };
  ctx.metrics.gauge({ ...about, labels: ['platform'] }).set({ platform }, left);
}

export function measureState(ctx: Ctx, state: PlatformState): void {
  const { platform } = state;
  const gauge = (name: string, help: string, value: number) =>
    ctx.metrics.gauge({ name, help, labels: ['platform'] }).set({ platform }, value);
  gauge('tally_platform_watched_channels', 'Channels that somebody follows.', state.watched);
  gauge('tally_platform_degraded', '1 while most channels get no usable answer.', state.isDegraded ? 1 : 0);
  if (state.lastAnswerAt === null) return;
  const age = (ctx.clock.now().getTime() - state.lastAnswerAt.getTime()) / 1_000;
  gauge('tally_platform_last_answer_age_seconds', 'Seconds since the last usable answer.', age);
}

/** Records the budget that all processes share. Every worker reports the same figure. */
export async function measureCalls(ctx: Ctx, platform: Platform): Promise<void> {
  const about = { name: 'tally_platform_calls_left', help: 'Calls or units that all processes together have left.' };
  const gauge = ctx.metrics.gauge({ ...about, labels: ['platform', 'kind'] });
  for (const { kind, limit, used } of (await ctx.platforms.with('upkeep').get(platform)?.readBudgets()) ?? []) {
    gauge.set({ platform, kind }, Math.max(0, limit - used));
  }
}
