import type { PlatformToLink, UserId } from '@tally/contract';
import { PlatformToLink as Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import type { AccountRow } from '../tables.ts';

/** A linked account without its secrets. */
export interface LinkedAccount {
  readonly userId: UserId;
  readonly platform: PlatformToLink;
  /** The platform's id, which may be a path (`user/<name>`). Detection also uses it as the channel's id. */
  readonly accountId: string;
  readonly username: string;
  readonly displayName: string;
  /** True if the platform refuses our permission. The account still belongs to the person. */
  readonly isGone: boolean;
  readonly linkedAt: Date;
}

export type AccountChange =
  | { readonly kind: 'linked'; readonly account: LinkedAccount }
  | { readonly kind: 'unlinked'; readonly account: LinkedAccount }
  | { readonly kind: 'renamed'; readonly account: LinkedAccount };

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Runs when a person links or unlinks an account, or when the account is renamed. Each feature gets its own job
     * (worker), queued in the transaction of the change. It may run twice or late, so read the current state.
     */
    readonly accountChanged?: (ctx: Ctx, change: AccountChange) => Promise<void>;
  }
}

const Change = z.object({
  kind: z.enum(['linked', 'unlinked', 'renamed']),
  account: z.object({
    userId: z.string(),
    platform: Platform,
    accountId: z.string(),
    username: z.string(),
    displayName: z.string(),
    isGone: z.boolean(),
    linkedAt: z.iso.datetime(),
  }),
});

export const tellFeature = defineJob({
  name: 'connections/tell-feature',
  data: z.object({ feature: z.string(), change: Change }),
  concurrency: 4,
  async run(ctx, { feature: name, change: { kind, account } }) {
    const feature = ctx.features.find((each) => each.name === name);
    await feature?.accountChanged?.(ctx, {
      kind,
      account: { ...account, userId: account.userId as UserId, linkedAt: new Date(account.linkedAt) },
    });
  },
});

/** Queues a job for every feature that declares `accountChanged`. Call it in the transaction of the change. */
export async function announce(ctx: Ctx, tx: Db, kind: AccountChange['kind'], row: AccountRow): Promise<void> {
  const account = toLinkedAccount(row);
  const change = { kind, account: { ...account, linkedAt: account.linkedAt.toISOString() } };
  const listening = ctx.features.filter((feature) => feature.accountChanged);
  await ctx.queue.sendMany(
    tellFeature,
    listening.map(({ name }) => ({ feature: name, change })),
    { tx },
  );
  ctx.log.info({ userId: row.userId, platform: row.platform, account: row.accountId }, `account ${kind}`);
}

export const toLinkedAccount = (row: AccountRow): LinkedAccount => ({
  userId: row.userId,
  platform: row.platform,
  accountId: row.accountId,
  username: row.username,
  displayName: row.displayName,
  isGone: row.goneAt !== null,
  linkedAt: row.linkedAt,
});
