export { isTimeZone, wallTimeIn } from '@tally/message/zones';

const spelled = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone.toLowerCase(), zone]));

/** The official spelling of a zone, so that `europe/oslo` is found in the dashboard's list too. */
export const spellZone = (zone: string): string => spelled.get(zone.toLowerCase()) ?? zone;
