/** The date of the last substantial change to the terms or the privacy policy. */
export const LEGAL_CHANGED = new Date('2026-11-21T00:00:00Z');
