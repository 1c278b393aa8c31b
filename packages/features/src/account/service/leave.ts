import type { UserId } from '@tally/contract';
import { forgetCaller } from '@tally/infra/idempotency';
import { forgetTriesOf } from '@tally/infra/tries';
import type { Ctx, Download } from '@tally/kernel';
import { downloadZip } from 'client-zip';
import { listServers, revokeGrant } from '../../grants/index.ts';
import { listBell } from '../store/bell.ts';
import { deletePerson, findPerson } from '../store/people.ts';
import { personChanged } from './people.ts';

/**
 * Deletes the person's data in every feature, then the account. After a failure the account still exists, so the call
 * can be repeated.
 */
export async function deleteUser(ctx: Ctx, userId: UserId): Promise<void> {
  await revokeGrant(ctx, userId);
  for (const feature of ctx.features) await feature.forgetUser?.(ctx, userId);
  if (await deletePerson(ctx.db, userId)) ctx.figures.count('person', 'went');
  // Clears the features again, because Stripe's event about the ended subscription may have arrived since.
  for (const feature of ctx.features) await feature.forgetUser?.(ctx, userId);
  await forgetTriesOf(ctx.db, userId);
  await forgetCaller(ctx, userId);
  await personChanged(ctx, userId);
  ctx.log.info({ userId }, 'An account was deleted at its owner’s request.');
}

/** Returns a zip with one JSON file per feature that has data. The zip is created while it is sent. */
export function exportUser(ctx: Ctx, userId: UserId): Download {
  const stream = downloadZip(filesOf(ctx, userId)).body;
  if (!stream) throw new Error('the zip has no body');
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { contentType: 'application/zip', fileName: `tally-${userId}-${day}.zip`, stream };
}

async function* filesOf(ctx: Ctx, userId: UserId) {
  const lastModified = ctx.clock.now();
  for (const feature of ctx.features) {
    const held = await feature.exportUser?.(ctx, userId);
    if (held && Object.keys(held).length > 0) yield { name: `${feature.name}.json`, lastModified, input: json(held) };
  }
}

/** JSON numbers cannot hold flags, which are bigints. */
const json = (held: object): string =>
  JSON.stringify(held, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2);

/** Exports the account's own data. Discord's tokens stay secret, even in the export. */
export async function exportAccount(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const person = await findPerson(ctx.db, userId);
  if (!person) return {};
  return {
    profile: person,
    notifications: await listBell(ctx.db, userId),
    servers: await listServers(ctx.db, userId),
  };
}
