/** `right` and `wrong` follow from the published data. `unproven` may be true, but the data do not show it. */
export type Verdict = 'right' | 'unproven' | 'wrong';
