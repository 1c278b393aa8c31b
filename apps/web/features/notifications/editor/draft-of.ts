import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import { settingsOf } from '@tally/contract/notifications/streamer-settings';
import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { streamerMessageTypesOf } from '@tally/contract/platforms/words';
import { type EditedMessage, toBody, toEdited } from '../../message-editor/editor/body.ts';

/** The union of all platforms' keys and values. `settingsOf` picks those that a streamer has. */
type KeyOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;
export type SettingKey = Exclude<KeyOf<StreamerBody>, 'customMessages'>;
export type Settings = { readonly [K in SettingKey]?: ValueOf<StreamerBody, K> };
export type MessageKey = `message.${StreamerMessageType}`;

/** All editable settings in one flat object, so each change has a field name. */
export type StreamerDraft = Settings & { readonly [K in MessageKey]?: EditedMessage | null };

export const messageKey = (type: StreamerMessageType): MessageKey => `message.${type}`;
export const isMessageKey = (key: string): key is MessageKey => key.startsWith('message.');

const settingKeys = (platform: Platform): SettingKey[] => Object.keys(settingsOf[platform]) as SettingKey[];

export function draftOf(streamer: StreamerInDetail): StreamerDraft {
  const named = { ...streamer, usersForLiveRole: streamer.usersForLiveRole.map(({ id }) => id) };
  const settings = settingKeys(streamer.platform).map((key) => [key, Reflect.get(named, key) as unknown]);
  const messages = streamerMessageTypesOf[streamer.platform].map((type) => {
    const own = streamer.customMessages.find((message) => message.type === type);
    return [messageKey(type), own ? toEdited(own) : null];
  });
  return Object.fromEntries([...settings, ...messages]) as StreamerDraft;
}

/** Returns the changed settings. If a message changed, it adds all, because the API replaces the whole list. */
export function changeOf(platform: Platform, draft: StreamerDraft, changed: readonly string[]): StreamerBody {
  const settings = settingKeys(platform)
    .filter((key) => changed.includes(key))
    .map((key) => [key, draft[key]]);
  const messages = changed.some(isMessageKey) ? [['customMessages', messagesOf(platform, draft)]] : [];
  return Object.fromEntries([...settings, ...messages]) as StreamerBody;
}

function messagesOf(platform: Platform, draft: StreamerDraft) {
  return streamerMessageTypesOf[platform].flatMap((type) => {
    const edited = draft[messageKey(type)];
    return edited ? [{ type, ...toBody(edited) }] : [];
  });
}

/** Returns all settings, to copy them to another streamer. */
export const wholeOf = (platform: Platform, draft: StreamerDraft): StreamerBody =>
  changeOf(platform, draft, [...settingKeys(platform), ...streamerMessageTypesOf[platform].map(messageKey)]);

/** Copies another streamer's settings into a draft. Fields which that streamer lacks stay unchanged. */
export function withBody(platform: Platform, draft: StreamerDraft, body: StreamerBody): StreamerDraft {
  const { customMessages, ...settings } = body;
  const messages = customMessages
    ? streamerMessageTypesOf[platform].map((type) => {
        const own = customMessages.find((message) => message.type === type);
        return [messageKey(type), own ? toEdited(own) : null];
      })
    : [];
  return { ...draft, ...settings, ...(Object.fromEntries(messages) as StreamerDraft) };
}
