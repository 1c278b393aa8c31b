/** When the terms and the privacy policy were last changed in substance. */
export const LEGAL_CHANGED = new Date('2026-11-21T00:00:00Z');
