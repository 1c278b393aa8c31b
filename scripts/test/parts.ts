/**
 * The packages with statements that differ between the engines. All other code uses them. The statements of delivery
 * and detection are compared by calls in any order; their behavior is tested on one engine.
 */
export const floors = [
  'packages/infra/',
  'packages/discord/',
  'packages/pipeline/src/roles/',
  'packages/pipeline/src/delivery/line/forget.db.test.ts',
  'packages/pipeline/src/delivery/journal-call.db.test.ts',
  'packages/pipeline/src/delivery/sending/identity.db.test.ts',
  'packages/pipeline/src/detection/videos.db.test.ts',
  'packages/pipeline/src/detection/sweep/clips.db.test.ts',
  'packages/pipeline/src/detection/sweep/lead.db.test.ts',
  'packages/pipeline/src/detection/sessions.db.test.ts',
  'tests/simulation/conformance.db.test.ts',
];

/** The number of sequences on the embedded engine if Postgres runs all of them. */
export const fewer = { SEQUENCES: '120' };

/** A newcomer's first steps on the built-in database: log in, follow a creator, get a message, stop. */
export const smoke = ['session', 'servers-come-and-go', 'notifications', 'starboard'].map(
  (name) => `tests/scenarios/${name}.test.ts`,
);
