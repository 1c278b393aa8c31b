import type { MediaCommandPermission, MediaSharePermission } from '@tally/contract/media-sharing/settings';
import { isSame } from '../../../lib/drafts/draft.ts';
import type { SettingsDraft } from './draft-of.ts';

export const presetNames = ['open', 'careful', 'subscribers'] as const;
export type PresetName = (typeof presetNames)[number];

type Part = Pick<
  SettingsDraft,
  'approval' | 'perPerson' | 'perSupporter' | 'secondsBetween' | 'leastAccountDays' | 'fewestViews'
>;

const presets: Readonly<Record<PresetName, { part: Part; mayRequest: MediaSharePermission[] }>> = {
  open: {
    part: {
      approval: 'nobody',
      perPerson: 3,
      perSupporter: 5,
      secondsBetween: 30,
      leastAccountDays: 0,
      fewestViews: 0,
    },
    mayRequest: ['everyone'],
  },
  // New rooms use this preset.
  careful: {
    part: {
      approval: 'notMods',
      perPerson: 1,
      perSupporter: 2,
      secondsBetween: 60,
      leastAccountDays: 0,
      fewestViews: 0,
    },
    mayRequest: ['everyone'],
  },
  subscribers: {
    part: {
      approval: 'notSupporters',
      perPerson: 1,
      perSupporter: 3,
      secondsBetween: 60,
      leastAccountDays: 0,
      fewestViews: 0,
    },
    mayRequest: ['sub', 'vip', 'mod', 'broadcaster'],
  },
};

/** Returns the fields that a preset changes in a draft. */
export function presetFor(draft: SettingsDraft, name: PresetName): Part & Pick<SettingsDraft, 'permissions'> {
  const { part, mayRequest } = presets[name];
  const permissions = draft.permissions.map(
    (each): MediaCommandPermission =>
      each.command === 'request' ? { ...each, onKick: mayRequest, onTwitch: mayRequest } : each,
  );
  return { ...part, permissions };
}

export const presetOf = (draft: SettingsDraft): PresetName | null =>
  presetNames.find((name) =>
    Object.entries(presetFor(draft, name)).every(([key, value]) => isSame(draft[key as keyof SettingsDraft], value)),
  ) ?? null;
