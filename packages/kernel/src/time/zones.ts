export { isTimeZone, wallTimeIn } from '@tally/message/zones';

const spelled = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone.toLowerCase(), zone]));

/** Returns the official spelling of a zone, so the dashboard's list also contains `europe/oslo`. */
export const spellZone = (zone: string): string => spelled.get(zone.toLowerCase()) ?? zone;
