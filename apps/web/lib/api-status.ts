import type { Sale } from '@tally/contract/enums';
import type { ShownNotice } from '@tally/contract/notices';
import type { OpenIncident } from '@tally/contract/status-history';
import { apiHasStarted } from './api-start.ts';
import { config } from './config.ts';

const FRESH_MS = 30_000;
const FRESH_WHEN_DOWN_MS = 15_000;
const PATIENCE_MS = 400;

interface Health {
  readonly sale: Sale;
  /** What is said above every page. */
  readonly news: HouseNews;
}

export interface HouseNews {
  readonly incident: OpenIncident | null;
  readonly notice: ShownNotice | null;
  readonly changelog: { readonly identifier: string; readonly title: string } | null;
}

const noNews: HouseNews = { incident: null, notice: null, changelog: null };

let known: (Health & { readonly isDown: boolean; readonly at: number }) | undefined;
let asking: Promise<boolean> | undefined;

/** What this process knows of the API's health. A page never waits longer for it than the first one. */
export async function isApiDown(): Promise<boolean> {
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (age > (known?.isDown ? FRESH_WHEN_DOWN_MS : FRESH_MS)) {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    if (!known) return await Promise.race([asking, patience()]);
  }
  return known?.isDown ?? false;
}

/** Whether plans can be bought here, as the API said when it was last asked. */
export const saleHere = (): Sale => known?.sale ?? 'open';

/** What is wrong and what is new, as the API said when it was last asked. */
export const houseNews = (): HouseNews => known?.news ?? noNews;

async function ask(): Promise<boolean> {
  await apiHasStarted();
  const health = await answers();
  known = { isDown: health === null, sale: saleHere(), news: noNews, ...health, at: Date.now() };
  return known.isDown;
}

/** Null: it does not, or not as it should. */
async function answers(): Promise<Health | null> {
  try {
    const answer = await fetch(`${config().API_URL}/`, { cache: 'no-store', signal: AbortSignal.timeout(3000) });
    const envelope = (await answer.json()) as {
      status?: unknown;
      error?: unknown;
      data?: Partial<HouseNews> & { sale?: Sale };
    };
    const isWell = answer.status === 200 && envelope.status === 200 && envelope.error === undefined;
    if (!isWell) return null;
    const { sale = 'open', incident = null, notice = null, changelog = null } = envelope.data ?? {};
    return { sale, news: { incident, notice, changelog } };
  } catch {
    return null;
  }
}

const patience = () => new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
