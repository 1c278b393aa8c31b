import type { PlatformChannel } from '@tally/contract/creators/calls';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import { CallError } from '../../../lib/call.ts';
import type { RunState } from '../list/bulk/run.ts';
import type { TypedName } from '../streamer-name.ts';

/** The state of a typed name. Only those with `isAddable` are added. */
export type LineState =
  | 'checking'
  | 'found'
  | 'unknown'
  | 'followed'
  | 'missing'
  | 'over'
  | 'nameless'
  | 'unclear'
  | 'running'
  | 'done'
  | 'failed';

export interface LookUp {
  readonly data?: PlatformChannel | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
}

export interface Line {
  readonly typed: TypedName;
  readonly state: LineState;
  readonly channel: PlatformChannel | undefined;
  /** Why looking up or adding was refused. */
  readonly error: Error | null;
}

const addable: ReadonlySet<LineState> = new Set(['checking', 'found', 'unknown', 'failed']);
export const isAddable = ({ state }: Pick<Line, 'state'>): boolean => addable.has(state);

/** Only a plain answer about the name is a no; a platform that does not answer says nothing about a creator. */
const refusals: ReadonlySet<string | undefined> = new Set(['noSuchChannel', 'noSuchChannelButNear', 'severalChannels']);
const isMissing = (error: Error | null): boolean => error instanceof CallError && refusals.has(error.code);

export function linesOf(about: {
  names: readonly TypedName[];
  lookUps: ReadonlyMap<string, LookUp>;
  results: ReadonlyMap<string, RunState>;
  others: readonly Streamer[];
  limit: number;
}): Line[] {
  const { names, lookUps, results, others, limit } = about;
  let room = limit - others.length;
  const known = new Set<string>();
  return names.map((typed) => {
    const lookUp = lookUps.get(typed.key);
    const channel = lookUp?.data;
    const result = results.get(typed.key);
    const error = typeof result === 'object' ? result.error : null;
    const line = (state: LineState): Line => ({ typed, state, channel, error });
    const { read } = typed;
    if (read.kind !== 'name') return line(read.kind);
    if (result === 'done') return line('done');
    if (result === 'running' || result === 'waiting') return line('running');
    // Whom another list takes, that list counts and knows.
    const isHere = read.platform === undefined;
    const isTwice = channel !== undefined && known.has(channel.id);
    if (channel) known.add(channel.id);
    if (isTwice || (isHere && others.some((other) => isSame(other, typed, channel)))) return line('followed');
    if (isMissing(lookUp?.error ?? null)) return { ...line('missing'), error: lookUp?.error ?? null };
    if (isHere) room -= 1;
    if (isHere && room < 0) return line('over');
    if (error) return line('failed');
    if (channel) return line('found');
    return line(lookUp?.error ? 'unknown' : 'checking');
  });
}

function isSame(other: Streamer, { read }: TypedName, channel: PlatformChannel | undefined): boolean {
  if (channel) return other.streamerId === channel.id;
  if (read.kind !== 'name') return false;
  const name = read.name.includes('/') ? addressOf(other) : other.streamerUserName;
  return name.toLowerCase() === read.name.toLowerCase();
}
