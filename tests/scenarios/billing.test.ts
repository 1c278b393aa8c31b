import { billing, type ChangePreview, premium, type ServerId, servers, tiers } from '@tally/contract';
import type { Payments } from '@tally/infra/stripe';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Buys, changes, fails and ends subscriptions with the simulated Stripe and its webhooks. */
let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await testApi({ isWorking: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await act('callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/stripe` });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
});

interface StripeState {
  readonly subscriptions: {
    id: string;
    status: string;
    latest_invoice: string;
    items: { lookup_key: string; quantity: number; unit_amount: number }[];
  }[];
  readonly sessions: { id: string; status: string; url: string | null; amount_total: number }[];
  readonly invoices: { id: string; status: string; total: number; amount_due: number }[];
}
const stripe = (): StripeState => api.sim.worlds.get('stripe')?.summary() as StripeState;
const act = async (name: string, body: object = {}) => await api.sim.worlds.get('stripe')?.controls[name]?.(body);
const data = async <T>(asked: Promise<{ status: number; text: string; json: { data?: unknown } }>): Promise<T> => {
  const answer = await asked;
  expect(answer.text).toMatch(/^\{"status":200/);
  return answer.json.data as T;
};

const plan = async (guildId: ServerId = nightCity) => {
  const info = await data<{ premium: { tier: string }; limits: { maxKickConnections: number } }>(
    api.call(servers.getServer, { params: { guildId } }, token),
  );
  return { tier: info.premium.tier, kick: info.limits.maxKickConnections };
};
const holds = async (tier: string, kick?: number) =>
  await vi.waitFor(async () => expect(await plan()).toMatchObject({ tier, ...(kick === undefined ? {} : { kick }) }), {
    timeout: 60_000,
    interval: 50,
  });

const checkout = async (more: object = {}) =>
  await api.call(
    billing.startCheckout,
    {
      params: { type: 'guild' },
      body: { subscriptionTierId: tiers.ServerPremium, guildId: nightCity, ...more },
    } as never,
    token,
  );
const quoted = async (more: object = {}) =>
  await api.call(
    billing.quoteCheckout,
    {
      params: { type: 'guild' },
      body: { subscriptionTierId: tiers.ServerPremium, guildId: nightCity, ...more },
    } as never,
    token,
  );
/** Opens the page and presses the button, as a person does. */
const press = async (url: string, what: 'pay' | 'decline' | 'leave') =>
  await fetch(`${url}?do=${what}`, { redirect: 'manual' });

async function buy(more: object = {}): Promise<string> {
  const paid = await press(await data<string>(checkout(more)), 'pay');
  expect(paid.headers.get('location')).toMatch(/\/manage-subscription\?checkout=cs_test_/);
  await holds(tiers.ServerPremium);
  return stripe().subscriptions.at(-1)?.id ?? '';
}

describe('a server gets Premium', () => {
  it('declined, left, then paid: only the payment grants a plan, without further steps', async () => {
    const url = await data<string>(checkout({ additionalKickConnections: 20 }));
    expect((await press(url, 'decline')).status).toBe(402);
    expect((await press(url, 'leave')).headers.get('location')).toContain(`${tiers.ServerPremium}?server=${nightCity}`);
    expect(await plan()).toEqual({ tier: tiers.ServerFree, kick: 30 });
    await press(url, 'pay');
    await holds(tiers.ServerPremium, 80);
    const list = await data<{ guilds: object[] }>(api.call(billing.listSubscriptions, {}, token));
    expect(list.guilds).toMatchObject([
      {
        guildId: nightCity,
        status: 'active',
        title: 'Server Premium',
        priceCents: 700,
        addons: [{ addonId: 'KickConnections', quantity: 20 }],
      },
    ]);
    expect((await checkout()).json).toMatchObject({ status: 409, code: 'alreadySubscribed' });
  });

  it('add-ons and another tier cost as much as shown before, to the cent', async () => {
    const id = await buy();
    const wish = { subscriptionId: id, newAddons: [{ addonId: 'KickConnections' as const, quantity: 20 }] };
    const shown = await data<ChangePreview>(api.call(billing.previewChange, { body: wish }, token));
    await data(api.call(billing.changeAddons, { body: wish }, token));
    expect(await plan()).toEqual({ tier: tiers.ServerPremium, kick: 80 });
    expect(stripe().invoices.at(-1)).toMatchObject({ amount_due: shown.dueNowCents, status: 'paid' });
    expect(shown.nextCents).toBe(700);

    const up = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    const more = await data<ChangePreview>(api.call(billing.previewChange, { body: up }, token));
    await data(api.call(billing.changeTier, { body: up }, token));
    expect(await plan()).toEqual({ tier: tiers.ServerPremiumPlus, kick: 110 });
    expect(stripe().invoices.at(-1)).toMatchObject({ amount_due: more.dueNowCents });
    expect(more.lines.reduce((sum, line) => sum + line.cents, 0)).toBe(more.dueNowCents);
    expect(more.lines.map(({ text }) => text)).toEqual([
      'Unused time: Server Premium',
      'Remaining time: Server Premium Plus',
    ]);

    const down = { subscriptionId: id, newTierId: tiers.ServerPremium };
    const less = await data<ChangePreview>(api.call(billing.previewChange, { body: down }, token));
    expect(less).toMatchObject({ dueNowCents: 0 });
    expect(less.creditCents).toBeGreaterThan(0);
    await data(api.call(billing.changeTier, { body: down }, token));
    const { payments, portalUrl } = await data<{ payments: { amountCents: number }[]; portalUrl: string }>(
      api.call(billing.listPayments, {}, token),
    );
    expect(payments).toHaveLength(4);
    expect((await fetch(portalUrl)).status).toBe(200);
  });

  it('a refused card changes nothing, and the answer says so', async () => {
    const id = await buy();
    await act('set-card', { who: id, card: 'is refused' });
    const up = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    expect((await api.call(billing.changeTier, { body: up }, token)).json).toMatchObject({
      status: 409,
      code: 'cardDeclined',
    });
    expect(await plan()).toEqual({ tier: tiers.ServerPremium, kick: 60 });
    // Another card with the same request works a minute later.
    await act('set-card', { who: id, card: 'works' });
    await api.pass(61_000);
    await data(api.call(billing.changeTier, { body: up }, token));
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremiumPlus });
  });
});

