/** Serves web.kick.com: the newer calls of kick.com's pages. It answers only pages of kick.com. */
import { type Answer, answerJson, type Call, missing, type Route } from '../call.ts';
import { rfc3339, slugOfCategory, thumbnailUrl } from '../shapes.ts';
import { getCategory, type KickWorld, type Person, type Stream } from '../world.ts';

const MOST = 30;

export function webRoutes(world: KickWorld): Route[] {
  const ofChannel = (
    path: string,
    run: (person: Person, names: Readonly<Record<string, string>>) => Answer,
  ): Route => ({
    method: 'GET',
    path: `/web/api/v1/channels/:channel${path}`,
    run(call, names) {
      if (!isFromKick(call)) return answerJson(403, { message: 'Forbidden' });
      const person = world.people.get(Number(names.channel) - 1_000);
      const isListed = person && ['everywhere', 'newer calls only', 'for subscribers'].includes(person.recordings);
      return isListed ? run(person, names) : missing();
    },
  });
  return [
    ofChannel('/videos', (person) =>
      success(
        streamsOf(person)
          .slice(0, MOST)
          .map((stream) => showVideo(world, person, stream)),
      ),
    ),
    ofChannel('/videos/:video', (person, { video }) => {
      const stream = streamsOf(person).find(({ pageId }) => pageId === video);
      return stream ? success(showVideo(world, person, stream)) : missing();
    }),
  ];
}

const success = (data: unknown): Answer => answerJson(200, { data, message: 'Success' });

export const isFromKick = ({ headers }: Call): boolean =>
  headers.origin === 'https://kick.com' && headers.referer === 'https://kick.com/';

/** A running stream is also in the list. */
const streamsOf = ({ stream, past }: Person): Stream[] => (stream ? [stream, ...past] : past);

function showWebCategory(world: KickWorld, id: number): Record<string, unknown> {
  const { name } = getCategory(world, id);
  return { id, name, slug: slugOfCategory(name) };
}

function showVideo(world: KickWorld, person: Person, stream: Stream): Record<string, unknown> {
  const seconds = ((stream.endedAt ?? world.doors.now()).getTime() - stream.startedAt.getTime()) / 1_000;
  return {
    id: stream.pageId,
    title: stream.title,
    start_time: rfc3339(stream.startedAt),
    end_time: stream.endedAt && rfc3339(new Date(stream.endedAt.getTime() + 4_000)),
    duration: Math.round(seconds),
    is_live: stream.endedAt === null,
    is_mature: person.isMature,
    language: person.language,
    status: person.recordings === 'for subscribers' ? 'subscribers' : 'public',
    tier: person.isVerified ? 'verified' : 'basic',
    tags: person.tags,
    category: showWebCategory(world, stream.categoryId),
    channel: { id: person.userId + 1_000, slug: person.slug, username: person.username },
    thumbnail: { src: thumbnailUrl(world, stream), srcSet: '' },
    viewer_count: stream.viewers,
  };
}
