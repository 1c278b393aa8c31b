/** Right and wrong can be computed from what was published. Unproven: it may be true, and nothing shows it. */
export type Verdict = 'right' | 'unproven' | 'wrong';
