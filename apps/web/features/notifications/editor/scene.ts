import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import type { DiscordGuildData, GuildInfo } from '@tally/contract/servers/calls';
import type { Draft } from '../../../lib/drafts/draft.ts';
import type { SettingKey, StreamerDraft } from './draft-of.ts';

/** The data and actions that every section of the editor shares. */
export interface EditorSceneProps {
  readonly platform: Platform;
  readonly streamer: StreamerInDetail;
  readonly server: GuildInfo | undefined;
  readonly discord: DiscordGuildData | undefined;
  readonly draft: Draft<StreamerDraft>;
}

/** Sets one setting. Consecutive letters in a field are one undo step. */
export const setIn =
  <K extends SettingKey>(draft: Draft<StreamerDraft>, key: K) =>
  (value: StreamerDraft[K]): void =>
    draft.change(key, (now) => ({ ...now, [key]: value }));
