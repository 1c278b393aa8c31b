/** `npm run new:feature watch-party`: writes the files of a feature of servers. See docs/add-a-feature.md. */
import { newFeature } from './scaffold/feature.ts';
import { runScaffold } from './scaffold/write.ts';

runScaffold(newFeature, [
  'say in docs/words.md what the word means',
  'write the texts in all languages: packages/contract/src/texts, apps/web/messages',
  'declare its calls in the contract, implement them in routes.ts',
  'choose an icon and, if it has one, the premium flag in apps/web/features/registry.ts',
  'npm run test:unit',
]);