describe('products and prices at Stripe', () => {
  const sync = async () => {
    const { syncPrices } = await import('../../packages/features/src/billing/service/prices.ts');
    return await syncPrices(api.ctx);
  };
  const rename = async (set: string) => {
    await api.ctx.db.execute(`update plans set ${set} where tier_id = '${tiers.ServerPremium}'`);
    await api.ctx.cache.forget('premium/catalogue');
  };

  it('match our rows: names, new prices, and a returning old price', async () => {
    const first = await sync();
    expect(first).toMatchObject({ made: first.sold, renamed: 0, archived: 0 });
    expect(await sync()).toEqual({ sold: first.sold, made: 0, renamed: 0, archived: 0 });
    await rename(`name = 'Night Plan', cents = 600`);
    expect(await sync()).toEqual({ sold: first.sold, made: 2, renamed: 1, archived: 2 });
    const quote = await data<{ recurringCents: number }>(quoted());
    expect(quote.recurringCents).toBe(600);
    await rename(`name = 'Server Premium', cents = 500`);
    expect(await sync()).toEqual({ sold: first.sold, made: 0, renamed: 1, archived: 2 });
    await buy();
    expect(stripe().invoices.at(-1)).toMatchObject({ amount_due: 500 });
  });

  it('the total before the checkout equals the invoice, with add-ons, by year and with a code; titles name product and recipient', async () => {
    await act('promotion-code', { code: 'WELCOME20', percent: 20, months: 3 });
    const wish = { annual: true, additionalKickConnections: 20, additionalStarboards: 1, affiliate: 'welcome20' };
    const quote = await data<{ dueNowCents: number; recurringCents: number; discount: object }>(quoted(wish));
    expect(quote).toMatchObject({
      dueNowCents: 6_000,
      recurringCents: 7_500,
      discount: { text: 'WELCOME20', cents: 1_500, lasts: 'repeating', months: 3 },
    });
    const id = await buy(wish);
    expect(stripe().sessions.at(-1)).toMatchObject({ amount_total: 6_000 });
    expect(stripe().invoices.at(-1)).toMatchObject({ amount_due: 6_000 });
    const { guilds } = await data<{ guilds: object[] }>(api.call(billing.listSubscriptions, {}, token));
    expect(guilds).toMatchObject([{ priceCents: 7_500, discount: { text: 'WELCOME20', cents: 1_500 } }]);
    const up = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    const shown = await data<ChangePreview>(api.call(billing.previewChange, { body: up }, token));
    // The code has expired by the next yearly payment.
    expect(shown.nextCents).toBe(12_500);
    await data(api.call(billing.changeTier, { body: up }, token));
    expect(stripe().invoices.at(-1)).toMatchObject({ amount_due: shown.dueNowCents });
    const titles = async (language: string) => {
      const answer = await api.request('GET', '/stripe/payments', { token, headers: { 'accept-language': language } });
      return (answer.json.data as { payments: { title: string }[] }).payments.map(({ title }) => title);
    };
    expect(await titles('en-US')).toEqual(['Change to Server Premium Plus, Night City', 'Server Premium, Night City']);
    expect((await titles('ar-SA'))[0]).toMatch(/^التغيير إلى Server Premium Plus/);
  });
});

