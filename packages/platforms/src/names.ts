import { type Answer, hours, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

export type Name = NonNullable<Answer['name']>;

const AGED_MS = hours(24);
/** A due channel takes others along, because a call for a hundred channels costs as much as a call for one. */
const ALONG_MS = hours(12);
const AGAIN_MS = hours(1);

const Named = z.object({ namedAt: z.number() });
const namedAtOf = ({ memory }: Question): number | null => Named.safeParse(memory).data?.namedAt ?? null;

/**
 * Responses about live channels contain names, but offline channels are missing there. We query their names once a day,
 * many per call. A new channel was just looked up.
 */
export async function withNames(
  { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>,
  questions: readonly Question[],
  about: {
    readonly answers: readonly Answer[];
    readonly lookUp: (questions: readonly Question[]) => Promise<ReadonlyMap<string, Name>>;
  },
): Promise<readonly Answer[]> {
  const now = clock.now().getTime();
  const ages = questions.map((question) => {
    if (question.isNameWanted) return AGED_MS;
    return now - (namedAtOf(question) ?? Number.NEGATIVE_INFINITY);
  });
  const isUnnamed = (place: number) => about.answers[place]?.name === undefined;
  const isAged = ages.map((age, place) => isUnnamed(place) && age !== Number.POSITIVE_INFINITY && age >= AGED_MS);
  const asked = isAged.includes(true)
    ? questions.filter((_, place) => isUnnamed(place) && (ages[place] as number) >= ALONG_MS)
    : [];
  const found = asked.length > 0 ? await tryToLookUp(about.lookUp, asked, log) : new Map<string, Name>();
  const isAsked = new Set(asked);
  return about.answers.map((answer, place) => {
    const question = questions[place] as Question;
    const age = ages[place] as number;
    if (isAsked.has(question)) {
      const name = found?.get(question.channelId);
      const namedAt = found ? now : now - AGED_MS + AGAIN_MS;
      return { ...answer, ...(name ? { name } : {}), memory: { namedAt } };
    }
    const isKnown = answer.name !== undefined && age >= ALONG_MS;
    return isKnown || age === Number.POSITIVE_INFINITY ? { ...answer, memory: { namedAt: now } } : answer;
  });
}

/** Returns null on failure, because missing names are no reason to lose answers about streams. */
async function tryToLookUp(
  lookUp: (questions: readonly Question[]) => Promise<ReadonlyMap<string, Name>>,
  asked: readonly Question[],
  log: PlatformDoors['log'],
): Promise<ReadonlyMap<string, Name> | null> {
  try {
    return await lookUp(asked);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ err: error, channels: asked.length }, 'names could not be looked up; the next try is in an hour');
    return null;
  }
}
