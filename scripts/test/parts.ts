/** The packages with statements that differ between the engines. All other code uses them. */
export const floors = ['packages/infra/', 'packages/pipeline/', 'packages/discord/', 'tests/simulation/'];

/** A newcomer's first steps on the built-in database: log in, follow a creator, get a message, stop. */
export const smoke = ['session', 'servers-come-and-go', 'notifications', 'starboard'].map(
  (name) => `tests/scenarios/${name}.test.ts`,
);
