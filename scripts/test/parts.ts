/** Where statements are made that differ between the engines. What stands upon them goes through the same doors. */
export const floors = ['packages/infra/', 'packages/pipeline/', 'packages/discord/'];

/** What a person meets first on the built-in database: to log in, to follow somebody, to be told of them, to stop. */
export const smoke = ['session', 'servers-come-and-go', 'notifications', 'starboard'].map(
  (name) => `tests/scenarios/${name}.test.ts`,
);