describe('it ends', () => {
  it('canceled, resumed, canceled again, ended: and then it can start again', async () => {
    const id = await buy();
    await data(api.call(billing.cancelSubscription, { params: { id } }, token));
    await data(api.call(billing.resumeSubscription, { params: { id } }, token));
    await data(api.call(billing.cancelSubscription, { params: { id } }, token));
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
    await act('advance', { days: 32 });
    await holds(tiers.ServerFree, 30);
    await buy();
  });

  it('no money: Stripe retries for days, then the plan ends; the payer is notified', async () => {
    const id = await buy();
    await act('set-card', { who: id, card: 'is refused' });
    await act('advance', { days: 32 });
    await vi.waitFor(
      async () => {
        const me = await data<{ database: { notifications: { list: { title: string }[] } } }>(
          api.request('GET', '/@me', { token }),
        );
        expect(me.database.notifications.list.map((line) => line.title)).toContain(
          'The payment for Server Premium failed',
        );
      },
      { timeout: 60_000 },
    );
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
    await act('advance', { days: 20 });
    await holds(tiers.ServerFree);
  });

  it('paused at Stripe: no plan is active and nothing can be changed until it resumes', async () => {
    const id = await buy();
    await act('pause', { who: id });
    await holds(tiers.ServerFree);
    const up = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    expect((await api.call(billing.changeTier, { body: up }, token)).json).toMatchObject({ code: 'conflict' });
    expect((await checkout()).json).toMatchObject({ code: 'alreadySubscribed' });
    await act('resume', { who: id });
    await holds(tiers.ServerPremium);
  });

  it.each(['refund', 'delete-customer', 'dispute'])('%s: it no longer grants a plan', async (what) => {
    const id = await buy();
    await act(what, { who: id });
    await holds(tiers.ServerFree);
    expect(await plan()).toMatchObject({ tier: tiers.ServerFree });
    if (what !== 'dispute') return void (await buy());
    await act('close-dispute', { who: id, status: 'won' });
    await holds(tiers.ServerPremium);
  });
});

