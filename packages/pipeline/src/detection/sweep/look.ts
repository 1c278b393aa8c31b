import { gather } from '@tally/infra/batch';
import { type Answer, handleJob, type PlatformDefinition, type Question, UpstreamError } from '@tally/kernel';
import { look } from '../looks.ts';
import { loadAsked } from '../store/due.ts';
import { countWatched } from '../store/watches.ts';
import { questionFor, storeAnswers } from './answers.ts';
import { budgetOf } from './budget.ts';
import { countQuestion } from './meters.ts';
import { cadenceOf } from './pace.ts';

export const lookJob = handleJob(
  look,
  async (ctx, { platform, channelId, about, isNameWanted, pushed }, { attempt }) => {
    const definition = ctx.platforms.definitions.find(({ id }) => id === platform);
    const asked = await loadAsked(ctx.db, platform, [channelId]);
    const [one] = asked;
    if (!definition || !one || one.channel.nextAskAt === null) return;
    const question = { ...questionFor(ctx, one.channel, about), isNameWanted };
    const answer = await askTogether(ctx, { platform: definition, question });
    const cadence = cadenceOf(definition, await countWatched(ctx.db, platform));
    await storeAnswers(ctx, {
      platform: definition,
      cadence,
      asked,
      answers: [answer],
      cause: pushed && { pushed, about },
    });
    // The sweep might miss a video that a push named, so the job retries.
    if (answer.snapshot.state === 'unknown' && about.length > 0 && attempt <= look.retryLimit) {
      throw new Error(`The platform gave no answer: ${answer.snapshot.reason}`);
    }
  },
);

/** Combines simultaneous requests to one platform into one. */
const askTogether = gather<{ readonly platform: PlatformDefinition; readonly question: Question }, Answer>({
  name: 'detection/looks',
  lineOf: ({ platform }) => platform.id,
  atOnce: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  wait: ({ timers }) => timers.breathe(),
  async write(ctx, items) {
    const platform = items[0]?.platform;
    const connection = platform && ctx.platforms.find(platform.id);
    if (!connection) throw new Error(`There is no platform ${platform?.id}.`);
    const questions = items.map(({ question }) => question);
    budgetOf(ctx, platform).borrow();
    const unknown = (reason: string) =>
      questions.map(({ channelId }): Answer => ({ snapshot: { state: 'unknown', channelId, reason } }));
    try {
      const answers = await connection.stream.ask(questions);
      countQuestion(ctx, platform.id, answers);
      return unknown('no answer').map((other, place) => answers[place] ?? other);
    } catch (error) {
      // The sweep keeps trying, and people cannot fix this, so it is not an error.
      if (error instanceof UpstreamError) return unknown(error.message);
      throw error;
    }
  },
});
