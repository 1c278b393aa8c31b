export { isTimeZone, wallTimeIn } from '@tally/message/zones';

const spelled = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone.toLowerCase(), zone]));

/** The official spelling of a zone, so the dashboard's list contains `europe/oslo` too. */
export const spellZone = (zone: string): string => spelled.get(zone.toLowerCase()) ?? zone;
