import { ServerId, UserId } from '@tally/contract/wire/ids';
import { parseAsString, useQueryStates } from 'nuqs';

const parsers = {
  who: parseAsString,
  deed: parseAsString,
  day: parseAsString,
  personId: parseAsString,
  serverId: parseAsString,
};

/** The filters of the audit log, kept in the URL. */
export function useFilters() {
  const [{ who, deed, day, ...about }, set] = useQueryStates(parsers);
  const personId = UserId.safeParse(about.personId).data ?? null;
  const serverId = ServerId.safeParse(about.serverId).data ?? null;
  return {
    personId,
    serverId,
    who: UserId.safeParse(who).data ?? null,
    deed: deed || null,
    day: dayFrom(day) ? day : null,
    set,
    isFiltered: [who, deed, day, personId, serverId].some((each) => each !== null),
  };
}

export type Filters = ReturnType<typeof useFilters>;

/** Returns the start of a day in the reader's time zone, or null if the day is invalid. */
export function dayFrom(day: string | null, later = 0): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '')?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) || (later === 0 && at.getDate() !== date) ? null : at;
}
