import type { UserId } from '@tally/contract';
import { forgetCaller } from '@tally/infra/idempotency';
import { forgetTriesOf } from '@tally/infra/tries';
import type { Ctx, Download } from '@tally/kernel';
import { downloadZip } from 'client-zip';
import { listBell } from '../store/bell.ts';
import { listServers } from '../store/grants.ts';
import { deletePerson, findPerson } from '../store/people.ts';
import { giveGrantBack } from './grant.ts';
import { personChanged } from './people.ts';

/**
 * Lets every feature forget the person, and then the account itself. Each step may be repeated: when one fails,
 * the account still stands and the call can be made again.
 */
export async function deleteUser(ctx: Ctx, userId: UserId): Promise<void> {
  await giveGrantBack(ctx, userId);
  for (const feature of ctx.features) await feature.forgetUser?.(ctx, userId);
  if (await deletePerson(ctx.db, userId)) ctx.figures.count('person', 'went');
  // Stripe's answer to what just ended may have been written down while the account still stood.
  for (const feature of ctx.features) await feature.forgetUser?.(ctx, userId);
  await forgetTriesOf(ctx.db, userId);
  await forgetCaller(ctx, userId);
  await personChanged(ctx, userId);
  ctx.log.info({ userId }, 'An account was deleted at its owner’s wish.');
}

/** A zip with one JSON file per feature that holds something. It is made while it is sent. */
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

/** Flags outgrow a JSON number. */
const json = (held: object): string =>
  JSON.stringify(held, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2);

/** What the account itself holds. The tokens that Discord gave us are ours to keep secret, even from a file. */
export async function exportAccount(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const person = await findPerson(ctx.db, userId);
  if (!person) return {};
  return {
    profile: person,
    notifications: await listBell(ctx.db, userId),
    servers: await listServers(ctx.db, userId),
  };
}
