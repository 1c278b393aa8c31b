import type { FileSection, Holder, Money, ServerId, StaffWait, UserId } from '@tally/contract';
import { callStripe } from '@tally/infra/stripe';
import { AppError, type Ctx, days, fileLine, say, withWesternFigures } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { catalogue } from '../../premium/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { countDisputes, countMoves, listOfHolder, listOfUser, listRunning } from '../store/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';

const USUAL_DAYS = 30;
const MONTHS_A_YEAR = 12;
/** Stripe returns at most this many refunds at once. If a period has more, we show Stripe's own count. */
const REFUNDS_READ = 100;

const isFailed = ({ status }: SubscriptionRow): boolean => status === 'past_due' || status === 'unpaid';

export async function readMoney(ctx: Ctx, lookback = USUAL_DAYS): Promise<Money> {
  const now = ctx.clock.now();
  const from = new Date(now.getTime() - days(lookback));
  const before = new Date(from.getTime() - days(lookback));
  const [running, { byTier }, moves, disputes, refunds] = await Promise.all([
    listRunning(ctx.db, { except: [] }),
    catalogue(ctx),
    countMoves(ctx.db, { before, from }),
    countDisputes(ctx.db),
    readRefunds(ctx, from),
  ]);
  const paid = running.filter(({ status }) => status === 'active' || status === 'past_due');
  const failed = running.filter(isFailed);
  const names = await namesOf(ctx, failed);
  const titleOf = (tierId: string | null): string | null => byTier.get(tierId ?? '')?.name ?? null;
  return {
    lookback,
    plans: [...Map.groupBy(paid, ({ tierId, currency }) => `${tierId} ${currency}`).values()]
      .flatMap(([first, ...others]) => {
        if (!first) return [];
        const { tierId, currency } = first;
        const monthlyCents = Math.round([first, ...others].reduce((sum, row) => sum + aMonth(row), 0));
        return [{ tierId, name: titleOf(tierId), currency, subscriptions: others.length + 1, monthlyCents }];
      })
      .toSorted((one, other) => other.monthlyCents - one.monthlyCents),
    trialing: running.filter(({ status }) => status === 'trialing').length,
    ending: running.filter(({ endsWithPeriod }) => endsWithPeriod).length,
    ...moves,
    failed: failed.map((row) => ({
      subscriptionId: row.id,
      status: row.status,
      holder: row.holder,
      holderId: row.holderId as never,
      name: names.get(`${row.holder} ${row.holderId}`) ?? null,
      plan: titleOf(row.tierId),
      cents: row.priceCents,
      currency: row.currency,
      since: row.periodStart,
      stripeUrl: pageAtStripe(ctx, `subscriptions/${row.id}`),
    })),
    disputes,
    refunds,
    stripeUrl: ctx.stripe ? pageAtStripe(ctx, 'subscriptions') : null,
  };
}

const aMonth = ({ priceCents, isAnnual }: SubscriptionRow): number =>
  isAnnual ? priceCents / MONTHS_A_YEAR : priceCents;

/** Stripe has separate URLs for pages about test data. */
const pageAtStripe = ({ config }: Pick<Ctx, 'config'>, path: string): string =>
  `https://dashboard.stripe.com/${config.stripe.secretKey.startsWith('sk_test_') ? 'test/' : ''}${path}`;

async function namesOf(ctx: Ctx, rows: readonly SubscriptionRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = (holder: Holder) => rows.filter((row) => row.holder === holder).map((row) => row.holderId);
  const [looks, people] = await Promise.all([
    listSummaries(ctx, ids('guild') as ServerId[]),
    listNames(ctx, ids('user') as UserId[]),
  ]);
  return new Map([
    ...[...looks].map(([id, { name }]) => [`guild ${id}`, name] as const),
    ...[...people].map(([id, name]) => [`user ${id}`, name] as const),
  ]);
}

/** If Stripe is down, the rest of the page is shown without refunds. */
async function readRefunds(ctx: Ctx, from: Date): Promise<Money['refunds']> {
  if (!ctx.stripe) return [];
  try {
    const created = { gte: Math.floor(from.getTime() / 1_000) };
    const { data } = await callStripe(ctx, (stripe) => stripe.refunds.list({ created, limit: REFUNDS_READ }));
    const given = data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    return [...Map.groupBy(given, ({ currency }) => currency)].map(([currency, rows]) => ({
      currency,
      cents: rows.reduce((sum, { amount }) => sum + amount, 0),
      payments: rows.length,
    }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

export async function listMoneyWaits(ctx: Ctx): Promise<StaffWait[]> {
  const [running, disputes] = await Promise.all([listRunning(ctx.db, { except: [] }), countDisputes(ctx.db)]);
  const failed = running.filter(isFailed).toSorted((one, other) => +one.periodStart - +other.periodStart);
  return [
    ...(failed.length > 0
      ? [{ kind: 'payments' as const, count: failed.length, since: failed[0]?.periodStart ?? null }]
      : []),
    ...(disputes > 0 ? [{ kind: 'disputes' as const, count: disputes, since: null }] : []),
  ];
}

export const paymentsOfServer = async (ctx: Ctx, serverId: ServerId) =>
  await sectionOf(ctx, await listOfHolder(ctx.db, 'guild', serverId));
export const paymentsOfPerson = async (ctx: Ctx, userId: UserId) =>
  await sectionOf(ctx, await listOfUser(ctx.db, userId));

async function sectionOf(ctx: Ctx, rows: readonly SubscriptionRow[]): Promise<FileSection[]> {
  if (rows.length === 0) return [];
  const { byTier } = await catalogue(ctx);
  const lines = rows.map((row) => {
    const { status, priceCents, currency, isAnnual, tierId } = row;
    const price = new Intl.NumberFormat(withWesternFigures(ctx.locale), { style: 'currency', currency });
    return fileLine(
      say(ctx.locale, isAnnual ? 'admin.filePriceYear' : 'admin.filePriceMonth', {
        plan: byTier.get(tierId ?? '')?.name ?? '?',
        price: price.format(priceCents / 100),
      }),
      {
        note: say(ctx.locale, `admin.fileStatus_${status}`),
        tone: isFailed(row) ? 'danger' : status === 'active' || status === 'trialing' ? 'ok' : null,
        at: row.createdAt,
        href: pageAtStripe(ctx, `subscriptions/${row.id}`),
      },
    );
  });
  return [{ title: say(ctx.locale, 'admin.filePayments'), lines }];
}
