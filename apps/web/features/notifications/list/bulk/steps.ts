import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import type { EditedMessage } from '../../../message-editor/editor/body.ts';

// The parts of bulk changes that the list needs. Planning the steps loads with the sheet, because it needs the settings
// of every platform and half of the editor.

export type BulkChange =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'ping'; readonly roleId: RoleId | null }
  /** Null restores the server's message. */
  | { readonly kind: 'message'; readonly type: StreamerMessageType; readonly message: EditedMessage | null }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'delete' };
export type BulkKind = BulkChange['kind'];

/** The settings that can change for many streamers at once. */
type ChannelKey = 'notificationChannelId' | 'liveNotificationChannelId' | 'videoNotificationChannelId';
export type BulkBody = { readonly [K in ChannelKey]?: ChannelId | null | undefined } & Pick<
  StreamerBody,
  'pingRoleId' | 'paused' | 'startsAfter' | 'customMessages'
>;

/** One call for one streamer, and the call that undoes it. */
export type Deed =
  | { readonly kind: 'update'; readonly body: BulkBody; readonly undo: BulkBody }
  | { readonly kind: 'remove'; readonly undo: StreamerBody }
  | { readonly kind: 'add'; readonly body: StreamerBody };

export interface BulkStep {
  readonly key: string;
  readonly name: string;
  readonly streamer: Streamer;
  readonly deed: Deed;
}

export function inverseOf({ deed, ...about }: BulkStep): BulkStep {
  switch (deed.kind) {
    case 'update':
      return { ...about, deed: { kind: 'update', body: deed.undo, undo: deed.body } };
    case 'remove':
      return { ...about, deed: { kind: 'add', body: deed.undo } };
    case 'add':
      return { ...about, deed: { kind: 'remove', undo: deed.body } };
  }
}

export const canPause = ({ paused }: Streamer): boolean => paused !== true;

/** A pause by the service can be resumed, even though the owner did not pause the streamer. */
export const canResume = ({ pauseReason }: Streamer): boolean => pauseReason !== null && pauseReason !== 'planLimit';
