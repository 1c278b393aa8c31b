/**
 * The demo person of the simulated world. Not taken from the helpers of the API: these tests look at the program from
 * outside and load nothing of it.
 */
export const demoUser = '100000000000000001';
