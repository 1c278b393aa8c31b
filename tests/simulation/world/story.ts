import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import type { Change } from '../memory/database.ts';

/** The columns of a row that a story shows. */
const told = [
  'state',
  'reason',
  'wanted',
  'channelId',
  'messageId',
  'version',
  'sentVersion',
  'inDoubtSince',
  'sightedId',
  'sightedGone',
  'lost',
  'publishState',
  'threadState',
] as const satisfies readonly (keyof Delivery)[];
const short: Partial<Record<(typeof told)[number], string>> = {
  channelId: 'channel',
  messageId: 'message',
  sentVersion: 'sent version',
  inDoubtSince: 'in doubt since',
  sightedId: 'seen as',
  sightedGone: 'seen to be gone',
};

/** Returns one line for each changed row. */
export function linesOf(by: string, changes: readonly Change[], startMs: number): string[] {
  const seconds = (at: Date): string => ((at.getTime() - startMs) / 1_000).toFixed(3);
  const said = (value: unknown): string => (value instanceof Date ? seconds(value) : String(value));
  return changes.flatMap(({ table, before, row }) => {
    if (table !== 'deliveries') return [];
    const [old, now] = [before as Delivery | null, row as Delivery];
    const { dedupeKey: key, leaseUntil } = now;
    if (!old) return [`${by}  ${key} is stored: ${now.state}`];
    if (now.fence !== old.fence && leaseUntil) return [`${by}  claims ${key} until ${seconds(leaseUntil)}`];
    const changed = told.filter((name) => said(now[name]) !== said(old[name]));
    const parts = changed.map((name) => `${short[name] ?? name} ${said(now[name])}`);
    if (now.settledAt !== old.settledAt)
      parts.push(now.nextAttemptAt ? `due at ${seconds(now.nextAttemptAt)}` : 'nothing due');
    if (parts.length === 0) return [];
    return [`${by}  ${now.settledAt === old.settledAt ? 'writes' : 'settles'} ${key}: ${parts.join(', ')}`];
  });
}

/** Removes lines about rows that the sentence does not mention. */
export function aboutThese(story: readonly string[], says: string): readonly string[] {
  const keysOf = (text: string): readonly string[] => text.match(/\bk\d+\b/g) ?? [];
  const wanted = new Set(keysOf(says));
  if (wanted.size === 0) return story;
  return story.filter((line) => {
    const keys = keysOf(line);
    return keys.length === 0 || keys.some((key) => wanted.has(key));
  });
}
