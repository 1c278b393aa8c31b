/** In minutes. */
export const sizes = { minutes: 1, hours: 60, days: 1440 } as const;
export type SpanUnit = keyof typeof sizes;

/** The largest unit in which this length is a whole number. */
export function unitOf(minutes: number | null): SpanUnit {
  if (minutes === null || minutes === 0 || minutes % sizes.hours !== 0) return 'minutes';
  return minutes % sizes.days === 0 ? 'days' : 'hours';
}
