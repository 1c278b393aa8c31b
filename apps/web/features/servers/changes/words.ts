'use client';

import type { ChangeSubject } from '@tally/contract/wire/changes';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { placeIn } from '../../../shell/server/values/readable.ts';
import type { Field, FieldWords } from '../../../shell/server/values/use-rows.ts';
import { useCreatorFields } from '../../creators/field-words.ts';
import { useRuleFields as useLinkedFields } from '../../linked-roles/field-words.ts';
import { useRoleFields } from '../../live-role/field-words.ts';
import { useMessageFields } from '../../message-editor/server/field-words.ts';
import { useStreamerFields } from '../../notifications/editor/field-words.ts';
import { useRuleFields as useOverrideFields } from '../../overrides/field-words.ts';
import { usePremiumFields } from '../../premium/field-words.ts';
import { useBoardFields } from '../../starboard/field-words.ts';
import { useCounterFields } from '../../stat-counters/field-words.ts';
import { useStickyFields } from '../../sticky-message/field-words.ts';
import { useWelcomeFields } from '../../welcome-leave/field-words.ts';
import { useSettingFields } from '../manage/field-words.ts';
import { useSettingName } from '../manage/setting-name.ts';

/** Returns the labels for the fields of each kind of change, by the change's name. */
export function useFieldsOf(): (what: string) => FieldWords {
  const setting = useSettingFields();
  const role = useRoleFields();
  const message = useMessageFields();
  const records: Readonly<Record<string, FieldWords>> = {
    streamers: useStreamerFields(),
    creators: useCreatorFields(),
    starboards: useBoardFields(),
    stickyMessages: useStickyFields(),
    autoLiveRoles: role,
    statusRoles: role,
    linkedRoles: useLinkedFields(),
    notificationOverrides: useOverrideFields(),
    messages: message,
    singleMessages: message,
    randomMessages: message,
    statCounters: useCounterFields(),
    premium: usePremiumFields(),
    welcomeTrigger: useWelcomeFields(),
    quietHours: (field) => partOfSetting(setting('quietHours'), field),
    disableBranding: (field) => partOfSetting(setting('disableBranding'), field),
  };
  // A setting with a single value has no field label, because the line already shows its name.
  return (what) =>
    (field): Field => {
      const read = (records[what] ?? setting)(field);
      return field === what ? { ...read, name: '' } : read;
    };
}

/** A setting with several parts has one record per part. */
const partOfSetting = ({ asParts, choiceOf, partOf = () => [] }: Field, part: string): Field => ({
  name: partOf([part]).join(),
  ...(asParts ? { asParts: (value) => Reflect.get(Object(asParts({ [part]: value })), part) as unknown } : {}),
  ...(choiceOf ? { choiceOf: (value) => choiceOf(value, [part]) } : {}),
});

/** Returns the subject of a line: the setting, or the kind of record and its name. */
export function useSubject(serverId: ServerId): (what: string, subject: ChangeSubject | null) => string {
  const t = useTranslations('servers.changes');
  const types = useTranslations('notifications.editor.types');
  const greetings = useTranslations('message-editor.server.greetings');
  const ofGiveaways = useTranslations('message-editor.server.giveaways.types');
  const settingName = useSettingName();
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const nameOf = ({ kind, value, platform }: ChangeSubject): string => {
    switch (kind) {
      case 'name':
        return platform
          ? t('onPlatform', { name: isolated(value), platform: platformNames[platform] })
          : isolated(value);
      case 'channel':
      case 'role':
        return placeIn(discord, value) ?? (discord ? t(`gone.${kind}`) : value);
      case 'messageType':
        return wordIn(types, value) ?? wordIn(greetings, value) ?? wordIn(ofGiveaways, value) ?? value;
      case 'priority':
        return t('priority', { number: Number(value) });
      default:
        return kind satisfies never;
    }
  };
  return (what, subject) => {
    // A setting without a label shows its raw name.
    const name = settingName(what) ?? what;
    return subject ? `${name} · ${nameOf(subject)}` : name;
  };
}
