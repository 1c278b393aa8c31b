import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import type { EditedMessage } from '../../../message-editor/editor/body.ts';

// The parts of bulk work that the list needs. Planning the steps needs the settings of every platform and half of the
// editor, so it loads with the sheet.

export type BulkChange =
  | { readonly kind: 'channel'; readonly channelId: ChannelId }
  | { readonly kind: 'ping'; readonly roleId: RoleId | null }
  /** Null: the server's message. */
  | { readonly kind: 'message'; readonly type: StreamerMessageType; readonly message: EditedMessage | null }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'delete' };
export type BulkKind = BulkChange['kind'];

/** The settings to change for many. */
type ChannelKey = 'notificationChannelId' | 'liveNotificationChannelId' | 'videoNotificationChannelId';
export type BulkBody = { readonly [K in ChannelKey]?: ChannelId | null | undefined } & Pick<
  StreamerBody,
  'pingRoleId' | 'paused' | 'startsAfter' | 'customMessages'
>;

/** One call for one streamer, and its undo. */
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

/** A pause by the service can be resumed, although its owner never paused it. */
export const canResume = ({ pauseReason }: Streamer): boolean => pauseReason !== null && pauseReason !== 'planLimit';
