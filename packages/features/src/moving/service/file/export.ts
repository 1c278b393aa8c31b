import type { DiscordGuildData, ServerId } from '@tally/contract';
import { AppError, type Ctx, type Download, requireUser } from '@tally/kernel';
import { downloadZip } from 'client-zip';
import manifest from '../../../../package.json' with { type: 'json' };
import { findDiscordData } from '../../../places/index.ts';
import { findServer } from '../../../servers/index.ts';
import { pageServers } from '../../../settings/index.ts';
import { writeFile } from '../../match/write-file.ts';
import { readEntries } from './homes.ts';

export const allKinds = ['channels', 'roles', 'emojis'] as const;

export async function exportSettings(ctx: Ctx, serverId: ServerId): Promise<Download> {
  const discord = await findDiscordData(ctx, serverId, { types: allKinds, force: false });
  const json = await fileOf(ctx, serverId, discord);
  return {
    contentType: 'application/json; charset=utf-8',
    fileName: `${await nameOf(ctx, serverId)}.json`,
    stream: new Blob([json]).stream(),
  };
}

/** Names a file, for example `tally-night-city-2026-11-29`. */
async function nameOf(ctx: Ctx, serverId: ServerId): Promise<string> {
  const { name = '' } = (await findServer(ctx.db, serverId)) ?? {};
  const word = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `tally-${word.slice(0, 60) || serverId}-${dayOf(ctx)}`;
}

const dayOf = (ctx: Ctx): string => ctx.clock.now().toISOString().slice(0, 10);

async function fileOf(ctx: Ctx, serverId: ServerId, discord: DiscordGuildData): Promise<string> {
  const entries = await readEntries(ctx, serverId);
  const { name = '' } = (await findServer(ctx.db, serverId)) ?? {};
  const made = { by: `tally ${manifest.version}`, at: ctx.clock.now(), server: { id: serverId, name } };
  return writeFile(entries, made, {
    serverId,
    channels: new Map(discord.channels?.map(({ id, name, type, category }) => [id, { name, type, category }])),
    roles: new Map(discord.roles?.map(({ id, name }) => [id, { name }])),
    emojis: new Map(discord.emojis?.list.map(({ id, name, animated }) => [id, { name, animated }])),
  });
}

/** Generates the file while sending it. Discord is not called, so channels and roles have only ids, no names. */
export function exportAllSettings(ctx: Ctx, signal: AbortSignal): Download {
  if (!requireUser(ctx).flags.has('Owner')) throw new AppError('ownersOnly');
  const { body } = downloadZip(filesOf(ctx, signal));
  if (!body) throw new Error('a zip without a body');
  return { contentType: 'application/zip', fileName: `tally-servers-${dayOf(ctx)}.zip`, stream: body };
}

const AT_ONCE = 100;

async function* filesOf(ctx: Ctx, signal: AbortSignal) {
  let page: readonly ServerId[] = [];
  do {
    page = await pageServers(ctx.db, page.at(-1) ?? '', AT_ONCE);
    for (const serverId of page) {
      if (signal.aborted) return;
      yield { name: `${serverId}.json`, lastModified: ctx.clock.now(), input: await fileOf(ctx, serverId, {}) };
    }
  } while (page.length === AT_ONCE);
}
