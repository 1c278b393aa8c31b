import type { Platform } from '@tally/contract';
import { type Answer, breathe, type Ctx, handleJob, type Question, UpstreamError } from '@tally/kernel';
import { loadAsked } from '../store/due.ts';
import { countWatched } from '../store/watches.ts';
import { look } from '../wish.ts';
import { questionFor, takeAnswers } from './answers.ts';
import { budgetOf } from './budget.ts';
import { countQuestion } from './meters.ts';
import { cadenceOf } from './pace.ts';

export const lookJob = handleJob(look, async (ctx, { platform, channelId, about, isNameWanted }, { attempt }) => {
  const definition = ctx.platforms.definitions.find(({ id }) => id === platform);
  const asked = await loadAsked(ctx.db, platform, [channelId]);
  const [one] = asked;
  if (!definition || !one || one.channel.nextAskAt === null) return;
  const question = { ...questionFor(ctx, one.channel, about), isNameWanted };
  const answer = await askTogether(ctx, platform, question).catch(asUnknown(channelId));
  const cadence = cadenceOf(definition, await countWatched(ctx.db, platform));
  await takeAnswers(ctx, { platform: definition, cadence, asked, answers: [answer] });
  // The sweep might miss a video that a push named, so the job retries.
  if (answer.snapshot.state === 'unknown' && about.length > 0 && attempt <= look.retryLimit) {
    throw new Error(`The platform gave no answer: ${answer.snapshot.reason}`);
  }
});

/** The sweep keeps asking, and a person could not fix it, so this is no error. */
const asUnknown =
  (channelId: string) =>
  (error: unknown): Answer => {
    if (!(error instanceof UpstreamError)) throw error;
    return { snapshot: { state: 'unknown', channelId, reason: error.message } };
  };

interface Waiting {
  readonly question: Question;
  readonly settle: PromiseWithResolvers<Answer>;
}

const waiting = new WeakMap<object, Map<Platform, Waiting[]>>();

/** Combines questions to one platform that arise at the same moment into one request. */
function askTogether(ctx: Ctx, platform: Platform, question: Question): Promise<Answer> {
  const own = waiting.get(ctx.platforms) ?? new Map<Platform, Waiting[]>();
  waiting.set(ctx.platforms, own);
  const settle = Promise.withResolvers<Answer>();
  const list = own.get(platform) ?? [];
  list.push({ question, settle });
  own.set(platform, list);
  if (list.length === 1) void askAll(ctx, platform, own);
  return settle.promise;
}

async function askAll(ctx: Ctx, platform: Platform, own: Map<Platform, Waiting[]>): Promise<void> {
  await breathe();
  const list = own.get(platform) ?? [];
  own.delete(platform);
  const definition = ctx.platforms.definitions.find(({ id }) => id === platform);
  const connection = ctx.platforms.find(platform);
  try {
    if (!definition || !connection) throw new Error(`There is no platform ${platform}.`);
    budgetOf(ctx, definition).borrow();
    const answers = await connection.stream.ask(list.map(({ question }) => question));
    countQuestion(ctx, platform, answers);
    for (const [place, { question, settle }] of list.entries()) {
      const { channelId } = question;
      settle.resolve(answers[place] ?? { snapshot: { state: 'unknown', channelId, reason: 'no answer' } });
    }
  } catch (error) {
    for (const { settle } of list) settle.reject(error);
  }
}
