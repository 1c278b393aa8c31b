import type { PlatformToLink, UserId } from '@tally/contract';
import { PlatformToLink as Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import type { AccountRow } from '../tables.ts';

/** An account that belongs to a person, without any secret. */
export interface LinkedAccount {
  readonly userId: UserId;
  readonly platform: PlatformToLink;
  /** The platform's own id; of Rumble `c/<channel>` or `user/<name>`. It is the channel's id in detection too. */
  readonly accountId: string;
  readonly username: string;
  readonly displayName: string;
  /** True where the platform refuses our permission; who the account belongs to is still proven. */
  readonly isGone: boolean;
  readonly linkedAt: Date;
}

export type AccountChange =
  | { readonly kind: 'linked'; readonly account: LinkedAccount }
  | { readonly kind: 'unlinked'; readonly account: LinkedAccount }
  /** The account is called differently now. */
  | { readonly kind: 'renamed'; readonly account: LinkedAccount };

declare module '@tally/kernel' {
  interface Feature {
    /**
     * A person linked or unlinked an account, or it got another name (worker). Runs as a job of its own for each
     * feature, queued in the transaction of the change; it may run twice, and by then the account may have changed
     * again, so look up how things stand.
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

/** Tells every feature that listens; call it in the transaction of the change. */
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
