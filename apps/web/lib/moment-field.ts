const two = (part: number): string => String(part).padStart(2, '0');

/** Formats the value of a date field in local time. */
export const asDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
export const asMoment = (at: Date): string => `${asDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
