import type { SafeReason } from '@tally/contract/admin/safe-mode';
import type { ShownNotice } from '@tally/contract/news/notices';
import type { OpenIncident } from '@tally/contract/status/history';
import type { Sale } from '@tally/contract/wire/enums';
import { config, keepSettings } from '../config.ts';
import { apiHasStarted } from '../start/api-start.ts';

/** A change by staff reaches every page within this time, in each process of the web app. */
const FRESH_MS = 1_000;
const FRESH_WHEN_DOWN_MS = 15_000;
const PATIENCE_MS = 400;
/** The longest duration of a restart that a person requested. */
const RESTART_MS = 60_000;

interface Health {
  readonly sale: Sale;
  /** The notices above every page. */
  readonly news: HouseNews;
}

export interface HouseNews {
  /** The reason for safe mode, in which no messages are sent; null in normal operation. */
  readonly safeMode: { readonly reason: SafeReason } | null;
  readonly incident: OpenIncident | null;
  readonly notice: ShownNotice | null;
  readonly changelog: { readonly identifier: string; readonly title: string } | null;
}

const noNews: HouseNews = { safeMode: null, incident: null, notice: null, changelog: null };

interface Kept {
  known?: Health & { readonly isDown: boolean; readonly at: number };
  asking?: Promise<void>;
  restartsUntil?: number;
}

/** Next loads this module separately for pages and route handlers, and both need the same state. */
const shared = globalThis as { apiStatus?: Kept };
const kept = (): Kept => (shared.apiStatus ??= {});

/**
 * Returns true if the API is down. A page waits briefly for an answer that is at most a second old. While the API is
 * slow, the last answer is used.
 */
export async function isApiDown(): Promise<boolean> {
  const own = kept();
  const age = own.known ? Date.now() - own.known.at : Number.POSITIVE_INFINITY;
  const isStill = own.known?.isDown && Date.now() > (own.restartsUntil ?? 0);
  if (age > (isStill ? FRESH_WHEN_DOWN_MS : FRESH_MS)) {
    own.asking ??= ask(own);
    await Promise.race([own.asking, patience()]);
  }
  return kept().known?.isDown ?? false;
}

/** Returns whether plans can be bought here, from the API's last answer. */
export const saleHere = (): Sale => kept().known?.sale ?? 'open';

/** Returns the incidents and news from the API's last answer. */
export const houseNews = (): HouseNews => kept().known?.news ?? noNews;

const onEveryPage = ['/admin/safety', '/status/incidents', '/data/notices', '/data/news'];

/** Lets a change through this process appear on its next page, because a pending answer may be older. */
export function noteWrite(path: string): void {
  if (path.endsWith('setup/restart')) kept().restartsUntil = Date.now() + RESTART_MS;
  if (!onEveryPage.some((each) => path === each || path.startsWith(`${each}/`))) return;
  const { known } = kept();
  shared.apiStatus = known ? { known: { ...known, at: 0 } } : {};
}

async function ask(own: Kept): Promise<void> {
  await apiHasStarted();
  const health = await answers(own);
  own.known = { isDown: health === null, sale: saleHere(), news: noNews, ...health, at: Date.now() };
  delete own.asking;
}

const TOO_MANY = 429;

/** Returns null without a correct answer. After a rate-limited one the API is up, so the last answer stays valid. */
async function answers({ known }: Kept): Promise<Health | null> {
  try {
    const answer = await fetch(`${config().API_URL}/`, { cache: 'no-store', signal: AbortSignal.timeout(3000) });
    if (answer.status === TOO_MANY && known) return known;
    const envelope = (await answer.json()) as {
      status?: unknown;
      error?: unknown;
      data?: Partial<HouseNews> & { sale?: Sale; settings?: Record<string, string> };
    };
    const isWell = answer.status === 200 && envelope.status === 200 && envelope.error === undefined;
    if (!isWell) return null;
    keepSettings(envelope.data?.settings ?? {});
    const { sale = 'open', safeMode = null, incident = null, notice = null, changelog = null } = envelope.data ?? {};
    return { sale, news: { safeMode, incident, notice, changelog } };
  } catch {
    return null;
  }
}

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
