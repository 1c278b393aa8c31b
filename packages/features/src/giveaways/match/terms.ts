import { GiveawaySettings } from '@tally/contract';
import { bodyOf, emptyOf } from '@tally/contract/wire/fields';
import { z } from 'zod';
import type { GiveawayRow } from '../tables.ts';

const Terms = GiveawaySettings.omit({ channelId: true, hostId: true });
/** Everything the owner decided about a giveaway, with defaults for the rest. */
export type Terms = z.output<typeof Terms>;

const Stored = bodyOf(Terms);
const nothingSet = emptyOf(Terms.omit({ name: true, durationMinutes: true, winnerCount: true }));

/** Some requirements may be omitted, like the other settings. */
type Chosen = Partial<Omit<Terms, 'requirements'>> &
  Pick<Terms, 'name' | 'durationMinutes' | 'winnerCount'> & {
    readonly requirements?: Partial<NonNullable<Terms['requirements']>> | null | undefined;
  };

const Needs = GiveawaySettings.shape.requirements.unwrap();

export function wholeTerms({ requirements, ...chosen }: Chosen): Terms {
  const needs = requirements ? { ...emptyOf(Needs), ...withoutAbsent(requirements) } : null;
  return { ...nothingSet, ...withoutAbsent(chosen), requirements: needs };
}

export const storeTerms = (terms: Terms): unknown => z.encode(Stored, terms);

/** Fills in fields that terms from an older version lack. */
export function readTerms({ settings }: Pick<GiveawayRow, 'settings'>): Terms {
  const stored = z.decode(Stored, settings as z.input<typeof Stored>);
  return wholeTerms({
    ...stored,
    name: stored.name ?? '',
    durationMinutes: stored.durationMinutes ?? 1,
    winnerCount: stored.winnerCount ?? 1,
  });
}

/** Removes undefined fields, so the stored ones stay unchanged. */
export function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

export const isDrop = ({ mode }: Pick<Terms, 'mode'>): boolean => mode === 'drop';
