/** Right and wrong follow from the published data. Unproven: it may be true, but the data do not show it. */
export type Verdict = 'right' | 'unproven' | 'wrong';
