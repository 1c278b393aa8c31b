/**
 * The demo person of the simulated world. Not imported from the API helpers, because these tests see the program from
 * outside and load none of it.
 */
export const demoUser = '100000000000000001';
