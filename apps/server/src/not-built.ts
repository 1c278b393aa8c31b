/**
 * Calls that are declared and answer 501. A test compares the list with the registry: whoever builds a call takes
 * its line out and lowers the figure, and nobody can add one unnoticed.
 */
export const mostNotBuilt = 0;

export const notBuilt: readonly string[] = [];
