import type { ChannelId, RoleId } from '@tally/contract/ids';
import { type StreamerMessageType, streamerMessageTypesOf } from '@tally/contract/message-types';
import type { StreamerBody } from '@tally/contract/streamer-bodies';
import { settingsOf } from '@tally/contract/streamer-settings';
import type { Streamer } from '@tally/contract/streamers';
import { isSame } from '../../../message-editor/draft.ts';
import { type EditedMessage, toBody, toEdited } from '../../../message-editor/editor/body.ts';
import { draftOf, wholeOf } from '../../editor/draft-of.ts';
import { rowKey, shownName } from '../arrange.ts';

export type BulkChange =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'ping'; readonly roleId: RoleId | null }
  /** Null: what the server posts for everybody. */
  | { readonly kind: 'message'; readonly type: StreamerMessageType; readonly message: EditedMessage | null }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'delete' };
export type BulkKind = BulkChange['kind'];

/** The settings that are changed for many. */
export type BulkBody = Pick<
  StreamerBody<'rumble'>,
  'notificationChannelId' | 'videoNotificationChannelId' | 'pingRoleId' | 'paused'
> &
  Pick<StreamerBody<'youtube'>, 'liveNotificationChannelId'> &
  Pick<StreamerBody, 'customMessages'>;

/** One call for one streamer, and what takes it back. */
export type Deed =
  | { readonly kind: 'update'; readonly body: BulkBody; readonly undo: BulkBody }
  | { readonly kind: 'remove' }
  | { readonly kind: 'add'; readonly body: StreamerBody };

export interface BulkStep {
  readonly key: string;
  readonly name: string;
  readonly streamer: Streamer;
  readonly deed: Deed;
}

/** Settings that the change touches, as they will be. */
function wanted(streamer: Streamer, change: Exclude<BulkChange, { kind: 'delete' }>): BulkBody {
  switch (change.kind) {
    case 'channel': {
      // Where streams and videos go apart, one choice for all means both.
      const keys = ['notificationChannelId', 'liveNotificationChannelId', 'videoNotificationChannelId'];
      return Object.fromEntries(
        keys.filter((key) => key in settingsOf[streamer.platform]).map((key) => [key, change.channelId]),
      );
    }
    case 'ping':
      return { pingRoleId: change.roleId };
    case 'message': {
      // The list is replaced as a whole: the other kinds go along as they are.
      const all = { ...ownMessages(streamer), [change.type]: change.message ?? undefined };
      return { customMessages: messageList(streamer, all) };
    }
    case 'pause':
      return { paused: true };
    case 'resume':
      return { paused: false };
  }
}

type OwnMessages = Readonly<Partial<Record<StreamerMessageType, EditedMessage | undefined>>>;

export const ownMessages = (streamer: Streamer): OwnMessages =>
  Object.fromEntries(streamer.customMessages.map((message) => [message.type, toEdited(message)]));

const messageList = ({ platform }: Streamer, own: OwnMessages): BulkBody['customMessages'] =>
  streamerMessageTypesOf[platform].flatMap((type) => {
    const message = own[type];
    return message ? [{ type, ...toBody(message) }] : [];
  }) as BulkBody['customMessages'];

/** What stands there now, under the names of the change. */
function nowOf(streamer: Streamer, change: BulkChange, body: BulkBody): BulkBody {
  if (change.kind === 'message') return { customMessages: messageList(streamer, ownMessages(streamer)) };
  return Object.fromEntries(Object.keys(body).map((key) => [key, Reflect.get(streamer, key) ?? null]));
}

/** What the house paused is tried again by resuming, though its owner never switched it off. */
const isResumed = (streamer: Streamer): boolean =>
  streamer.pauseReason !== null && streamer.pauseReason !== 'planLimit';

export function stepOf(streamer: Streamer, change: BulkChange): BulkStep | null {
  const about = { key: rowKey(streamer), name: shownName(streamer), streamer };
  if (change.kind === 'delete') return { ...about, deed: { kind: 'remove' } };
  const body = wanted(streamer, change);
  const undo = nowOf(streamer, change, body);
  const isDone = change.kind === 'resume' ? !isResumed(streamer) : hasAlready(undo, body);
  return isDone ? null : { ...about, deed: { kind: 'update', body, undo } };
}

/** Not set and switched off are the same. */
const hasAlready = (now: BulkBody, wanted: BulkBody): boolean =>
  Object.entries(wanted).every(([key, value]) => isSame(Reflect.get(now, key) ?? false, value ?? false));

/** The steps of a change; who has it already is left alone. */
export const stepsOf = (streamers: readonly Streamer[], change: BulkChange): BulkStep[] =>
  streamers.flatMap((streamer) => stepOf(streamer, change) ?? []);

export function inverseOf({ deed, ...about }: BulkStep): BulkStep {
  switch (deed.kind) {
    case 'update':
      return { ...about, deed: { kind: 'update', body: deed.undo, undo: deed.body } };
    case 'remove':
      return { ...about, deed: { kind: 'add', body: bodyOf(about.streamer) } };
    case 'add':
      return { ...about, deed: { kind: 'remove' } };
  }
}

/** Everything that was set, so that a streamer can be added again as they were. */
export function bodyOf(streamer: Streamer): StreamerBody {
  const people = streamer.usersForLiveRole.map((id) => ({ id, name: id }));
  const whole = wholeOf(streamer.platform, draftOf({ ...streamer, usersForLiveRole: people }));
  const set = Object.entries(whole).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(set);
}
