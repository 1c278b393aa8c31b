import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { catalogue, entitle } from '../premium/index.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { storeEvent } from './service/events.ts';
import { listMoneyWaits, paymentsOfPerson, paymentsOfServer } from './service/money.ts';
import { removeCustomer } from './service/queue.ts';
import { activeSubscriptions } from './service/read.ts';
import { deleteCheckouts, deleteCustomer, findCustomer } from './store/checkouts.ts';
import { deleteOfUser, listOfUser } from './store/subscriptions.ts';

export { syncPrices } from './service/prices.ts';

export const billing = defineFeature({
  name: 'billing',
  routes,
  jobs,
  webhooks: [{ name: 'stripe', methods: ['POST'], receive: storeEvent }],
  user: {
    parts: async (ctx, userId) => ({ activeGuildSubscriptions: await activeSubscriptions(ctx, userId) }),
  },
  exportUser,
  forgetUser,
  staff: { waits: listMoneyWaits, aboutServer: paymentsOfServer, aboutPerson: paymentsOfPerson },
});

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [rows, customer] = await Promise.all([listOfUser(ctx.db, userId), findCustomer(ctx.db, userId)]);
  const told = rows.map((row) => ({ ...row, answered: undefined, isDuplicate: undefined }));
  return {
    ...(customer?.customerId ? { stripeCustomer: customer.customerId } : {}),
    ...(told.length > 0 ? { subscriptions: told } : {}),
  };
}

/** Cancels the person's subscriptions and removes the plans that they paid for. */
async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  const known = await catalogue(ctx);
  await ctx.db.transaction(async (tx) => {
    const customerId = (await findCustomer(tx, userId))?.customerId;
    for (const { holder, holderId } of await listOfUser(tx, userId)) {
      await entitle(ctx, tx, { key: { holder, holderId, source: 'stripe', sourceId: '' }, grant: null, known });
    }
    await deleteOfUser(tx, userId);
    await deleteCheckouts(tx, userId);
    await deleteCustomer(tx, userId);
    if (customerId) await ctx.queue.send(removeCustomer, { customerId }, { tx, singletonKey: customerId });
  });
}
