import {
  emptySettings,
  type GuildSetting,
  GuildSettingsBody,
  guildSettings,
  type ServerId,
  servers,
} from '@tally/contract';
import { AppError, type Ctx, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import type { Difference } from '../../match/compare.ts';
import { type Fields, isRecordList } from '../../match/entries.ts';
import type { Saving } from './apply.ts';
import { ask, type StoredEntry } from './homes.ts';

interface Work {
  readonly wanted: readonly Difference[];
  readonly current: readonly StoredEntry[];
  readonly saving: Saving;
}

/** Saves all settings in one transaction. If that fails, saves each setting, and each record of a list, separately. */
export async function saveSettings(ctx: Ctx, serverId: ServerId, { wanted, current, saving }: Work): Promise<void> {
  const own = guildSettings.flatMap((what) => {
    const differences = wanted.filter(({ line }) => line.what === what);
    return differences.length > 0 ? [{ what, differences }] : [];
  });
  if (own.length === 0) return;
  const save = async (patch: Fields) => {
    const body = z.decode(GuildSettingsBody, patch);
    await ask(ctx, servers.updateServer, { params: { guildId: serverId }, body });
  };
  const here = (what: GuildSetting) => current.filter((entry) => entry.what === what);
  const whole = Object.fromEntries(own.map(({ what, differences }) => [what, valueOf(what, here(what), differences)]));
  try {
    await save(whole);
    for (const { differences } of own) for (const difference of differences) saving.count(difference);
    return;
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UpstreamError)) throw error;
  }
  for (const { what, differences } of own) {
    if (!isRecordList(what)) {
      await saving.try(differences, () => save({ [what]: valueOf(what, here(what), differences) }));
      continue;
    }
    const kept: Difference[] = [];
    for (const one of differences)
      if (await saving.try([one], () => save({ [what]: valueOf(what, here(what), [...kept, one]) }))) kept.push(one);
  }
}

/** Returns a setting's value with these changes applied. */
function valueOf(what: GuildSetting, here: readonly StoredEntry[], differences: readonly Difference[]): unknown {
  if (isRecordList(what)) {
    const touched = new Set(differences.flatMap(({ before }) => before?.key ?? []));
    const rest = here.filter(({ key }) => !touched.has(key)).map(({ fields }) => fields);
    return [...rest, ...differences.flatMap(({ after }) => (after ? [after.fields] : []))];
  }
  const [first] = differences;
  const [was, is] = [first?.before?.fields[what], first?.after?.fields[what]];
  if (is === undefined) return emptySettings[what];
  // In a setting with several parts, absent parts stay unchanged.
  return isParts(was) && isParts(is)
    ? { ...Object.fromEntries(Object.keys(was).map((key) => [key, null])), ...is }
    : is;
}

const isParts = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
