import { allOver, type Db, inOneGo } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { keepingSessions, type NewSession, type SessionChange } from '../store/sessions.ts';
import type { ChannelRow } from '../tables.ts';
import { type Happening, type News, queueAllNews } from './queue-news.ts';

/** What follows from a batch of observations, collected first, so many channels share the same few statements. */
export interface Findings {
  readonly opened: NewSession[];
  readonly changed: Map<string, SessionChange>;
  readonly news: News[];
}

export const openFindings = (): Findings => ({ opened: [], changed: new Map(), news: [] });

export function change({ changed }: Findings, id: string, by: SessionChange): void {
  changed.set(id, { ...changed.get(id), ...by });
}

export function tell({ news }: Findings, ctx: Ctx, channel: ChannelRow, happenings: readonly Happening[]): void {
  if (happenings.length > 0) news.push({ ctx, channel, happenings });
}

/** The writes do not depend on each other, so they are sent together. */
export async function keepFindings(ctx: Ctx, tx: Db, { opened, changed, news }: Findings): Promise<void> {
  await allOver<unknown>([inOneGo(tx, keepingSessions(opened, changed)), queueAllNews(ctx, tx, news)]);
}