describe('trouble', () => {
  it('lost and forged webhooks: the nightly comparison finds out', async () => {
    await act('webhooks', { do: 'lose', next: 100 });
    await press(await data<string>(checkout()), 'pay');
    expect(await plan()).toMatchObject({ tier: tiers.ServerFree });
    const { compare } = await import('../../packages/features/src/billing/jobs.ts');
    await compare.run(api.ctx, {}, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
  });

  it('a key without rights, and an hour without Stripe: a clear sentence, and the right state in the end', async () => {
    const id = await buy();
    for (const kind of ['no rights', 'outage']) {
      await act('calm');
      await act('trouble', { kind, minutes: 60 });
      for (const asked of [
        api.call(billing.cancelSubscription, { params: { id } }, token),
        api.call(billing.listPayments, {}, token),
      ])
        expect([kind, (await asked).json]).toMatchObject([kind, { status: 503, code: 'stripeDown' }]);
      expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
    }
    await act('end-now', { who: id });
    await act('calm');
    await holds(tiers.ServerFree);
  });

  it('fifty checkouts at once are one, and two that are paid at once are given back to one', async () => {
    const urls = await Promise.all(Array.from({ length: 50 }, async () => await data<string>(checkout())));
    expect(new Set(urls).size).toBe(1);
    expect(stripe().sessions).toHaveLength(1);
    await Promise.all(urls.slice(0, 10).map(async (url) => await press(url, 'pay')));
    await holds(tiers.ServerPremium);
    expect(stripe().subscriptions).toHaveLength(1);
  });
});

describe('special cases of Stripe', () => {
  it('without settings for its portal payments are still listed; with them a link lives for minutes', async () => {
    await buy();
    await act('portal', { is: 'not set up' });
    const payments = async () =>
      await data<{ portalUrl: string | null; payments: object[] }>(api.call(billing.listPayments, {}, token));
    expect(await payments()).toMatchObject({ portalUrl: null, payments: [{ status: 'paid' }] });
    await act('portal', { is: 'set up' });
    const [early, late] = [await payments(), await payments()];
    expect((await fetch(early.portalUrl ?? '')).status).toBe(200);
    await api.pass(301_000);
    expect((await fetch(early.portalUrl ?? '')).status).toBe(200);
    expect((await fetch(late.portalUrl ?? '')).status).toBe(410);
  });

  it('a bank that asks its customer each time: nothing changes, and the answer explains it', async () => {
    const id = await buy();
    await act('set-card', { who: id, card: 'asks each time' });
    const up = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    expect((await api.call(billing.changeTier, { body: up }, token)).json).toMatchObject({ code: 'cardAsksOwner' });
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
  });

  it('a customer who was once charged in euros can buy in dollars', async () => {
    await data(checkout());
    const sdk = api.ctx.stripe as Payments;
    const customer = (await sdk.customers.list()).data[0]?.id ?? '';
    const price = await sdk.prices.create({
      currency: 'eur',
      unit_amount: 500,
      product_data: { name: 'Euro' },
      recurring: { interval: 'month' },
    });
    const card = await sdk.paymentMethods.attach('pm_card_visa', { customer });
    await sdk.subscriptions.create({ customer, items: [{ price: price.id }], default_payment_method: card.id });
    await buy({ annual: true });
    expect(stripe().invoices.at(-1)).toMatchObject({ status: 'paid', amount_due: 5_000 });
  });
});

describe('forbidden actions', () => {
  it("other people's servers and subscriptions, plans of another kind, half steps, forged prices", async () => {
    const id = await buy();
    const stranger = await api.logIn('200000000000000027');
    const named = { subscriptionId: id, newTierId: tiers.ServerPremiumPlus };
    for (const asked of [
      api.call(billing.changeTier, { body: named }, stranger),
      api.call(billing.previewChange, { body: named }, stranger),
      api.call(billing.cancelSubscription, { params: { id } }, stranger),
      api.call(billing.resumeSubscription, { params: { id } }, stranger),
    ])
      expect((await asked).json).toMatchObject({ status: 404, code: 'subscriptionNotFound' });
    const theirs = { subscriptionTierId: tiers.ServerPremium, guildId: nightCity };
    expect(
      (await api.call(billing.startCheckout, { params: { type: 'guild' }, body: theirs } as never, stranger)).status,
    ).toBe(403);
    const wrong = async (body: object, type = 'guild') =>
      (await api.request('POST', `/stripe/sessions/${type}`, { token, body })).json.code;
    expect(await wrong({ subscriptionTierId: tiers.UserPremium, guildId: nightCity })).toBe('notForSale');
    expect(await wrong({ subscriptionTierId: tiers.ServerPremium }, 'user')).toBe('notForSale');
    expect(await wrong({ subscriptionTierId: tiers.ServerFree, guildId: nightCity })).toBe('notForSale');
    expect(
      await wrong({ subscriptionTierId: tiers.ServerPremium, guildId: nightCity, additionalKickConnections: 15 }),
    ).toBe('invalidFields');
    expect(await wrong({ subscriptionTierId: tiers.ServerPremium, guildId: '999999999999999999' })).toBe(
      'serverNotFound',
    );
  });

  it('a personal plan carries a server along, once a week', async () => {
    await press(
      await data<string>(
        api.request('POST', '/stripe/sessions/user', {
          token,
          body: { subscriptionTierId: tiers.UserPremium, trialDays: 365, userId: 'x' },
        }),
      ),
      'pay',
    );
    const move = async (guildId: string | null) =>
      await api.call(premium.moveServerPremium, { body: { guildId: guildId as ServerId } }, token);
    await vi.waitFor(async () => expect((await move(nightCity)).status).toBe(200), { timeout: 60_000 });
    expect(await plan()).toMatchObject({ tier: tiers.ServerPremium });
    await data(move(null));
    expect(await plan()).toMatchObject({ tier: tiers.ServerFree });
    expect((await move(nightCity)).json).toMatchObject({ status: 409, code: 'movedRecently' });
  });
});
