import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import type { DiscordGuildData, GuildInfo } from '@tally/contract/servers/calls';
import type { Draft } from '../../../lib/drafts/draft.ts';
import type { SettingKey, StreamerDraft } from './draft-of.ts';

/** What every section of the editor works on. */
export interface EditorSceneProps {
  readonly platform: Platform;
  readonly streamer: StreamerInDetail;
  readonly server: GuildInfo | undefined;
  readonly discord: DiscordGuildData | undefined;
  readonly draft: Draft<StreamerDraft>;
}

/** Sets one setting; letters typed into it are one step back. */
export const setIn =
  <K extends SettingKey>(draft: Draft<StreamerDraft>, key: K) =>
  (value: StreamerDraft[K]): void =>
    draft.change(key, (now) => ({ ...now, [key]: value }));
