/** `npm run new:feature watch-party`: writes the files of a new feature. See docs/add-a-feature.md. */
import { newFeature } from './scaffold/feature.ts';
import { runScaffold } from './scaffold/write.ts';

runScaffold(newFeature, [
  'define the word in docs/words.md',
  'write the texts in all languages: packages/contract/src/texts, apps/web/messages',
  'declare its calls in the contract, implement them in routes.ts',
  'choose an icon and, if needed, the premium flag in apps/web/features/registry.ts',
  'npm run test:unit',
]);
