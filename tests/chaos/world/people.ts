/**
 * The demo person of the simulated world. It is not imported from the API helpers, because these tests must not load
 * the program.
 */
export const demoUser = '100000000000000001';
