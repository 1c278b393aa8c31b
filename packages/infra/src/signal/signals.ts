import type { Clock, Random } from '@tally/kernel';
import type { Database } from '../db/index.ts';

/** News that all processes receive on one database channel (`pg_notify`), sorted by key. */
export interface Topic<News> {
  readonly channel: string;
  readonly read: (payload: string) => readonly (readonly [key: string, news: News])[];
  /** A new listener is called immediately if it may have missed news within this time. */
  readonly recentMs?: number;
}

/** Null means that news may have been missed because the database was down. */
type Ear<News> = (news: News | null) => void;

/** State that this process keeps for a key as long as the key has listeners. */
export interface Room<News> {
  readonly hear: (news: News) => void;
  readonly close: () => void;
}

/** Each process subscribes once per topic, even if many pages listen. */
export interface Signals {
  /** A random id of this process that changes with every start. */
  readonly process: string;
  /**
   * Calls the listener with all news of the key from now on. Returns a function that stops this. The first listener of
   * a key opens its room, which decides what listeners receive. The last one closes it.
   */
  hear<News>(
    topic: Topic<News>,
    key: string,
    ear: Ear<News>,
    openRoom?: (tell: (news: News) => void) => Room<News>,
  ): Promise<() => void>;
  /** Returns whether the key has a listener in this process. */
  isHeard(topic: Pick<Topic<unknown>, 'channel'>, key: string): boolean;
}

interface Desk<News> {
  readonly rooms: Map<string, Room<News> & { readonly ears: Set<Ear<News>> }>;
  /** When each key was last called, with the latest call at the end. */
  readonly calledAt: Map<string, number>;
  /** No news has been missed since this time. */
  since: number;
  opened: Promise<void>;
}

const plainRoom = <News>(hear: (news: News) => void): Room<News> => ({ hear, close() {} });

export interface SignalsOptions extends Pick<Database, 'listen'> {
  readonly clock: Clock;
  readonly random: Random;
}

export function createSignals({ clock, random, listen }: SignalsOptions): Signals {
  const desks = new Map<string, Desk<never>>();
  const now = () => clock.now().getTime();

  function deskOf<News>(topic: Topic<News>): Desk<News> {
    // Each channel has one topic, so its news has this type.
    const known = desks.get(topic.channel) as Desk<News> | undefined;
    if (known) return known;
    const desk: Desk<News> = { rooms: new Map(), calledAt: new Map(), since: now(), opened: Promise.resolve() };
    desks.set(topic.channel, desk);
    const hear = (payload: string) => {
      for (const [key, news] of topic.read(payload)) {
        if (topic.recentMs) keepCall(desk, key, topic.recentMs);
        desk.rooms.get(key)?.hear(news);
      }
    };
    const missed = () => {
      desk.since = now();
      for (const { ears } of desk.rooms.values()) for (const ear of ears) ear(null);
    };
    const open = async (): Promise<void> => {
      try {
        await listen(topic.channel, hear, missed);
        desk.since = now();
      } catch (error) {
        // The next caller then tries again.
        desks.delete(topic.channel);
        throw error;
      }
    };
    desk.opened = open();
    return desk;
  }

  function keepCall({ calledAt }: Desk<never>, key: string, recentMs: number): void {
    calledAt.delete(key);
    calledAt.set(key, now());
    for (const [oldest, at] of calledAt) {
      if (now() - at <= recentMs) break;
      calledAt.delete(oldest);
    }
  }

  return {
    process: random.uuid(),
    async hear(topic, key, ear, openRoom = plainRoom) {
      const desk = deskOf(topic);
      await desk.opened;
      const ears = new Set<typeof ear>();
      const room = desk.rooms.get(key) ?? {
        ears,
        ...openRoom((news) => {
          for (const each of ears) each(news);
        }),
      };
      desk.rooms.set(key, room);
      room.ears.add(ear);
      if (topic.recentMs && Math.max(desk.since, desk.calledAt.get(key) ?? 0) >= now() - topic.recentMs) ear(null);
      return () => {
        if (!room.ears.delete(ear) || room.ears.size > 0) return;
        desk.rooms.delete(key);
        room.close();
      };
    },
    isHeard: ({ channel }, key) => desks.get(channel)?.rooms.has(key) ?? false,
  };
}
