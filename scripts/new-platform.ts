/** `npm run new:platform example`: writes the files of a platform and its simulator. See docs/add-a-platform.md. */
import { newPlatform } from './scaffold/platform.ts';
import { runScaffold } from './scaffold/write.ts';

runScaffold(newPlatform, [
  'fill in packages/contract/src/platforms/<name>.ts: the rest of the house derives from it',
  'go through the second table of docs/add-a-platform.md; npm run typecheck finds some of its parts',
  "write the platform's quirks, limits and links in its README",
  'add its real addresses and keys to packages/kernel/src/config/platforms and .env.example',
  'npm run test:unit',
]);
