/** The actions of creators. Each step changes the state and sends its webhooks. */
import type { Drop } from '../platform/controls.ts';
import { createTimedUuid, createUuid } from '../platform/ids.ts';
import { rfc3339Sydney, showCategory, showWebhookPerson } from './shapes.ts';
import { emit } from './webhooks.ts';
import { getCategory, type KickWorld, type Person, type Stream } from './world.ts';

export function goLive(
  world: KickWorld,
  person: Person,
  options: { title?: string; categoryId?: number; viewers?: number } = {},
): Stream {
  if (person.stream) return person.stream;
  cancelDrop(person);
  person.title = options.title ?? person.title;
  person.categoryId = getCategory(world, options.categoryId ?? person.categoryId).id;
  person.stream = {
    id: createUuid(world.doors),
    pageId: createTimedUuid(world.doors, world.doors.now()),
    number: (world.nextNumber += 1),
    startedAt: wholeSecond(world.doors.now()),
    endedAt: null,
    viewers: options.viewers ?? Math.max(12, Math.round(person.followers / 40)),
    title: person.title,
    categoryId: person.categoryId,
  };
  world.doors.tell('SIGNAL', { subject: person.slug, name: person.username, what: 'went live' });
  pushStatus(world, person, person.stream);
  return person.stream;
}

export function endStream(world: KickWorld, person: Person): void {
  const stream = person.stream ?? person.dropped?.stream ?? null;
  const wasShown = person.stream !== null;
  cancelDrop(person);
  if (!stream) return;
  person.stream = null;
  stream.endedAt = wholeSecond(world.doors.now());
  person.past.unshift(stream);
  if (wasShown) pushStatus(world, person, stream);
  else world.doors.changed('kick');
}

/** Drops the connection: Kick reports "ended", and minutes later the same stream or a new one is live. */
export function dropStream(world: KickWorld, person: Person, options: Drop): void {
  const { stream } = person;
  if (!stream) return;
  if (options.returnsAs === 'nothing') return endStream(world, person);
  person.stream = null;
  const endedAt = wholeSecond(world.doors.now());
  const cancel = world.doors.later(options.minutes * 60_000, () =>
    comeBack(world, person, stream, options.returnsAs, endedAt),
  );
  person.dropped = { stream, comeBack: cancel };
  pushStatus(world, person, { ...stream, endedAt });
}

function comeBack(world: KickWorld, person: Person, stream: Stream, returnsAs: Drop['returnsAs'], endedAt: Date): void {
  person.dropped = null;
  if (person.stream) return;
  if (returnsAs === 'new stream') {
    stream.endedAt = endedAt;
    person.past.unshift(stream);
    goLive(world, person, { viewers: stream.viewers });
    return;
  }
  person.stream = stream;
  pushStatus(world, person, stream);
}

function cancelDrop(person: Person): void {
  person.dropped?.comeBack();
  person.dropped = null;
}

export function changeTitle(world: KickWorld, person: Person, title: string): void {
  person.title = title;
  if (person.stream) person.stream.title = title;
  pushMetadata(world, person);
}

export function changeCategory(world: KickWorld, person: Person, categoryId: number): void {
  person.categoryId = getCategory(world, categoryId).id;
  if (person.stream) person.stream.categoryId = person.categoryId;
  pushMetadata(world, person);
}

export function setViewers(world: KickWorld, person: Person, viewers: number): void {
  if (person.stream) person.stream.viewers = viewers;
  world.doors.changed('kick');
}

function pushStatus(world: KickWorld, person: Person, stream: Stream): void {
  emit(world, person, 'livestream.status.updated', {
    broadcaster: showWebhookPerson(world, person),
    is_live: stream.endedAt === null,
    title: stream.title,
    started_at: rfc3339Sydney(stream.startedAt),
    ended_at: stream.endedAt ? rfc3339Sydney(stream.endedAt) : null,
  });
}

function pushMetadata(world: KickWorld, person: Person): void {
  emit(world, person, 'livestream.metadata.updated', {
    broadcaster: showWebhookPerson(world, person),
    metadata: {
      title: person.title,
      language: person.language,
      has_mature_content: person.isMature,
      category: showCategory(world, person.categoryId),
    },
  });
}

const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);
