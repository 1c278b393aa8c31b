interface Counted {
  readonly type: string;
  readonly count?: number | null | undefined;
}

/** Returns a subscriber's months. Kick counts them on the badge: https://docs.kick.com/events/event-types */
export const monthsOf = (badges: readonly Counted[] | null | undefined): number | undefined =>
  badges?.find(({ type }) => type === 'subscriber')?.count ?? undefined;
