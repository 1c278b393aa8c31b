import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import { settingsOf } from '@tally/contract/notifications/streamer-settings';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { streamerMessageTypesOf } from '@tally/contract/platforms/words';
import { isSame } from '../../../../lib/drafts/draft.ts';
import { type EditedMessage, toBody, toEdited } from '../../../message-editor/editor/body.ts';
import { resumed } from '../../api.ts';
import { draftOf, wholeOf } from '../../editor/draft-of.ts';
import { shownName } from '../../shown-name.ts';
import { rowKey } from '../arrange.ts';
import { type BulkBody, type BulkChange, type BulkKind, type BulkStep, canPause, canResume } from './steps.ts';

/** Returns the changed settings with their new values. */
function wanted(streamer: Streamer, change: Exclude<BulkChange, { kind: 'delete' }>): BulkBody {
  switch (change.kind) {
    case 'channel': {
      // If streams and videos have separate channels, the choice applies to both.
      const keys = ['notificationChannelId', 'liveNotificationChannelId', 'videoNotificationChannelId'];
      return Object.fromEntries(
        keys.filter((key) => key in settingsOf[streamer.platform]).map((key) => [key, change.channelId]),
      );
    }
    case 'ping':
      return { pingRoleId: change.roleId };
    case 'message': {
      // The API replaces the whole list, so the other messages are sent unchanged.
      const all = { ...ownMessages(streamer), [change.type]: change.message ?? undefined };
      return { customMessages: messageList(streamer, all) };
    }
    case 'pause':
      return { paused: true };
    case 'resume':
      return resumed(streamer);
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

/** Returns the current values of the changed fields. */
function nowOf(streamer: Streamer, change: BulkChange, body: BulkBody): BulkBody {
  if (change.kind === 'message') return { customMessages: messageList(streamer, ownMessages(streamer)) };
  return Object.fromEntries(Object.keys(body).map((key) => [key, Reflect.get(streamer, key) ?? null]));
}

export function stepOf(streamer: Streamer, change: BulkChange): BulkStep | null {
  const about = { key: rowKey(streamer), name: shownName(streamer), streamer };
  if (change.kind === 'delete') return { ...about, deed: { kind: 'remove', undo: bodyOf(streamer) } };
  const body = wanted(streamer, change);
  const undo = nowOf(streamer, change, body);
  return (isDone(streamer, change.kind) ?? hasAlready(undo, body))
    ? null
    : { ...about, deed: { kind: 'update', body, undo } };
}

function isDone(streamer: Streamer, kind: BulkKind): boolean | undefined {
  if (kind === 'pause') return !canPause(streamer);
  return kind === 'resume' ? !canResume(streamer) : undefined;
}

/** A missing setting equals one that is off. */
const hasAlready = (now: BulkBody, wanted: BulkBody): boolean =>
  Object.entries(wanted).every(([key, value]) => isSame(Reflect.get(now, key) ?? false, value ?? false));

/** Returns the steps of a change, without streamers that already have the settings. */
export const stepsOf = (streamers: readonly Streamer[], change: BulkChange): BulkStep[] =>
  streamers.flatMap((streamer) => stepOf(streamer, change) ?? []);

/** Returns all settings of a streamer, to add it again with them. */
export function bodyOf(streamer: Streamer): StreamerBody {
  const people = streamer.usersForLiveRole.map((id) => ({ id, name: id }));
  const whole = wholeOf(streamer.platform, draftOf({ ...streamer, usersForLiveRole: people }));
  const set = Object.entries(whole).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(set);
}
